import { rupeesToPaise } from '#lib/money.ts'
import type { Order } from './order.ts'
import { stateOf, stateOfGstin } from './states.ts'

/** The tax of one rate that the prices of an order hold, in paise. */
export type TaxLine = {
  percent: number
  taxablePaise: number
  /** Half to the country and half to the state, where both are in one state; else all as IGST. */
  cgstPaise: number
  sgstPaise: number
  igstPaise: number
}

/** Prices hold their tax: it is taken out of them, rate by rate; nothing for what has no rate. */
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

/** Whether an order stays in the state of the seller, by whatever name that is written. */
export function isWithinState(
  { state, country }: Pick<Order, 'state' | 'country'>,
  gstin: string,
): boolean {
  const seller = stateOfGstin(gstin)
  return country === 'India' && seller !== undefined && stateOf(state) === seller
}
