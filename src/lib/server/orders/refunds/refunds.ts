import type { Selectable } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '#lib/server/durations.ts'
import { REFUND_HOURS } from '#lib/limits.ts'
import { inTransaction, retryWhileLocked } from '#lib/server/database/database.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { PaymentTable, RefundTable } from '#lib/server/database/schema/orders.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import { setOutcome } from '../attempts.ts'
import { needAttention, resolveRefund } from '../attention.ts'
import { lockOrderOf } from '../lock-order.ts'
import { buyerOf } from '../buyer-of.ts'
import { tellDelay } from '../mails.ts'
import { orderOfPayment } from '../read-orders.ts'
import { lockPayment } from './refund-rows.ts'
import { finishUnneeded, settleRefund } from './settle-refund.ts'
import { takeRefundsOf } from './untold-refunds.ts'

type Payment = Selectable<PaymentTable>
type Refund = Selectable<RefundTable>
const GIVE_UP_MS = REFUND_HOURS * HOUR_MS
/** But never after fewer tries: a shop that was off, or a clock that jumped, has not really tried (F45). */
const MIN_TRIES = 8
const MAX_WAIT_MS = 120 * MINUTE_MS
/** How long a try reserves a refund, so that nobody else tries it while the call may be under way. */
const CLAIM_MS = 15_000
const AT_ONCE = 20

/** Makes the refunds that are due, each under its own key, so that the provider recognises a repeat (P6). */
export async function doRefunds(payments: Payments): Promise<void> {
  const { db, now } = payments
  const due = await db
    .selectFrom('refund')
    .selectAll()
    .where('state', '=', 'pending')
    // A wait longer than the maximum was begun before the clock was set back (F45).
    .where((eb) =>
      eb.or([eb('next_try_at', '<=', now()), eb('next_try_at', '>', now() + 2 * MAX_WAIT_MS)]),
    )
    .orderBy('next_try_at')
    .limit(AT_ONCE)
    .execute()
  for (const refund of due) {
    const claim = db
      .updateTable('refund')
      .set((eb) => ({ next_try_at: now() + CLAIM_MS, tries: eb('tries', '+', 1) }))
      // Until the answer is there, nobody can say that it was given back elsewhere (P15).
      .set({ refused_at: null, restored_at: null })
      .where('id', '=', refund.id)
      .where('state', '=', 'pending')
      .where('next_try_at', '=', refund.next_try_at)
      .returningAll()
    const claimed = await retryWhileLocked(() => claim.executeTakeFirst())
    const isKnown = refund.tries === 0 || refund.refused_at !== null
    const wasFree = isKnown && refund.restored_at === null
    if (claimed) await tryRefund(payments, claimed, wasFree)
  }
}

/** `wasFree`: the answers to all earlier tries are known, so one that is refused now has not been made before. */
async function tryRefund(payments: Payments, refund: Refund, wasFree: boolean): Promise<void> {
  const { db, provider, log } = payments
  const payment = await db
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', refund.payment_id)
    .executeTakeFirstOrThrow()
  if (payment.provider !== provider.name)
    return giveUpOrWait(payments, refund, wasFree ? 'refused' : 'unknown')
  const paymentId = payment.provider_payment_id
  const { id: key, amount_paise: amountPaise } = refund
  const done = await provider.refund({ key, paymentId, amountPaise })
  const state = done.ok ? done.value.state : done.error
  if (state === 'failed' || state === 'refused' || state === 'unavailable')
    log.warn({ payment: paymentId, tries: refund.tries }, 'A refund could not be made yet')
  // An answer to our own key is about our own refund.
  if (done.ok) await settleRefund(payments, { ...done.value, paymentId, receipt: key })
  // An error tells only of this try; an entity that failed, of the refund.
  const isRefusal = state === 'failed' || (state === 'refused' && wasFree)
  // It may have refused because the money went back already, of which no webhook told (P16).
  const isFree = isRefusal && (await takeRefundsOf(payments, paymentId))
  const tried = isFree ? 'refused' : state === 'pending' ? 'taken' : 'unknown'
  await giveUpOrWait(payments, refund, tried)
}

/** What a try came to, where the refund is not done; `refused` if no money of it can be on its way. */
type Tried = 'taken' | 'refused' | 'unknown'

/** Postpones a refund that is not done, or gives it up to the owner; finishes it if the money went back without us. */
async function giveUpOrWait({ db, now }: Payments, refund: Refund, tried: Tried): Promise<void> {
  const isTaken = tried === 'taken'
  await inTransaction(db, async (trx) => {
    await lockOrderOf(trx, { id: refund.payment_id })
    const payment = await lockPayment(trx, { id: refund.payment_id })
    if (payment?.state === 'refunded' && !isTaken) {
      await finishUnneeded(trx, payment, refund, now())
      return DONE
    }
    const wait = Math.min(MAX_WAIT_MS, MINUTE_MS * 2 ** (refund.tries - 1))
    const isOver = now() - refund.created_at >= GIVE_UP_MS && refund.tries >= MIN_TRIES
    const isGivenUp = isOver && !isTaken
    const changed = await trx
      .updateTable('refund')
      .set(isGivenUp ? { state: 'failed' } : { next_try_at: now() + wait })
      // One that the provider has accepted is on its way, whatever it answers now.
      .set((eb) => ({
        refused_at:
          tried === 'refused'
            ? eb.case().when('provider_refund_id', 'is', null).then(now()).else(null).end()
            : null,
      }))
      .where('id', '=', refund.id)
      .where('state', '=', 'pending')
      // A later try, made as this one took too long, is not over yet.
      .where('tries', '=', refund.tries)
      .returning('id')
      .executeTakeFirst()
    if (!changed || !payment || !isOver) return DONE
    if (isGivenUp) await giveUp(trx, payment, refund, now())
    // The provider has accepted it, and is asked about it again; a second refund would be refused.
    else await tellOwner(trx, payment, refund, 'pending', now())
    return DONE
  })
}

const DONE = { ok: true, value: undefined } as const

async function giveUp(trx: Trx, payment: Payment, refund: Refund, now: number): Promise<void> {
  if (payment.outcome === 'refund') await leaveToOwner(trx, payment, now)
  await tellDelay(trx, await buyerOf(trx, payment.attempt_id), refund.amount_paise)
  await resolveRefund(trx, payment.provider_payment_id, refund.id, now)
  await tellOwner(trx, payment, refund, 'failed', now)
}

async function tellOwner(
  trx: Trx,
  payment: Payment,
  { id, amount_paise: paise }: Refund,
  code: 'failed' | 'pending',
  now: number,
): Promise<void> {
  const { provider, provider_payment_id: paymentRef, attempt_id: attemptId } = payment
  const news = { code, refund: id, paise }
  const order = await orderOfPayment(trx, payment.id)
  const about = { provider, paymentRef, attemptId, orderId: order?.id, news }
  await needAttention(trx, 'refund failed', about, now)
}

/** The payment is neither an order nor refunded: it gets an outcome of its own, which the shopper sees (I2). */
async function leaveToOwner(trx: Trx, payment: Payment, now: number): Promise<void> {
  await trx
    .updateTable('payment')
    .set({ outcome: 'attention', changed_at: now })
    .where('id', '=', payment.id)
    .execute()
  await setOutcome(trx, payment.attempt_id, 'refunded', 'attention')
}
