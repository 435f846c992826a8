import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Trx } from '#lib/server/database/schema.ts'
import type { PaymentTable, RefundTable } from '#lib/server/database/schema/orders.ts'
import { lowerFailed, resolveRefund } from '../attention.ts'
import { countAsked } from './refund-rows.ts'

type Refund = Selectable<RefundTable>

/**
 * Reduces requests that the provider has not accepted to what is left of their payment, the oldest first. A request
 * of which nothing is left is deleted: it was not made, and must not count as refunded (P7).
 */
export async function reduceRefunds(
  trx: Trx,
  payment: Selectable<PaymentTable>,
  asked: readonly Refund[],
  left: number,
  now: number,
): Promise<void> {
  let rest = Math.max(left, 0)
  for (const refund of asked) {
    const amount = Math.min(refund.amount_paise, rest)
    rest -= amount
    if (amount < refund.amount_paise) await reduce(trx, payment, refund, amount, now)
  }
  await countAsked(trx, payment.id)
}

async function reduce(
  trx: Trx,
  { provider_payment_id: paymentRef }: Selectable<PaymentTable>,
  { id, state, next_try_at: planned, restored_at: restoredAt }: Refund,
  amountPaise: number,
  now: number,
): Promise<void> {
  if (amountPaise > 0 && state === 'failed') {
    // It is not asked of the provider any more, and the owner's form names it.
    await trx
      .updateTable('refund')
      .set({ amount_paise: amountPaise })
      .where('id', '=', id)
      .where('state', '=', state)
      .execute()
    return lowerFailed(trx, id, amountPaise)
  }
  await resolveRefund(trx, paymentRef, id, now)
  if (amountPaise === 0) {
    await trx.deleteFrom('refund').where('id', '=', id).where('state', '=', state).execute()
    return
  }
  // A new key, as the provider wants the same body with the same key (P6). After a restore the owner records first
  // what was given back by hand (P15).
  const next = restoredAt === null ? now : Math.max(planned, now)
  await trx
    .updateTable('refund')
    .set({ id: randomUUID(), amount_paise: amountPaise, next_try_at: next })
    .where('id', '=', id)
    .where('state', '=', state)
    .execute()
}
