import { atom } from 'nanostores'
import type { Look } from '#lib/cart/cart-changes.ts'
import type { CardChoices } from '#lib/catalogue/product.ts'

/** A product whose packs are chosen from, as its card has them. */
export type Offered = { productid: string; look: Look; choices: CardChoices }

/** The sheet of packs; undefined while it is closed. */
export const $packSheet = atom<Offered | undefined>(undefined)
