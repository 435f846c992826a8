import { startList } from './list-start.ts'

startList('wish-view', () => import('./wish-view.ts'))
