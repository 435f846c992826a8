import { startList } from '#islands/kit/list-start.ts'

startList('cart-view', () => import('./cart-view.ts'))
