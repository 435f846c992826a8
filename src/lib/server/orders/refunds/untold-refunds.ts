import type { Db } from '#lib/server/database/schema.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import type { GatewayPayment } from '#lib/server/payments/provider.ts'
import { type Settled, settlePayment } from '../settle-payment.ts'
import { settleRefund } from './settle-refund.ts'

/**
 * Settles a payment as the provider has it now, with the refunds of it that no webhook told of: a webhook may be
 * missed, one without a secret is refused, and a restored shop has forgotten what it heard since the backup (P16).
 */
export async function settleAsRead(payments: Payments, payment: GatewayPayment): Promise<Settled> {
  // Before the payment, whose state alone tells neither their sums nor whose they are.
  const isTold = await takeUntold(payments, payment)
  const settled = await settlePayment(payments, payment)
  // Only a payment that has become an order or a refund has refunds.
  if (!isTold) await takeUntold(payments, payment)
  return settled
}

/** Applies the refunds of a payment if more of it went back than is known. @returns whether they were asked for */
async function takeUntold(payments: Payments, payment: GatewayPayment): Promise<boolean> {
  if (payment.refundedPaise === 0) return false
  const known = await payments.db
    .selectFrom('payment')
    .select(['id', 'provider', 'provider_payment_id'])
    .where('provider', '=', payments.provider.name)
    .where('provider_payment_id', '=', payment.id)
    .where('outcome', 'is not', null)
    .where('state', '<>', 'refunded')
    .executeTakeFirst()
  if (!known || payment.refundedPaise <= (await knownPaise(payments.db, known))) return false
  await takeRefundsOf(payments, payment.id)
  return true
}

/** What the provider has refunded of a payment as far as is known here, or has accepted to refund. */
async function knownPaise(
  db: Db,
  {
    id,
    provider,
    provider_payment_id,
  }: { id: string; provider: string; provider_payment_id: string },
): Promise<number> {
  const ours = await db
    .selectFrom('refund')
    .select((eb) => eb.fn.sum('amount_paise').as('paise'))
    .where('payment_id', '=', id)
    .where((eb) =>
      eb.or([eb('provider_refund_id', 'is not', null), eb('twice_at', 'is not', null)]),
    )
    .executeTakeFirstOrThrow()
  const others = await db
    .selectFrom('outside_refund')
    .select((eb) => eb.fn.sum('amount_paise').as('paise'))
    .where((eb) => eb.and({ provider, provider_payment_id }))
    .executeTakeFirstOrThrow()
  return Number(ours.paise ?? 0) + Number(others.paise ?? 0)
}

/**
 * Applies all refunds that the provider has of a payment which is settled here; a repeat changes nothing.
 * @returns whether the provider has told them
 */
export async function takeRefundsOf(payments: Payments, paymentId: string): Promise<boolean> {
  const found = await payments.provider.fetchRefunds(paymentId)
  if (!found.ok) return false
  // Our own first: what is left for others then is known.
  const isOther = ({ receipt }: { receipt: string | undefined }) => Number(receipt === undefined)
  for (const refund of found.value.toSorted((a, b) => isOther(a) - isOther(b))) {
    // Do not trust an answer about another payment than the one asked for.
    if (refund.paymentId === paymentId) await settleRefund(payments, refund)
  }
  return true
}
