/** What happens to an order in the course of the day, beside being brought. */
type Deed = 'short' | 'replaced' | 'moved' | 'refused' | 'wrongTap' | 'refund'

/** Units of dal at 149.50 rupees. */
type DayOrder = { name: string; units: number; pays: 'cash' | 'online'; deed?: Deed }

/** A day of twelve orders, lived in a browser and, for its sums, on both databases. */
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

/** What is brought in the place of dal, at 120 rupees. */
export const INSTEAD = { sku: 'MOONG', pricePaise: 12_000 }
export const REFUND_RUPEES = '25.50'

/**
 * By hand: 21 units were ordered; 3 were refused and 1 was short, two became moong (2 x 29.50 less), and
 * 25.50 went back. All that was kept was paid.
 */
export const SUMS = {
  ...{ orders: 12, delivered: 10, ended: 2 },
  ...{ orderedPaise: 313_950, salePaise: 245_700, collectedPaise: 245_700 },
}

/** Rupees as the day's book writes them. */
const inBook = (paise: number): string => (paise / 100).toFixed(2)

/** The sums in the last line of a day's book. */
export function bookSums(csv: string): string[] {
  const cells = csv.trimEnd().split('\r\n').at(-1)?.split(',') ?? []
  return [cells[1] ?? '', ...cells.slice(5, 9)]
}
export const BOOK_SUMS = [
  `${SUMS.orders} orders`,
  ...[SUMS.orderedPaise, SUMS.orderedPaise - SUMS.salePaise, SUMS.salePaise].map(inBook),
  inBook(SUMS.collectedPaise),
]
