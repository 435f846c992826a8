import { indexOrder } from '#lib/server/orders/order-lines.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import { findOpenAttempt, expireAttempt, lockAttempt } from '#lib/server/orders/attempts.ts'

/**
 * Moves a guest's attempts and orders to the account. A pending payment then becomes an order of the account,
 * and takes what was bought out of its cart. If both have an open attempt, the guest's loses its hold; should
 * it be paid all the same, it is handled like any late payment (F22). Orders must move too, as the cookie by
 * which this browser found them ends here (G07). They keep their request's key, unless the account has used
 * the same one.
 */
export async function moveAttempts(trx: Trx, from: string, to: string): Promise<void> {
  // Locked as checkouts do, and in their order (start-checkout.ts).
  for (const id of [from, to]) {
    await trx
      .updateTable('user')
      .set((eb) => ({ name: eb.ref('name') }))
      .where('id', '=', id)
      .execute()
  }
  const [open, own] = [await findOpenAttempt(trx, from), await findOpenAttempt(trx, to)]
  const locked = open && own && (await lockAttempt(trx, { id: open.id }))
  if (locked) await expireAttempt(trx, locked, Date.now())
  const keys = trx.selectFrom('attempt').select('idempotency_key').where('user_id', '=', to)
  await trx
    .updateTable('attempt')
    .set({ idempotency_key: null })
    .where('user_id', '=', from)
    .where((eb) => eb.or([eb('state', '<>', 'closed'), eb('idempotency_key', 'in', keys)]))
    .execute()
  await trx.updateTable('attempt').set({ user_id: to }).where('user_id', '=', from).execute()
  const moved = await trx
    .updateTable('orders')
    .set({ user_id: to })
    .where('user_id', '=', from)
    .returning('id')
    .execute()
  // The desk finds them by the account's mail address too.
  for (const { id } of moved) await indexOrder(trx, id)
}
