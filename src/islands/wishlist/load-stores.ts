import { loadOnce } from '#lib/load-once.ts'

/** The stores of the list: its screen makes known first what the server has, then come the changes to it. */
export const loadListStores = loadOnce(() => import('./list-stores.ts'))
