import { stageOf } from '#lib/counter/stages.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import type { GatewayDispute } from '#lib/server/payments/provider.ts'
import { needAttention, resolveAttention } from '../attention.ts'
import type { AttentionNews } from '../attention-news.ts'
import { lockOrder, lockOrderOf } from '../lock-order.ts'
import { orderOfPayment } from '../read-orders.ts'
import { storeDispute } from './disputes.ts'
import { lockPayment } from './refund-rows.ts'
import { giveBackAll } from './refund-whole.ts'

/**
 * Applies what the provider says of a dispute: the owner hears what to do, and what the bank holds or has taken is not
 * refunded a second time (P22). Once it is free again, an order that was ended meanwhile is refunded.
 * @throws when the payment is unknown, so that the job is tried again
 */
export async function settleDispute(payments: Payments, dispute: GatewayDispute): Promise<void> {
  const { db, provider, now, log } = payments
  const by = { provider: provider.name, provider_payment_id: dispute.paymentId }
  const settled = await inTransaction(db, async (trx) => {
    await lockOrderOf(trx, by)
    const payment = await lockPayment(trx, by)
    if (!payment) return { ok: true, value: false }
    if (!(await storeDispute(trx, provider.name, dispute))) return { ok: true, value: true }
    log.info({ payment: dispute.paymentId, state: dispute.state }, 'A payment is disputed')
    const order = await orderOfPayment(trx, payment.id)
    // What there was to answer is answered, or too late.
    await resolveAttention(trx, dispute.paymentId, now(), 'disputed')
    const news = newsOf(dispute)
    if (news) {
      const about = { provider: provider.name, paymentRef: dispute.paymentId, orderId: order?.id }
      await needAttention(trx, 'disputed', { ...about, news }, now())
    }
    const locked = order && (await lockOrder(trx, order.id))
    const isOver = dispute.state !== 'asked' && dispute.state !== 'review'
    if (isOver && locked && stageOf(locked) === 'ended')
      await giveBackAll(trx, locked, 'owner', now())
    return { ok: true, value: true }
  })
  if (!settled.ok || !settled.value) {
    throw new Error(`A dispute of ${dispute.paymentId} came before its payment`)
  }
}

function newsOf(dispute: GatewayDispute): AttentionNews | undefined {
  const { id, state, isHeld, amountPaise: paise, reason, answerBy = null, at } = dispute
  if (state === 'lost') return { code: 'lost', dispute: id, paise }
  // The bank may ask again, once it has read what the shop has sent.
  return state === 'asked'
    ? { code: 'disputed', dispute: `${id} ${at}`, paise, isHeld, reason, answerBy }
    : undefined
}
