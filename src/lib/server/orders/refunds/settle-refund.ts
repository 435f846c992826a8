import type { Selectable } from 'kysely'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { PaymentTable, RefundTable } from '#lib/server/database/schema/orders.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import type { GatewayRefund } from '#lib/server/payments/provider.ts'
import { orderEventTexts } from '#lib/texts/page/order-events.ts'
import { needAttention, resolveAttention, resolveRefund } from '../attention.ts'
import { setOutcome } from '../attempts.ts'
import { issueCredit } from '../bills/bills.ts'
import { FINISHED } from '../forget-buyer.ts'
import { lockOrderOf } from '../lock-order.ts'
import { noteTwice } from './given-twice.ts'
import { isStoredOutside, leftAfterOutsideRefunds, storeOutsideRefund } from './outside-refunds.ts'
import { reduceRefunds } from './reduce-refunds.ts'
import { orderOfPayment } from '../read-orders.ts'
import { lockPayment, refundsOf } from './refund-rows.ts'
import { flagForAttention, moveOrder } from '../statuses.ts'

type Payment = Selectable<PaymentTable>
type Refund = Selectable<RefundTable>

/**
 * Applies what the provider says of a refund, by answer or webhook; `processed` is final. It completes only a
 * refund of ours with the amount that we requested; any other goes on the owner's list (F26, P7).
 * @returns whether the payment is known
 */
export async function settleRefund(payments: Payments, refund: GatewayRefund): Promise<boolean> {
  const { db, provider, now, log } = payments
  const settled = await inTransaction(db, async (trx) => {
    const by = { provider: provider.name, provider_payment_id: refund.paymentId }
    await lockOrderOf(trx, by)
    const payment = await lockPayment(trx, by)
    if (!payment) return { ok: true, value: false }
    const all = await refundsOf(trx, payment.id)
    const asked =
      all.find((one) => isOurs(one, refund)) ?? (await byHand(trx, payment, all, refund))
    if (!asked || refund.amountPaise !== asked.amount_paise) {
      if (refund.state !== 'processed') return DONE
      await noteOutside(trx, payment, refund, all, now())
      if (!all.some((one) => isOurs(one, refund))) {
        await creditOutside(trx, payment.id, refund, now())
      }
      return DONE
    }
    if (asked.state === 'processed') {
      if (refund.state === 'processed') await noteTwice(trx, payment, asked, now())
      return DONE
    }
    const isDone = refund.state === 'processed'
    await trx
      .updateTable('refund')
      .set(isDone ? { state: 'processed', done_at: now() } : {})
      .set(acceptedBy(asked, refund))
      .where('id', '=', asked.id)
      .execute()
    if (!isDone) return DONE
    await finishRefund(trx, payment, asked, now())
    log.info({ payment: refund.paymentId }, 'A payment was refunded')
    return DONE
  })
  return settled.ok && settled.value
}

const DONE = { ok: true, value: true } as const

/** What the news says of our request: accepted, so that it is refused no more (P15); or, once failed, not accepted. */
function acceptedBy({ provider_refund_id: known }: Refund, { id, state }: GatewayRefund) {
  if (state !== 'failed') return { provider_refund_id: id, refused_at: null }
  return { provider_refund_id: known === id ? null : known }
}

/**
 * The refund that we gave up and the owner made in the dashboard, with neither our receipt nor our id. News that came
 * before is not taken for another such refund.
 */
async function byHand(trx: Trx, { provider }: Payment, all: Refund[], refund: GatewayRefund) {
  if (await isStoredOutside(trx, provider, refund)) return undefined
  return all.find((one) => one.state === 'failed' && one.amount_paise === refund.amountPaise)
}

const isOurs = (asked: Refund, { id, receipt }: GatewayRefund): boolean =>
  receipt === asked.id || id === asked.provider_refund_id

/** What of a payment has not been refunded yet, by us or in the dashboard; 0 once all of it has (P7). */
async function unrefundedPaise(trx: Trx, payment: Payment): Promise<number> {
  const done = (await refundsOf(trx, payment.id)).filter(({ state }) => state === 'processed')
  return (await leftAfterOutsideRefunds(trx, payment)) - sumOf(done)
}

const sumOf = (refunds: Refund[]) => refunds.reduce((sum, one) => sum + one.amount_paise, 0)

/**
 * Completes a refund. Once nothing of the payment is left, the payment is refunded and so is its order; if
 * that has not ended yet, the owner decides about it and its units; else nothing is left to decide.
 */
export async function finishRefund(
  trx: Trx,
  payment: Payment,
  done: Refund,
  now: number,
): Promise<void> {
  await resolveRefund(trx, payment.provider_payment_id, done.id, now)
  if (payment.state !== 'refunded' && (await unrefundedPaise(trx, payment)) > 0) return
  const isGivenUp = payment.outcome === 'attention'
  await setRefunded(trx, payment, now)
  if (isGivenUp) await setOutcome(trx, payment.attempt_id, 'attention', 'refunded')
  const order = await orderOfPayment(trx, payment.id)
  if (!order || FINISHED.includes(order.status)) {
    if (order) await moveOrder(trx, order.id, 'refunded', orderEventTexts.refunded, now)
    await resolveAttention(trx, payment.provider_payment_id, now, 'refunded outside')
    return
  }
  const about = { ...refOf(payment), orderId: order.id, news: { code: 'whole' as const } }
  await needAttention(trx, 'refunded outside', about, now)
  await flagForAttention(trx, order.id, now)
}

const refOf = ({ provider, provider_payment_id: paymentRef, attempt_id: attemptId }: Payment) => ({
  ...{ provider, paymentRef, attemptId },
})

async function setRefunded(trx: Trx, { id, outcome }: Payment, now: number): Promise<void> {
  const isReturned = outcome === 'attention' || outcome === null
  await trx
    .updateTable('payment')
    .set({ state: 'refunded', changed_at: now, ...(isReturned && { outcome: 'refund' }) })
    .where('id', '=', id)
    .execute()
}

/** Completes a refund of ours that is no longer needed, as all the money went back without it. */
export async function finishUnneeded(
  trx: Trx,
  payment: Payment,
  asked: Refund,
  now: number,
): Promise<void> {
  const done = await trx
    .updateTable('refund')
    .set({ state: 'processed', done_at: now })
    .where('id', '=', asked.id)
    .where('state', '<>', 'processed')
    .returning('id')
    .executeTakeFirst()
  if (done) await finishRefund(trx, payment, asked, now)
}

const isUntaken = ({ state, provider_refund_id }: Refund): boolean =>
  state === 'failed' || (state === 'pending' && provider_refund_id === null)

async function noteOutside(
  trx: Trx,
  payment: Payment,
  refund: GatewayRefund,
  all: Refund[],
  now: number,
): Promise<void> {
  const isOther = !all.some((one) => isOurs(one, refund))
  if (isOther) await storeOutsideRefund(trx, payment.provider, refund, now)
  const left = await unrefundedPaise(trx, payment)
  const isWhole = payment.state === 'refunded' || left <= 0
  // The provider refunds no more than was paid: a request that it has not acknowledged was not made.
  const free = isOther ? all.filter(isUntaken) : []
  if (isWhole && free.length > 0) {
    for (const asked of free) await finishUnneeded(trx, payment, asked, now)
    return
  }
  const order = await orderOfPayment(trx, payment.id)
  // Neither goods nor money, e.g. a payment that was never captured: there is nothing to decide.
  if (isWhole && !order && all.length === 0) return setRefunded(trx, payment, now)
  const { id, amountPaise: paise } = refund
  const news = { code: 'part' as const, refund: id, paise, allPaise: payment.amount_paise }
  const about = { ...refOf(payment), orderId: order?.id, news }
  await needAttention(trx, 'refunded outside', about, now)
  if (free.length > 0)
    await reduceRefunds(trx, payment, free, left - sumOf(all.filter(isTaken)), now)
  // A partial refund may be for one line; the rest is still to be sent.
  if (!isWhole) return
  await setRefunded(trx, payment, now)
  if (order) await flagForAttention(trx, order.id, now)
}

/** Writes the credit note last, as taking its number locks the books; never for more than is left of the bill. */
async function creditOutside(
  trx: Trx,
  paymentId: string,
  refund: GatewayRefund,
  now: number,
): Promise<void> {
  const order = await orderOfPayment(trx, paymentId)
  if (!order) return
  await issueCredit(trx, order.id, refund.amountPaise, `outside ${refund.id}`, now)
}

const isTaken = (refund: Refund) => refund.state === 'pending' && !isUntaken(refund)
