import type { Kysely, Selectable } from 'kysely'
import type { Database, Db, Trx } from '#lib/server/database/schema.ts'
import type { OrdersTable } from '#lib/server/database/schema/orders.ts'

/** What the counter works with. */
export type Counter = { db: Kysely<Database>; now: () => number }
export type Order = Selectable<OrdersTable>

/** Why nothing was done; texts/page/counter.ts words it. */
export type ActionFault =
  | 'unknown'
  | 'changed'
  | 'notNow'
  | 'nothing'
  | 'notLast'
  | 'tooLate'
  | 'notCash'
  | 'notPaid'
  | 'tooMuch'
  | 'tooLittle'
  | 'leavesLittle'
  | 'aboveDue'
  | 'noLine'
  | 'notFewer'
  | 'allGone'
  | 'noProduct'
  | 'needsPack'
  | 'short'
  | 'veg'
  | 'notAgreed'
  | 'malformed'
  | 'pin'
/** The order as it is now; of one that was ended, what of its payment goes back, in paise. */
type Changed = Order & { backPaise?: number }
/**
 * Why it was not done; `duePaise` is what is to be collected, where more was said, `packs` are those of a
 * product of which none, or another, was named.
 */
export type Refusal = { ok: false; error: ActionFault; duePaise?: number; packs?: string[] }
export type Done = { ok: true; value: Changed } | Refusal

export const refuse = (error: ActionFault) => ({ ok: false, error }) as const

/** What is to be paid for it now, in paise. */
export const dueOf = ({ amount_paise, reduced_paise }: Order): number =>
  amount_paise - reduced_paise

export const refuseAboveDue = (order: Order): Refusal => ({
  ...refuse('aboveDue'),
  duePaise: dueOf(order),
})

/** The order as it is now. */
export function readOrder(db: Db, id: string): Promise<Order> {
  return db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Notes that something is told. @returns false when it was told before */
export async function claimNotice(
  trx: Trx,
  orderId: string,
  kind: string,
  now: number,
): Promise<boolean> {
  const added = await trx
    .insertInto('order_notice')
    .values({ order_id: orderId, kind, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .executeTakeFirst()
  return added !== undefined
}
