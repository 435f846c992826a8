import { startList } from './list-start.ts'

startList('cart-view', () => import('./cart-view.ts'))
