import type { Trx } from '#lib/server/database/schema.ts'
import { findOpenAttempt, expireAttempt, lockAttempt } from '#lib/server/orders/attempts.ts'

/**
 * What is being paid goes along into the account, so that it becomes one order of it, and takes out of its
 * cart what it bought. Of two that are open, the guest's holds nothing any more; paid all the same, it is
 * looked for like any late payment (F22). What was bought goes along too: the cookie by which this browser
 * found it ends here (G07). An order is still known by the key of its request, unless the account has that one.
 */
export async function moveAttempts(trx: Trx, from: string, to: string): Promise<void> {
  // As a checkout locks, and in its order (start-checkout.ts).
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
  await trx.updateTable('orders').set({ user_id: to }).where('user_id', '=', from).execute()
}
