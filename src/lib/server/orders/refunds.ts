import type { Selectable, Transaction } from 'kysely'
import { inTransaction, whenFree } from '../database/database.ts'
import type { Database } from '../database/schema.ts'
import type { RefundTable } from '../database/schema-orders.ts'
import type { Payments } from '../payments/payments.ts'
import { setOutcome } from './attempts.ts'
import { needAttention } from './attention.ts'
import { mailDelay } from './mails.ts'
import { settleRefund } from './settle-refund.ts'

type Refund = Selectable<RefundTable>
type Trx = Transaction<Database>
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
  // The answer to our own key is about our own refund.
  await settleRefund(payments, { ...done.value, paymentId, receipt: key })
  await giveUpOrWait(payments, refund)
}

/** What is not done by now is tried later, or is the owner's. */
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
    const payment = await trx
      .selectFrom('payment')
      .select(['id', 'provider_payment_id', 'attempt_id', 'outcome'])
      .where('id', '=', changed.payment_id)
      .executeTakeFirstOrThrow()
    const { provider_payment_id: paymentRef, attempt_id: attemptId } = payment
    if (payment.outcome === 'refund') await leaveToOwner(trx, payment, now())
    await tellDelay(trx, attemptId, refund.amount_paise)
    const detail = `${refund.amount_paise} paise could not be refunded in 24 hours.`
    const about = { provider: provider.name, paymentRef, attemptId, detail }
    await needAttention(trx, 'refund failed', about, now())
    return { ok: true, value: undefined }
  })
}

type Unreturned = { id: string; attempt_id: string }

/** Money that is neither an order nor given back: an end of its own, which the shopper reads (I2). */
async function leaveToOwner(trx: Trx, payment: Unreturned, now: number): Promise<void> {
  await trx
    .updateTable('payment')
    .set({ outcome: 'attention', changed_at: now })
    .where('id', '=', payment.id)
    .execute()
  await setOutcome(trx, payment.attempt_id, 'refunded', 'attention')
}

async function tellDelay(trx: Trx, attemptId: string, amountPaise: number): Promise<void> {
  const receiver = await trx
    .selectFrom('attempt')
    .select(['user_id', 'email'])
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow()
  await mailDelay(trx, receiver, amountPaise)
}
