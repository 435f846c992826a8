import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Period } from '#lib/counter/period.ts'
import { dayEnd, dayStart } from '#lib/dates.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { billsByOrder } from '#lib/server/orders/bills/bills.ts'
import { billedByOrder } from '#lib/server/orders/read-orders.ts'
import { type BillRow, orderRows } from './bill-rows.ts'

/** Bills read at a time: SQLite reads on the thread that serves, so shoppers wait only briefly. */
const BATCH = 25

/** The bill book (P21): bills and credit notes written on these days, by rate and HSN code, some at a time. */
export async function* readBillBook(db: Db, period: Period): AsyncGenerator<BillRow[]> {
  for await (const papers of papersOf(db, period, BATCH)) {
    const ids = [...new Set(papers.map(({ order_id }) => order_id))]
    const bills = await billsByOrder(db, ids)
    const billed = await billedByOrder(db, ids)
    const orders = await db
      .selectFrom('orders')
      .select(['id', 'number', 'region as state', 'country'])
      .where('id', 'in', ids)
      .execute()
    const rows = new Map(
      orders.flatMap((order) => [
        ...orderRows(order, bills.get(order.id) ?? [], billed.of(order.id)),
      ]),
    )
    yield papers.flatMap(({ id }) => rows.get(id) ?? [])
  }
}

/** Bills and credit notes written on these days, in the order written, some at a time. */
export async function* papersOf(db: Db, { from, to }: Period, atOnce: number) {
  let after: { created_at: number; kind: string; number: number } | undefined
  for (;;) {
    const { created_at: at, kind, number } = after ?? { created_at: 0, kind: '', number: 0 }
    const papers = await db
      .selectFrom('bill')
      .select(['id', 'order_id', 'kind', 'year', 'number', 'created_at'])
      .where('created_at', '>=', Math.max(dayStart(from), at))
      .where('created_at', '<', dayEnd(to))
      .where(sql<boolean>`(created_at, kind, number) > (${at}, ${kind}, ${number})`)
      .orderBy('created_at')
      .orderBy('kind')
      .orderBy('number')
      .limit(atOnce)
      .execute()
    after = papers.at(-1)
    if (!after) return
    yield papers
    // Lets requests that came meanwhile be answered first.
    await nextTurn()
  }
}

/** When the first bill was written; undefined if there is none. */
export async function firstBillAt(db: Db): Promise<number | undefined> {
  const first = db.selectFrom('bill').select('created_at').orderBy('created_at').limit(1)
  return (await first.executeTakeFirst())?.created_at
}
