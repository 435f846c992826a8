/** Where a comma stands in India: before the last three digits of whole rupees, and before each two above. */
const COMMAS = /(\d)(?=(\d\d)+\d(\.|$))/g

/** The number as a shopper in India reads it: `1,49,900` or `98.50`, without a sign. */
export function formatPaise(paise: number): string {
  return (paise / 100).toFixed(paise % 100 === 0 ? 0 : 2).replace(COMMAS, '$1,')
}

/** The same with the sign of the rupee: `₹1,49,900`. */
export const priceText = (paise: number): string => `₹${formatPaise(paise)}`

/** The paise of rupees as the API gives them. */
export function rupeesToPaise(rupees: number): number {
  return Math.round(rupees * 100)
}

/** The same text for rupees as the API gives them. */
export function formatRupees(rupees: number): string {
  return formatPaise(rupeesToPaise(rupees))
}

/** Rupees as the API gives them: a number with at most two decimals. */
export function paiseToRupees(paise: number): number {
  return paise / 100
}

/** `149.00`: how JSON-LD, feeds, CSV files and fields of a form write a price. */
export function decimalPrice(paise: number): string {
  return (paise / 100).toFixed(2)
}
