import { rupeesToPaise } from '#lib/money.ts'
import type { Order } from './order.ts'
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

/** The tax included in an order's prices, by rate; products without a rate are left out. */
export function taxLines(
  { products, state, country }: Pick<Order, 'products' | 'state' | 'country'>,
  gstin: string,
): TaxLine[] {
  const paid = new Map<number, number>()
  for (const { gst, subtotal } of products) {
    if (gst === null) continue
    paid.set(gst, (paid.get(gst) ?? 0) + rupeesToPaise(subtotal))
  }
  const isWithin = isWithinState({ state, country }, gstin)
  return [...paid]
    .toSorted(([first], [second]) => first - second)
    .map(([percent, paise]) => {
      const taxablePaise = Math.round((paise * 100) / (100 + percent))
      const taxPaise = paise - taxablePaise
      const cgstPaise = isWithin ? Math.floor(taxPaise / 2) : 0
      const sgstPaise = isWithin ? taxPaise - cgstPaise : 0
      const igstPaise = isWithin ? 0 : taxPaise
      return { percent, taxablePaise, cgstPaise, sgstPaise, igstPaise }
    })
}

/** Whether an order is delivered within the seller's state, however that is spelled. */
export function isWithinState(
  { state, country }: Pick<Order, 'state' | 'country'>,
  gstin: string,
): boolean {
  const seller = stateOfGstin(gstin)
  return country === 'India' && seller !== undefined && stateOf(state) === seller
}
