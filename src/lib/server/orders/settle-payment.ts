import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { MINUTE_MS } from '#lib/server/durations.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import type { PaymentTable } from '#lib/server/database/schema/orders.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import type { GatewayPayment } from '#lib/server/payments/provider.ts'
import { type Attempt, closeAttempt, lockAttempt } from './attempts.ts'
import { needAttention } from './attention.ts'
import { issueCredit } from './bills/bills.ts'
import { buyerOf } from './buyer-of.ts'
import { lockOrderOf } from './lock-order.ts'
import { placeOrder } from './place-order.ts'
import { isBegunTooLate } from './payment/begun-late.ts'
import { noteAllTwice } from './refunds/given-twice.ts'
import { leftAfterOutsideRefunds } from './refunds/outside-refunds.ts'
import { orderOfPayment } from './read-orders.ts'
import { requestRefund } from './refunds/refund-rows.ts'
import { flagForAttention } from './statuses.ts'

type Payment = Selectable<PaymentTable>

/** What became of a payment. */
export type Settled =
  | { kind: 'order'; orderId: string }
  | { kind: 'refunded' }
  /** The money could not be refunded: the owner sees to it. */
  | { kind: 'attention' }
  /** Authorized: the shopper has paid, and the money is about to arrive. */
  | { kind: 'pending' }
  /** Begun in the provider's window, but not authorized. */
  | { kind: 'begun' }
  | { kind: 'failed' }
  | { kind: 'unknown' }

const LOOK_WITHIN_MS = MINUTE_MS

/** States only advance: a late message never undoes a later state (F15, P5). */
const RANK = { created: 0, failed: 1, authorized: 2, captured: 3, refunded: 4 }

/**
 * Does what a payment calls for, whether the news comes by callback, webhook or reconciler. Captured money
 * becomes the order of its attempt, or a refund, in one transaction; a repeat changes nothing and returns the
 * same answer (I1, I2, F10 to F23).
 */
export async function settlePayment(
  { db, provider, step, now }: Payments,
  payment: GatewayPayment,
): Promise<Settled> {
  const settled = await inTransaction(db, async (trx) => {
    const by = { provider: provider.name, provider_order_id: payment.orderId }
    await lockOrderOf(trx, by)
    const attempt = await lockAttempt(trx, by)
    step('kp:order-tx-open', payment.id)
    const value = attempt
      ? await settle(trx, attempt, payment, now())
      : await refuseUnknown(trx, provider.name, payment, now())
    return { ok: true, value }
  })
  if (!settled.ok) throw new Error(`Payment ${payment.id} was not settled: ${settled.error}`)
  if (settled.value.kind === 'order') step('kp:order-saved', payment.id)
  return settled.value
}

async function refuseUnknown(trx: Trx, provider: string, payment: GatewayPayment, now: number) {
  if (payment.state === 'captured' || payment.state === 'authorized') {
    const { id: paymentRef, orderId: order, amountPaise: amount, currency } = payment
    const news = { code: 'unknown' as const, given: { amount, currency }, order }
    await needAttention(trx, 'unknown order', { provider, paymentRef, news }, now)
  }
  return { kind: 'unknown' } as const
}

async function settle(
  trx: Trx,
  attempt: Attempt,
  payment: GatewayPayment,
  now: number,
): Promise<Settled> {
  const known = await keepPayment(trx, attempt, payment, now)
  if (known.outcome !== null) {
    if (payment.state === 'refunded') await noteRefunded(trx, attempt, known, now)
    return settledResult(trx, known)
  }
  const state = RANK[payment.state] > RANK[known.state] ? payment.state : known.state
  if (state === 'captured') return settleMoney(trx, attempt, known, payment, now)
  const isGone = state === 'refunded'
  await trx
    .updateTable('payment')
    .set({ state, changed_at: now, reason: payment.reason, ...(isGone && { outcome: 'refund' }) })
    .where('id', '=', known.id)
    .execute()
  if (isGone) return { kind: 'refunded' }
  if (state === 'authorized') {
    // Soon, however long the interval was: the shopper has paid, and waits (F20).
    const soon = now + LOOK_WITHIN_MS
    await trx
      .updateTable('attempt')
      .set({ next_ask_at: soon })
      .where('id', '=', attempt.id)
      .where('next_ask_at', '>', soon)
      .execute()
    return { kind: 'pending' }
  }
  return { kind: state === 'failed' ? 'failed' : 'begun' }
}

/** Saves a payment and locks its row; a new one starts as `created` until its state is decided. */
async function keepPayment(trx: Trx, attempt: Attempt, payment: GatewayPayment, now: number) {
  const key = { provider: attempt.provider, provider_payment_id: payment.id }
  const { amountPaise, currency, method, reason } = payment
  await trx
    .insertInto('payment')
    .values({
      ...{ id: randomUUID(), ...key, attempt_id: attempt.id, state: 'created', outcome: null },
      ...{ amount_paise: amountPaise, currency: currency.slice(0, 8), method, reason },
      ...{ created_at: now, changed_at: now },
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_payment_id']).doNothing())
    .execute()
  return trx
    .updateTable('payment')
    .set({ amount_paise: amountPaise, currency: currency.slice(0, 8), method })
    .where((eb) => eb.and(key))
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function settleMoney(
  trx: Trx,
  attempt: Attempt,
  known: Payment,
  payment: GatewayPayment,
  now: number,
): Promise<Settled> {
  const isExact =
    payment.amountPaise === attempt.amount_paise && payment.currency === attempt.currency
  if (!isExact) {
    const given = { amount: payment.amountPaise, currency: payment.currency }
    const expected = { amount: attempt.amount_paise, currency: attempt.currency }
    const news = { code: 'amount' as const, given, expected }
    const about = { provider: attempt.provider, paymentRef: payment.id, attemptId: attempt.id }
    await giveMoneyBack(trx, attempt, known, 'amount', now)
    await needAttention(trx, 'wrong amount', { ...about, news }, now)
    return { kind: 'refunded' }
  }
  // It cannot have begun after it was first heard of, whatever the provider's clock says.
  const begunAt = Math.min(payment.begunAt ?? known.created_at, known.created_at)
  const isTooLate = await isBegunTooLate(trx, attempt, begunAt)
  const placed = await placeOrder(trx, attempt, known.id, now, isTooLate)
  if (!placed.ok) {
    await giveMoneyBack(trx, attempt, known, placed.error, now)
    return { kind: 'refunded' }
  }
  await decide(trx, known, 'order', now)
  return { kind: 'order', orderId: placed.value.id }
}

async function giveMoneyBack(
  trx: Trx,
  attempt: Attempt,
  known: Payment,
  reason: 'amount' | 'second' | 'late',
  now: number,
): Promise<void> {
  await decide(trx, known, 'refund', now)
  const buyer = await buyerOf(trx, attempt.id)
  await requestRefund(trx, known, reason, buyer, now)
  if (attempt.outcome !== 'order') await closeAttempt(trx, attempt, 'refunded', now)
}

/** Sets state and outcome in one statement, as the table's check constraint requires (I2). */
async function decide(trx: Trx, { id }: Payment, outcome: 'order' | 'refund', now: number) {
  await trx
    .updateTable('payment')
    .set({ state: 'captured', outcome, changed_at: now, reason: '' })
    .where('id', '=', id)
    .execute()
}

/** Notes that the provider has refunded the money: at our request or in its dashboard. */
async function noteRefunded(trx: Trx, attempt: Attempt, known: Payment, now: number) {
  await noteAllTwice(trx, known, now)
  if (known.state === 'refunded') return
  await trx
    .updateTable('payment')
    .set({ state: 'refunded', changed_at: now })
    .where('id', '=', known.id)
    .execute()
  // All of it was requested here, or partly here and partly in the dashboard.
  if (known.refund_paise >= (await leftAfterOutsideRefunds(trx, known))) return
  const paymentRef = known.provider_payment_id
  const order = await orderOfPayment(trx, known.id)
  const about = { provider: attempt.provider, paymentRef, attemptId: attempt.id }
  const news = { code: 'outside' as const }
  await needAttention(trx, 'refunded outside', { ...about, orderId: order?.id, news }, now)
  if (!order) return
  await flagForAttention(trx, order.id, now)
  await issueCredit(trx, order.id, Infinity, 'refunded outside', now)
}

/**
 * The result of a payment with a known outcome, for which the provider need not be asked again (F07, F25).
 * @throws if the outcome is an order, but there is none
 */
export async function settledResult(
  db: Db,
  { id, outcome }: Pick<Payment, 'id' | 'outcome'>,
): Promise<Settled> {
  if (outcome === 'attention') return { kind: 'attention' }
  if (outcome !== 'order') return { kind: 'refunded' }
  const order = await orderOfPayment(db, id)
  if (!order) throw new Error(`The payment ${id} has no order`)
  return { kind: 'order', orderId: order.id }
}
