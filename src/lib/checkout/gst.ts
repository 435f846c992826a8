import type { Order } from './order.ts'

/** The first two digits of a GSTIN name the state of the seller (GST Act, state codes). */
const STATES: Record<string, string> = {
  ...{ '01': 'Jammu and Kashmir', '02': 'Himachal Pradesh', '03': 'Punjab', '04': 'Chandigarh' },
  ...{ '05': 'Uttarakhand', '06': 'Haryana', '07': 'Delhi', '08': 'Rajasthan' },
  ...{ '09': 'Uttar Pradesh', '10': 'Bihar', '11': 'Sikkim', '12': 'Arunachal Pradesh' },
  ...{ '13': 'Nagaland', '14': 'Manipur', '15': 'Mizoram', '16': 'Tripura', '17': 'Meghalaya' },
  ...{ '18': 'Assam', '19': 'West Bengal', '20': 'Jharkhand', '21': 'Odisha' },
  ...{ '22': 'Chhattisgarh', '23': 'Madhya Pradesh', '24': 'Gujarat' },
  ...{ '26': 'Dadra and Nagar Haveli and Daman and Diu', '27': 'Maharashtra', '29': 'Karnataka' },
  ...{ '30': 'Goa', '31': 'Lakshadweep', '32': 'Kerala', '33': 'Tamil Nadu', '34': 'Puducherry' },
  ...{ '35': 'Andaman and Nicobar Islands', '36': 'Telangana', '37': 'Andhra Pradesh' },
  '38': 'Ladakh',
}

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
export function taxLines({ products, state, country }: Order, gstin: string): TaxLine[] {
  const paid = new Map<number, number>()
  for (const { gst, subtotal } of products) {
    if (gst === null) continue
    paid.set(gst, (paid.get(gst) ?? 0) + Math.round(subtotal * 100))
  }
  const isWithin = country === 'India' && isSameState(gstin, state)
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

const isSameState = (gstin: string, state: string) =>
  STATES[gstin.slice(0, 2)]?.toLowerCase() === state.trim().toLowerCase()
