import { atom } from 'nanostores'

/** Whether the cart's drawer is open. */
export const $isCartOpen = atom(false)
