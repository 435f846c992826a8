import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Result } from '#lib/result.ts'
import { MIN_REFUND_PAISE } from '#lib/server/payments/provider.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import type { PaymentTable, RefundTable } from '#lib/server/database/schema/orders.ts'
import { issueCredit } from '../bills/bills.ts'
import { type ToldBuyer, tellWholeRefund } from '../mails.ts'
import { disputedPaise } from './disputes.ts'
import { leftAfterOutsideRefunds } from './outside-refunds.ts'

type Payment = Selectable<PaymentTable>
type Why = {
  reason: RefundTable['reason']
  note?: string
  /** What its credit note is written for and over, if that is not the refund itself. */
  credit?: { paise: number; cause: string }
}

/** Finds a payment and locks its row. An UPDATE, as SQLite has no SELECT … FOR UPDATE. */
export function lockPayment(
  trx: Trx,
  by: { id: string } | { provider: string; provider_payment_id: string },
): Promise<Payment | undefined> {
  return trx
    .updateTable('payment')
    .set((eb) => ({ changed_at: eb.ref('changed_at') }))
    .where((eb) => eb.and(by))
    .returningAll()
    .executeTakeFirst()
}

/**
 * Requests a refund of all that is left of a payment, in the transaction that decides on it; a worker makes
 * it. A second request finds nothing left (P7).
 */
export async function requestRefund(
  trx: Trx,
  { id }: { id: string },
  reason: RefundTable['reason'],
  buyer: ToldBuyer,
  now: number,
): Promise<void> {
  const payment = await lockPayment(trx, { id })
  if (!payment) return
  const amountPaise = await freePaise(trx, payment)
  if (amountPaise <= 0) return
  await ask(trx, payment, amountPaise, { reason }, now)
  const isAll = amountPaise === payment.amount_paise
  await tellWholeRefund(trx, buyer, { reason, amountPaise, isAll })
}

/** Requests a partial refund, unless it is more than is left of the payment or less than the provider refunds. */
export async function requestPart(
  trx: Trx,
  { id }: { id: string },
  amountPaise: number,
  why: Why,
  now: number,
): Promise<Result<string, 'tooMuch' | 'tooLittle'>> {
  const payment = await lockPayment(trx, { id })
  if (!payment || amountPaise > (await freePaise(trx, payment)))
    return { ok: false, error: 'tooMuch' }
  if (amountPaise < MIN_REFUND_PAISE) return { ok: false, error: 'tooLittle' }
  return { ok: true, value: await ask(trx, payment, amountPaise, why, now) }
}

/** What can be refunded of a payment now; it is locked. 0 if it does not exist. */
export async function leftToRefund(trx: Trx, id: string): Promise<number> {
  const payment = await lockPayment(trx, { id })
  return payment ? freePaise(trx, payment) : 0
}

/**
 * What of a payment has neither been refunded nor been requested to be, in paise. Nothing is left of one that the
 * provider reports as refunded, even if not each of its refunds is known here, e.g. after a restore.
 */
export async function refundablePaise(
  db: Db,
  payment: Parameters<typeof leftAfterOutsideRefunds>[1] & Pick<Payment, 'refund_paise' | 'state'>,
): Promise<number> {
  if (payment.state === 'refunded') return 0
  return Math.max(0, (await leftAfterOutsideRefunds(db, payment)) - payment.refund_paise)
}

/** What of that can be requested now: no bank holds it, or has taken it (P22). */
export async function freePaise(
  db: Db,
  payment: Parameters<typeof refundablePaise>[1],
): Promise<number> {
  const left = await refundablePaise(db, payment)
  return Math.max(0, left - (await disputedPaise(db, payment)))
}

async function ask(trx: Trx, payment: Payment, amountPaise: number, why: Why, now: number) {
  const id = randomUUID()
  await trx
    .updateTable('payment')
    .set((eb) => ({ refund_paise: eb('refund_paise', '+', amountPaise) }))
    .where('id', '=', payment.id)
    .execute()
  await trx
    .insertInto('refund')
    .values({
      ...{ id, payment_id: payment.id, amount_paise: amountPaise, state: 'pending' },
      ...{ reason: why.reason, note: why.note ?? '' },
      ...{ provider_refund_id: null, tries: 0, next_try_at: now, created_at: now, done_at: null },
    })
    .execute()
  const order = trx.selectFrom('orders').select('id').where('payment_id', '=', payment.id)
  const found = await order.executeTakeFirst()
  const { paise, cause } = why.credit ?? { paise: amountPaise, cause: `refund ${id}` }
  if (found) await issueCredit(trx, found.id, paise, cause, now)
  return id
}

/**
 * Whether the provider has refused a refund, for now or for good, and is not being asked for it at this moment: no
 * money of it is on its way (P15).
 */
export const isRefused = ({
  state,
  refused_at,
  provider_refund_id,
}: Pick<Selectable<RefundTable>, 'state' | 'refused_at' | 'provider_refund_id'>): boolean =>
  state === 'failed' || (state === 'pending' && refused_at !== null && provider_refund_id === null)

/** All refunds of a payment that were requested here, oldest first. */
export function refundsOf(trx: Trx, paymentId: string): Promise<Selectable<RefundTable>[]> {
  return trx
    .selectFrom('refund')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Recounts a payment's requested refunds after one of them became smaller. */
export async function countAsked(trx: Trx, paymentId: string): Promise<void> {
  await trx
    .updateTable('payment')
    .set((eb) => ({
      refund_paise: sql<number>`coalesce(${eb
        .selectFrom('refund')
        .select((on) => on.fn.sum('amount_paise').as('paise'))
        .whereRef('refund.payment_id', '=', 'payment.id')}, 0)`,
    }))
    .where('id', '=', paymentId)
    .execute()
}
