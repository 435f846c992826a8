/** What happens to an order during the day, besides its delivery. */
type Deed = 'short' | 'replaced' | 'moved' | 'refused' | 'wrongTap' | 'refund'

/** An order for dal at 149.50 rupees a unit. */
type DayOrder = { name: string; units: number; pays: 'cash' | 'online'; deed?: Deed }

/** A day with twelve orders, played in a browser and, to check its sums, on both databases. */
export const DAY: readonly DayOrder[] = [
  { name: 'Meera Nair', units: 2, pays: 'cash' },
  { name: 'Farah Khan', units: 1, pays: 'cash' },
  { name: 'Ravi Iyer', units: 3, pays: 'cash', deed: 'short' },
  { name: 'Sunita Devi', units: 2, pays: 'cash', deed: 'replaced' },
  { name: 'Joseph Mathew', units: 1, pays: 'cash', deed: 'moved' },
  { name: 'Anil Kumar', units: 2, pays: 'cash', deed: 'refused' },
  { name: 'Kavita Joshi', units: 1, pays: 'cash', deed: 'refused' },
  { name: 'Imran Sheikh', units: 1, pays: 'cash', deed: 'wrongTap' },
  { name: 'Latha Menon', units: 4, pays: 'cash' },
  { name: 'Gopal Das', units: 1, pays: 'cash' },
  { name: 'Nisha Patel', units: 2, pays: 'online', deed: 'refund' },
  { name: 'Tara Singh', units: 1, pays: 'online' },
]

/** The replacement for dal, at 120 rupees. */
export const INSTEAD = { sku: 'MOONG', pricePaise: 12_000 }
export const REFUND_RUPEES = '25.50'

/**
 * Calculated by hand: 21 units were ordered; 3 were refused, 1 was short, two were replaced by
 * moong (2 x 29.50 less), and 25.50 was refunded. Everything kept was paid.
 */
export const SUMS = {
  ...{ orders: 12, delivered: 10, ended: 2 },
  ...{ orderedPaise: 313_950, salePaise: 245_700, collectedPaise: 245_700 },
}

/** Rupees as written in the day book. */
const inBook = (paise: number): string => (paise / 100).toFixed(2)

/** The sums in the last line of a day book. */
export function bookSums(csv: string): string[] {
  const cells = csv.trimEnd().split('\r\n').at(-1)?.split(',') ?? []
  return [cells[1] ?? '', ...cells.slice(5, 9)]
}
export const BOOK_SUMS = [
  `${SUMS.orders} orders`,
  ...[SUMS.orderedPaise, SUMS.orderedPaise - SUMS.salePaise, SUMS.salePaise].map(inBook),
  inBook(SUMS.collectedPaise),
]
