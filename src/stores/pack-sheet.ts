import { atom } from 'nanostores'
import type { Look } from '#lib/cart/cart-changes.ts'
import type { CardChoices } from '#lib/catalogue/product.ts'

/** A product and its packs to choose from, as on its card. */
export type PackSheetProduct = { productid: string; look: Look; choices: CardChoices }

/** What the sheet of packs shows; undefined while it is closed. */
export const $packSheet = atom<PackSheetProduct | undefined>(undefined)
