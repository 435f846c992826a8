import { dayEnd, dayStart } from '#lib/dates.ts'
import type { Db } from '#lib/server/database/schema.ts'

/**
 * What was done on a day by which a rider has to bring less than before, the latest first: sums taken off cash orders,
 * goods that go back after money was recorded, and what was corrected or undone in the cash book of an earlier day.
 * What was short may be gone from that day's book, so an owner reads it here.
 */
export async function listLessened(db: Db, day: string, most = 500) {
  return db
    .selectFrom('order_action as action')
    .innerJoin('orders', 'orders.id', 'action.order_id')
    .select(['orders.number', 'orders.rider', 'action.who', 'action.kind', 'action.before'])
    .select(['action.after', 'action.note', 'action.created_at'])
    .where('action.created_at', '>=', dayStart(day))
    .where('action.created_at', '<', dayEnd(day))
    .where('orders.payment_id', 'is', null)
    .where((eb) => {
      const entries = eb
        .selectFrom('cash_entry')
        .select('cash_entry.id')
        .whereRef('cash_entry.order_id', '=', 'orders.id')
      const isAfterMoney = entries
        .where('cash_entry.kind', '=', 'taken')
        .whereRef('cash_entry.created_at', '<=', 'action.created_at')
        .where((entry) =>
          entry.or([
            entry('cash_entry.undone_at', 'is', null),
            entry('cash_entry.undone_at', '>', entry.ref('action.created_at')),
          ]),
        )
      const changesOldBook = entries
        .whereRef('cash_entry.undone_at', '=', 'action.created_at')
        .where('cash_entry.created_at', '<', dayStart(day))
      return eb.or([
        eb('action.kind', '=', 'refund'),
        eb.and([eb('action.kind', '=', 'line'), eb.exists(isAfterMoney)]),
        eb.and([eb('action.kind', 'in', ['cash', 'undo']), eb.exists(changesOldBook)]),
      ])
    })
    .orderBy('action.created_at', 'desc')
    .limit(most)
    .execute()
}
