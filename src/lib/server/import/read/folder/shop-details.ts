import { ACCOUNT_LENGTHS } from '#lib/lengths.ts'
import { EMAIL } from '#lib/email.ts'
import type { Shop } from '#lib/shop.ts'

/** Fewest digits of a telephone number: a line without its area code has seven. */
const LEAST_DIGITS = 7

const IS_RIGHT = {
  email: (text: string) => text.length <= ACCOUNT_LENGTHS.email && EMAIL.test(text),
  phone: (text: string) => text.replace(/\D/g, '').length >= LEAST_DIGITS,
  // State, PAN, the number of the registration, a letter and a check character.
  gstin: (text: string) => /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]{3}$/i.test(text),
  fssai: (text: string) => /^\d{14}$/.test(text),
}
type ShopDetail = keyof typeof IS_RIGHT
const DETAILS: readonly ShopDetail[] = ['email', 'phone', 'gstin', 'fssai']

/**
 * Details of the seller that cannot be right. What the shop has already is not looked at: older versions took any
 * text, and a list that repeats it must still come in.
 */
export const wrongDetails = (brought: Shop, stored: Shop): ShopDetail[] =>
  DETAILS.filter((detail) => {
    const text = brought[detail]
    return text !== '' && text !== stored[detail] && !IS_RIGHT[detail](text)
  })
