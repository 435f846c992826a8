import { loadOnce } from '#lib/load-once.ts'

/**
 * Loads the cart's stores, once. A screen first confirms the server's cart to them; changes come
 * after that.
 */
export const loadCartStores = loadOnce(() => import('./cart-stores.ts'))
type CartStores = Awaited<ReturnType<typeof loadCartStores>>

let isAsked = false

/** Changes the cart once its stores are loaded. */
export function withCartStores<Done>(change: (stores: CartStores) => Promise<Done>): Promise<Done> {
  isAsked = true
  return loadCartStores().then(change)
}

/** Whether a change was asked for, which is lost if the page is left before the stores are loaded. */
export const isChangeAsked = (): boolean => isAsked
