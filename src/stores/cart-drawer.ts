import { atom } from 'nanostores'

/** Whether the cart stands beside the page. */
export const $isCartOpen = atom(false)
