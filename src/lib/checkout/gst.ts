import { rupeesToPaise } from '#lib/money.ts'
import type { Order, OrderProduct } from './order.ts'
import { stateOf, stateOfGstin } from './states.ts'

/** The tax of one rate that is included in the prices of an order, in paise. */
export type TaxLine = {
  percent: number
  taxablePaise: number
  /**
   * CGST and SGST, half each, if seller and buyer are in the same state; otherwise all of it is
   * IGST.
   */
  cgstPaise: number
  sgstPaise: number
  igstPaise: number
}

export type Taxed = Pick<OrderProduct, 'gst' | 'subtotal'>
type Place = Pick<Order, 'state' | 'country'>

/**
 * The tax included in an order's prices, by rate; products without a rate are left out.
 * @param hasEqualHalves false for a bill from before CGST and SGST were rounded alike (P19)
 */
export function taxLines(
  { products, state, country }: Place & { products: readonly Taxed[] },
  gstin: string,
  hasEqualHalves = true,
): TaxLine[] {
  const paid = new Map<number, number>()
  for (const { gst, subtotal } of products) {
    if (gst === null) continue
    paid.set(gst, (paid.get(gst) ?? 0) + rupeesToPaise(subtotal))
  }
  const isWithin = isWithinState({ state, country }, gstin)
  return [...paid]
    .sort(([first], [second]) => first - second)
    .map(([percent, paise]) => {
      if (isWithin && !hasEqualHalves) return oddHalves(percent, paise)
      const taxOf = (rate: number) => Math.round((paise * rate) / (100 + percent))
      // Both are half the rate on one value, and so equal.
      const halfPaise = isWithin ? taxOf(percent / 2) : 0
      const igstPaise = isWithin ? 0 : taxOf(percent)
      const taxablePaise = paise - 2 * halfPaise - igstPaise
      return { percent, taxablePaise, cgstPaise: halfPaise, sgstPaise: halfPaise, igstPaise }
    })
}

function oddHalves(percent: number, paise: number): TaxLine {
  const taxablePaise = Math.round((paise * 100) / (100 + percent))
  const cgstPaise = Math.floor((paise - taxablePaise) / 2)
  const sgstPaise = paise - taxablePaise - cgstPaise
  return { percent, taxablePaise, cgstPaise, sgstPaise, igstPaise: 0 }
}

/** A row of a bill's table of tax; `percent` is null for what has no rate. */
export type TaxRow = Omit<TaxLine, 'percent'> & { percent: number | null }

/** The tax by rate with a row for what has no rate, so that the rows add up to what is paid (P23). */
export function withUnrated(taxes: readonly TaxLine[], products: readonly Taxed[]): TaxRow[] {
  const unrated = products.filter(({ gst }) => gst === null)
  const taxablePaise = unrated.reduce((sum, { subtotal }) => sum + rupeesToPaise(subtotal), 0)
  if (taxes.length === 0 || taxablePaise === 0) return [...taxes]
  return [...taxes, { percent: null, taxablePaise, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 }]
}

/** Whether something sold bears tax; what does not is sold with a bill of supply. */
export const isTaxed = (products: readonly Pick<OrderProduct, 'gst'>[]): boolean =>
  products.some(({ gst }) => gst !== null && gst > 0)

/** Whether an order is delivered within the seller's state, however that is spelled. */
export function isWithinState({ state, country }: Place, gstin: string): boolean {
  const seller = stateOfGstin(gstin)
  return country === 'India' && seller !== undefined && stateOf(state) === seller
}
