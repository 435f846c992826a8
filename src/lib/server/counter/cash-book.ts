import { dayEnd, indianDay, dayStart } from '#lib/dates.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { riderKey } from './riders.ts'
import { isUnreferenced, takenPaise } from './taken.ts'

/** What one rider took on a day and still has to collect; sums in paise. */
export type RiderCash = {
  /** As they were last spelled that day. */
  rider: string
  /** The shop's own till, from which money is given back, instead of a rider. */
  isShop: boolean
  orders: number
  /** What was taken and what was short: a later payment of what was short counts in neither. */
  duePaise: number
  cashPaise: number
  upiPaise: number
  /** Numbers of the orders with UPI money that nobody gave the reference of. */
  unreferenced: string[]
  /** What was due but not collected; below 0 where what was short before was made up for. */
  shortPaise: number
  /** All that was given back, and how much of it by UPI. */
  returnedPaise: number
  returnedUpiPaise: number
  /** Orders that are on their way now, and what is to be collected for them. */
  openOrders: number
  openPaise: number
}

const emptyRiderCash = (rider: string, isShop: boolean): RiderCash => ({
  ...{ rider, isShop, orders: 0, duePaise: 0, cashPaise: 0, upiPaise: 0, unreferenced: [] },
  ...{ shortPaise: 0, returnedPaise: 0, returnedUpiPaise: 0, openOrders: 0, openPaise: 0 },
})

/**
 * The cash book of a day by rider: what was due, what was collected and what is still out; then the shop's
 * till with what was given back.
 */
export async function readCashBook(db: Db, day: string, now: number): Promise<RiderCash[]> {
  const entries = await db
    .selectFrom('cash_entry')
    .innerJoin('orders', 'orders.id', 'cash_entry.order_id')
    .select(['orders.number', 'cash_entry.rider', 'kind', 'how', 'reference'])
    .select(['due_paise', 'cash_entry.amount_paise'])
    .where('cash_entry.created_at', '>=', dayStart(day))
    .where('cash_entry.created_at', '<', dayEnd(day))
    .where('undone_at', 'is', null)
    .orderBy('cash_entry.created_at')
    .execute()
  const riders = new Map<string, RiderCash>()
  const till = emptyRiderCash('', true)
  const rowOf = (rider: string) => {
    const key = riderKey(rider)
    const row = riders.get(key) ?? emptyRiderCash(rider, false)
    riders.set(key, row)
    return row
  }
  const counted = new Set<string>()
  for (const entry of entries) {
    const { number, rider, kind, how, due_paise: due, amount_paise: paise } = entry
    if (kind === 'returned') {
      till.returnedPaise += paise
      if (how === 'upi') till.returnedUpiPaise += paise
      if (!counted.has(number)) till.orders += 1
      counted.add(number)
      continue
    }
    const row = rowOf(rider)
    row.rider = rider.trim()
    const key = `${number} ${riderKey(rider)}`
    if (!counted.has(key)) row.orders += 1
    counted.add(key)
    row.duePaise += due
    row.shortPaise += due - paise
    if (how === 'cash') row.cashPaise += paise
    else row.upiPaise += paise
    if (isUnreferenced(entry) && !row.unreferenced.includes(number)) row.unreferenced.push(number)
  }
  for (const { rider, paise } of day === indianDay(now) ? await listOpen(db) : []) {
    const row = rowOf(rider)
    row.openOrders += 1
    row.openPaise += paise
  }
  const rows = [...riders].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  return till.returnedPaise > 0 ? [...rows, till] : rows
}

/** Unpaid orders on their way for which something is left to collect. */
async function listOpen(db: Db) {
  const rows = await db
    .selectFrom('orders')
    .select((eb) => ['rider', 'amount_paise', 'reduced_paise', takenPaise(eb).as('taken')])
    .where('status', '=', 'out_for_delivery')
    .where('ended', 'is', null)
    .where('payment_id', 'is', null)
    .execute()
  return rows
    .map((row) => ({
      rider: row.rider,
      paise: row.amount_paise - row.reduced_paise - Number(row.taken ?? 0),
    }))
    .filter(({ paise }) => paise > 0)
}
