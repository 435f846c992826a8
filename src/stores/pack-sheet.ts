import { atom } from 'nanostores'
import type { Look } from '#lib/cart/cart-changes.ts'
import type { CardChoices } from '#lib/catalogue/product.ts'

/** A product and its packs to choose from, as on its card, with the file of its picture that the card shows. */
export type PackSheetProduct = {
  productid: string
  look: Look
  photo: string
  choices: CardChoices
}

/** What the sheet of packs shows; undefined while it is closed. */
export const $packSheet = atom<PackSheetProduct | undefined>(undefined)
