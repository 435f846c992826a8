import { loadOnce } from '#lib/load-once.ts'

/**
 * Loads the wishlist's stores, once. Its screen first confirms the server's list to them; changes
 * come after that.
 */
export const loadListStores = loadOnce(() => import('./list-stores.ts'))
