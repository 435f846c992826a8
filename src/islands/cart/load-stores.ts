import { loadOnce } from '#lib/load-once.ts'

/**
 * Loads the cart's stores, once. A screen first confirms the server's cart to them; changes come
 * after that.
 */
export const loadCartStores = loadOnce(() => import('./cart-stores.ts'))
