import type { Selectable } from 'kysely'
import { inTransaction, whenFree } from '../database/database.ts'
import type { RefundTable } from '../database/schema-orders.ts'
import type { Payments } from '../payments/payments.ts'
import type { RefundState } from '../payments/provider.ts'
import { needAttention } from './attention.ts'
import { moveOrder } from './statuses.ts'

type Refund = Selectable<RefundTable>
const MINUTE = 60_000
/** A refund that could not be made in this time is the shopkeeper's (F26). */
const GIVE_UP_MS = 24 * 60 * MINUTE
const LONGEST_WAIT_MS = 120 * MINUTE
/** Nobody else tries a refund while one call may still be under way. */
const CLAIM_MS = 15_000
const AT_ONCE = 20

/** Does the refunds that are due, each under its own key, so that a repeat is the same one (P6). */
export async function doRefunds(payments: Payments): Promise<void> {
  const { db, now } = payments
  const due = await db
    .selectFrom('refund')
    .selectAll()
    .where('state', '=', 'pending')
    .where('next_try_at', '<=', now())
    .orderBy('next_try_at')
    .limit(AT_ONCE)
    .execute()
  for (const refund of due) {
    const claim = db
      .updateTable('refund')
      .set((eb) => ({ next_try_at: now() + CLAIM_MS, tries: eb('tries', '+', 1) }))
      .where('id', '=', refund.id)
      .where('state', '=', 'pending')
      .where('next_try_at', '=', refund.next_try_at)
      .returningAll()
    const claimed = await whenFree(() => claim.executeTakeFirst())
    if (claimed) await tryRefund(payments, claimed)
  }
}

async function tryRefund(payments: Payments, refund: Refund): Promise<void> {
  const { db, provider, log } = payments
  const payment = await db
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', refund.payment_id)
    .executeTakeFirstOrThrow()
  if (payment.provider !== provider.name) return giveUpOrWait(payments, refund)
  const paymentId = payment.provider_payment_id
  const { id: key, amount_paise: amountPaise } = refund
  const done = await provider.refund({ key, paymentId, amountPaise })
  if (!done.ok || done.value.state === 'failed') {
    log.warn({ payment: paymentId, tries: refund.tries }, 'A refund could not be made yet')
    return giveUpOrWait(payments, refund)
  }
  const { id: refundId, state } = done.value
  await settleRefund(payments, { refundId, paymentId, state })
  if (state === 'pending') await giveUpOrWait(payments, refund)
}

/** Notes what the provider says of a refund, by answer or by webhook; `processed` stays. */
export async function settleRefund(
  { db, provider, now, log }: Payments,
  { refundId, paymentId, state }: { refundId: string; paymentId: string; state: RefundState },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const payment = await trx
      .updateTable('payment')
      .set((eb) => ({ changed_at: eb.ref('changed_at') }))
      .where('provider', '=', provider.name)
      .where('provider_payment_id', '=', paymentId)
      .returningAll()
      .executeTakeFirst()
    if (!payment) return { ok: true, value: undefined }
    const isDone = state === 'processed'
    const changed = await trx
      .updateTable('refund')
      .set({ provider_refund_id: refundId, ...(isDone && { state, done_at: now() }) })
      .where('payment_id', '=', payment.id)
      .where('state', '<>', 'processed')
      .returning('id')
      .executeTakeFirst()
    if (!changed || !isDone) return { ok: true, value: undefined }
    await trx
      .updateTable('payment')
      .set({ state: 'refunded', changed_at: now() })
      .where('id', '=', payment.id)
      .execute()
    const order = await trx
      .selectFrom('orders')
      .select('id')
      .where('payment_id', '=', payment.id)
      .executeTakeFirst()
    if (order) await moveOrder(trx, order.id, 'refunded', 'The money went back', now())
    log.info({ payment: paymentId }, 'A payment was refunded')
    return { ok: true, value: undefined }
  })
}

async function giveUpOrWait({ db, provider, now }: Payments, refund: Refund): Promise<void> {
  await inTransaction(db, async (trx) => {
    const wait = Math.min(LONGEST_WAIT_MS, MINUTE * 2 ** (refund.tries - 1))
    const isOver = now() - refund.created_at >= GIVE_UP_MS
    const changed = await trx
      .updateTable('refund')
      .set(isOver ? { state: 'failed' } : { next_try_at: now() + wait })
      .where('id', '=', refund.id)
      .where('state', '=', 'pending')
      .returning('payment_id')
      .executeTakeFirst()
    if (!changed || !isOver) return { ok: true, value: undefined }
    const { provider_payment_id: paymentRef, attempt_id: attemptId } = await trx
      .selectFrom('payment')
      .select(['provider_payment_id', 'attempt_id'])
      .where('id', '=', changed.payment_id)
      .executeTakeFirstOrThrow()
    const detail = `${refund.amount_paise} paise could not be refunded in 24 hours.`
    const about = { provider: provider.name, paymentRef, attemptId, detail }
    await needAttention(trx, 'refund failed', about, now())
    return { ok: true, value: undefined }
  })
}
