import { ACCOUNT_LENGTHS } from '#lib/lengths.ts'
import { stateOfGstin } from '#lib/checkout/states.ts'
import { EMAIL } from '#lib/email.ts'
import type { Shop } from '#lib/shop.ts'

/** Fewest digits of a telephone number: a line without its area code has seven. */
const LEAST_DIGITS = 7

const IS_RIGHT = {
  email: (text: string) => text.length <= ACCOUNT_LENGTHS.email && EMAIL.test(text),
  phone: (text: string) => text.replace(/\D/g, '').length >= LEAST_DIGITS,
  gstin: isGstin,
  fssai: (text: string) => /^\d{14}$/.test(text),
}

const GSTIN_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Whether a text is a GSTIN: a state's code, a PAN, two characters of the registration, and one that checks them. */
function isGstin(text: string): boolean {
  const gstin = text.toUpperCase()
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]{3}$/.test(gstin) || !stateOfGstin(gstin)) return false
  const sum = [...gstin.slice(0, -1)].reduce((total, character, at) => {
    const product = GSTIN_CHARACTERS.indexOf(character) * (at % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return gstin.endsWith(GSTIN_CHARACTERS.charAt((36 - (sum % 36)) % 36))
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
