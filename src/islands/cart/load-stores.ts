import { loadOnce } from '#lib/load-once.ts'

/** The stores of the cart: a screen makes known first what the server has, then come the changes to it. */
export const loadCartStores = loadOnce(() => import('./cart-stores.ts'))
