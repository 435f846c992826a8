import type { Db, Trx } from '#lib/server/database/schema.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import type { actionReasons } from '#lib/texts/page/counter.ts'

/** What the functions of the counter need. */
export type CounterContext = { db: Db; now: () => number }

/** Why nothing was done; texts/page/counter.ts words it. */
export type ActionFault = keyof typeof actionReasons

/** The order after the change, and how much of its payment goes back by it, in paise. */
type Changed = OrderRow & { backPaise?: number }
/**
 * Why it was refused. `duePaise` is what is to be collected, if more was entered; `packs` are the product's
 * packs, if none or an unknown one was named.
 */
export type ActionRefusal = { ok: false; error: ActionFault; duePaise?: number; packs?: string[] }
export type Done = { ok: true; value: Changed } | ActionRefusal

/** Refuses an action for this reason. */
export const refuseAction = (error: ActionFault) => ({ ok: false, error }) as const

/** What is to be paid for an order now, in paise. */
export const dueOf = ({
  amount_paise,
  reduced_paise,
}: Pick<OrderRow, 'amount_paise' | 'reduced_paise'>): number => amount_paise - reduced_paise

/** Lowers what an order costs. */
export async function reduceBy(trx: Trx, { id }: OrderRow, paise: number): Promise<void> {
  await trx
    .updateTable('orders')
    .set((eb) => ({ reduced_paise: eb('reduced_paise', '+', paise) }))
    .where('id', '=', id)
    .execute()
}

/** Refuses an amount above what is left to be collected, in paise. */
export const refuseAbove = (duePaise: number): ActionRefusal => ({
  ...refuseAction('aboveDue'),
  duePaise,
})

/** The current row of an order. @throws if it does not exist */
export function readOrderRow(db: Db, id: string): Promise<OrderRow> {
  return db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Claims the right to send a notice. @returns false if it has been sent before */
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
