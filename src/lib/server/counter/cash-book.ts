import { dayEnd, indianDay, dayStart } from '#lib/dates.ts'
import type { ExpressionBuilder } from 'kysely'
import type { Database, Db } from '#lib/server/database/schema.ts'

/** What one rider took on a day and still has to collect; sums in paise. */
export type RiderCash = {
  rider: string
  orders: number
  duePaise: number
  cashPaise: number
  upiPaise: number
  /** What was due but not collected. */
  shortPaise: number
  returnedPaise: number
  /** Orders that are on their way now, and what is to be collected for them. */
  openOrders: number
  openPaise: number
}

const emptyRiderCash = (rider: string): RiderCash => ({
  ...{ rider, orders: 0, duePaise: 0, cashPaise: 0, upiPaise: 0, shortPaise: 0, returnedPaise: 0 },
  ...{ openOrders: 0, openPaise: 0 },
})

/** The cash book of a day by rider: what was due, what was collected, what was returned, and what is still out. */
export async function readCashBook(db: Db, day: string, now: number): Promise<RiderCash[]> {
  const entries = await db
    .selectFrom('cash_entry')
    .select(['rider', 'kind', 'how', 'due_paise', 'amount_paise'])
    .where('created_at', '>=', dayStart(day))
    .where('created_at', '<', dayEnd(day))
    .where('undone_at', 'is', null)
    .execute()
  const riders = new Map<string, RiderCash>()
  const rowOf = (rider: string) => {
    const row = riders.get(rider) ?? emptyRiderCash(rider)
    riders.set(rider, row)
    return row
  }
  for (const { rider, kind, how, due_paise: due, amount_paise: paise } of entries) {
    const row = rowOf(rider)
    if (kind === 'returned') row.returnedPaise += paise
    else {
      row.orders += 1
      row.duePaise += due
      row.shortPaise += due - paise
      if (how === 'cash') row.cashPaise += paise
      else row.upiPaise += paise
    }
  }
  for (const { rider, paise } of day === indianDay(now) ? await listOpen(db) : []) {
    const row = rowOf(rider)
    row.openOrders += 1
    row.openPaise += paise
  }
  return [...riders.values()].toSorted((a, b) => (a.rider < b.rider ? -1 : 1))
}

/** Unpaid orders on their way whose money has not been recorded yet. */
function listOpen(db: Db) {
  return db
    .selectFrom('orders')
    .select((eb) => ['rider', eb('amount_paise', '-', eb.ref('reduced_paise')).as('paise')])
    .where('status', '=', 'out_for_delivery')
    .where('ended', 'is', null)
    .where('payment_id', 'is', null)
    .where(isNotNoted)
    .execute()
}

/** Matches orders without a record of money taken: what was paid by UPI on the way is no longer to be collected. */
export const isNotNoted = ({ not, exists, selectFrom }: ExpressionBuilder<Database, 'orders'>) =>
  not(
    exists(
      selectFrom('cash_entry')
        .select('cash_entry.id')
        .whereRef('cash_entry.order_id', '=', 'orders.id')
        .where('cash_entry.kind', '=', 'taken')
        .where('cash_entry.undone_at', 'is', null),
    ),
  )
