/**
 * Where Indian numbers have commas: before the last three digits, and before every two digits
 * above.
 */
const COMMAS = /(\d)(?=(\d\d)+\d(\.|$))/g

/** An amount as written in India, without a sign: `1,49,900` or `98.50`. */
export function formatPaise(paise: number): string {
  return (paise / 100).toFixed(paise % 100 === 0 ? 0 : 2).replace(COMMAS, '$1,')
}

/** An amount with the rupee sign: `₹1,49,900`. */
export const priceText = (paise: number): string => `₹${formatPaise(paise)}`

/** Converts the API's rupees to paise. */
export function rupeesToPaise(rupees: number): number {
  return Math.round(rupees * 100)
}

/** Formats the API's rupees like `formatPaise`. */
export function formatRupees(rupees: number): string {
  return formatPaise(rupeesToPaise(rupees))
}

/** Converts paise to the API's rupees: a number with at most two decimals. */
export function paiseToRupees(paise: number): number {
  return paise / 100
}

/** A price as written in JSON-LD, feeds, CSV files and form fields: `149.00`. */
export function decimalPrice(paise: number): string {
  return (paise / 100).toFixed(2)
}
