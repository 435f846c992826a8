import { lazy } from './lazy.ts'

const withPaise = lazy(
  () => new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
)
const whole = lazy(() => new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 }))

/** The number as a shopper in India reads it: `1,49,900` or `98.50`, without a sign. */
export function formatPaise(paise: number): string {
  // No comma below a thousand rupees: what most of a shop costs, without asking for the ways of India.
  if (paise >= 0 && paise < 100_000) return (paise / 100).toFixed(paise % 100 === 0 ? 0 : 2)
  const format = paise % 100 === 0 ? whole() : withPaise()
  return format.format(paise / 100)
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

/** `149.00`: how JSON-LD and feeds write a price. */
export function decimalPrice(paise: number): string {
  return (paise / 100).toFixed(2)
}

/** Whole percent that the old price is undercut by, rounded down; 0 without an old price. */
export function discountPercent(pricePaise: number, oldPricePaise: number | null): number {
  if (oldPricePaise === null || oldPricePaise <= pricePaise) return 0
  return Math.floor(((oldPricePaise - pricePaise) * 100) / oldPricePaise)
}
