import { dayEnd, dayStart } from '#lib/counter/order-filter.ts'
import type { Db } from '#lib/server/database/schema.ts'

/** What one rider has taken on a day; sums in paise. */
export type RiderCash = {
  rider: string
  orders: number
  duePaise: number
  cashPaise: number
  upiPaise: number
  returnedPaise: number
}

/** The cash book of a day, rider by rider: what was to collect, what came, and what went back. */
export async function readCashBook(db: Db, day: string): Promise<RiderCash[]> {
  const entries = await db
    .selectFrom('cash_entry')
    .select(['rider', 'kind', 'how', 'due_paise', 'amount_paise'])
    .where('created_at', '>=', dayStart(day))
    .where('created_at', '<', dayEnd(day))
    .where('undone_at', 'is', null)
    .execute()
  const riders = new Map<string, RiderCash>()
  for (const { rider, kind, how, due_paise: due, amount_paise: paise } of entries) {
    const row = riders.get(rider) ?? {
      ...{ rider, orders: 0, duePaise: 0, cashPaise: 0, upiPaise: 0, returnedPaise: 0 },
    }
    if (kind === 'returned') row.returnedPaise += paise
    else {
      row.orders += 1
      row.duePaise += due
      if (how === 'cash') row.cashPaise += paise
      else row.upiPaise += paise
    }
    riders.set(rider, row)
  }
  return [...riders.values()].toSorted((a, b) => (a.rider < b.rider ? -1 : 1))
}
