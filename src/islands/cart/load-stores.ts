import { loadOnce } from '#lib/load-once.ts'

/**
 * Loads the cart's stores, once. A screen first confirms the server's cart to them; changes come
 * after that.
 */
export const loadCartStores = loadOnce(() => import('./cart-stores.ts'))
type CartStores = Awaited<ReturnType<typeof loadCartStores>>

let waiting = 0

/** Changes the cart once its stores are loaded. */
export function withCartStores<Done>(change: (stores: CartStores) => Promise<Done>): Promise<Done> {
  waiting++
  return loadCartStores()
    .finally(() => waiting--)
    .then(change)
}

/** Whether a change waits for the stores, and is lost if the page is left before they are loaded. */
export const isChangeWaiting = (): boolean => waiting > 0
