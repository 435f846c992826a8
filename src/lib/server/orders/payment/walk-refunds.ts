import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/server/durations.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import type { GatewayPayment } from '#lib/server/payments/provider.ts'
import { FINISHED } from '#lib/server/orders/forget-buyer.ts'
import { settleAsRead } from '#lib/server/orders/refunds/untold-refunds.ts'

/** The most that the provider lists at a time. */
const PAGE = 100
/** As clocks differ. */
const BEFORE_MS = 15 * MINUTE_MS
/** A new order is looked at for so long even if it was delivered or cancelled meanwhile. */
const RECENT_MS = 3 * DAY_MS
/** An order that nobody finishes must not have ever longer lists read. */
const LONGEST_MS = 30 * DAY_MS
const REFUSED_FOR_MS = 10_000

type Pass = { sinceMs: number; untilMs: number; skip: number }
/** When to read the list next and, within a pass, which page of it; as far as this process knows. */
const nextLooks = new WeakMap<Payments, { at: number; pass?: Pass }>()

/**
 * Reads the next hundred payments of the provider's list, from the oldest whose money still matters here, and looks
 * at those of which more went back than is known. It begins anew an hour after it is through, and when the shop
 * starts, so at once after a restore (P16).
 */
export async function walkRefunds(payments: Payments): Promise<void> {
  const { provider, log, now } = payments
  const time = now()
  const next = nextLooks.get(payments)
  // A time more than an hour ahead is from before the clock was set back (F45).
  if (next && time < next.at && next.at <= time + HOUR_MS) return
  const pass = next?.pass ?? (await beginPass(payments, time))
  if (!pass) return void nextLooks.set(payments, { at: time + HOUR_MS })
  const found = await provider.listPayments({ ...pass, count: PAGE })
  if (!found.ok) return void nextLooks.set(payments, { at: time + REFUSED_FOR_MS, pass })
  const isThrough = found.value.length < PAGE
  nextLooks.set(
    payments,
    isThrough ? { at: time + HOUR_MS } : { at: time, pass: { ...pass, skip: pass.skip + PAGE } },
  )
  for (const payment of found.value) {
    if (payment.refundedPaise === 0 || !(await isSettled(payments, payment))) continue
    // One that cannot be settled holds up no other.
    await settleAsRead(payments, payment).catch((error: unknown) => {
      log.error(
        { err: error, payment: payment.id },
        'A payment from the provider’s list could not be settled',
      )
    })
  }
}

/** The period of the payments to look at; undefined if there are none. */
async function beginPass({ db, provider }: Payments, now: number): Promise<Pass | undefined> {
  const { since } = await db
    .selectFrom('payment')
    .innerJoin('attempt', 'attempt.id', 'payment.attempt_id')
    .leftJoin('orders', 'orders.payment_id', 'payment.id')
    .select((eb) => eb.fn.min('attempt.created_at').as('since'))
    .where('payment.provider', '=', provider.name)
    .where('payment.state', '=', 'captured')
    .where('attempt.created_at', '>=', now - LONGEST_MS)
    // A payment is younger than its attempt; this finds it by an index.
    .where('payment.created_at', '>=', now - LONGEST_MS)
    .where(({ eb, or, exists }) =>
      or([
        eb('attempt.created_at', '>=', now - RECENT_MS),
        eb('orders.status', 'not in', FINISHED),
        exists(
          eb
            .selectFrom('refund')
            .select('refund.id')
            .whereRef('refund.payment_id', '=', 'payment.id')
            .where('refund.state', '<>', 'processed'),
        ),
      ]),
    )
    .executeTakeFirstOrThrow()
  if (since === null) return undefined
  return { sinceMs: Number(since) - BEFORE_MS, untilMs: now, skip: 0 }
}

/** Whether a payment is known here and was decided on; others are for who settles payments. */
async function isSettled({ db, provider }: Payments, { id }: GatewayPayment): Promise<boolean> {
  const known = db
    .selectFrom('payment')
    .select('id')
    .where('provider', '=', provider.name)
    .where('provider_payment_id', '=', id)
    .where('outcome', 'is not', null)
  return (await known.executeTakeFirst()) !== undefined
}
