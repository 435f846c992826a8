import { startList } from '#islands/kit/list-start.ts'

startList('wish-view', () => import('./wish-view.ts'))
