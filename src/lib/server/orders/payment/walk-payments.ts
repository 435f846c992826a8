import { HOUR_MS, MINUTE_MS } from '#lib/server/durations.ts'
import { retryWhileLocked } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import { settleAsRead } from '#lib/server/orders/refunds/untold-refunds.ts'
import { queuePayment } from './webhooks.ts'

/** The most that the provider lists at a time. */
const PAGE = 100
/** An overlap, as clocks differ and payments were under way while the backup was made. */
const BEFORE_MS = 15 * MINUTE_MS
/** A shopper who had the payment window open during the restore may still pay; as long as for any late payment. */
const GOES_ON_MS = 72 * HOUR_MS
/** Each pass begins this much earlier, to see how payments ended that had only begun at the last pass. */
const RETRY_AFTER_MS = 2 * HOUR_MS
const REFUSED_FOR_MS = 10_000

/** When to read the list next, as far as this process knows. */
const nextLooks = new WeakMap<Payments, number>()

/** Begins the walk after a restore: only the provider knows what was paid since the backup. */
export async function beginWalk(db: Db, madeAt: number, now: number): Promise<void> {
  const walk = { since: madeAt - BEFORE_MS, until: now + GOES_ON_MS, seen: 0 }
  await db
    .insertInto('payment_walk')
    .values({ id: 1, ...walk })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(walk))
    .execute()
}

/**
 * Reads the next hundred payments of the provider's own list. Each becomes the order of its attempt or, if
 * the restored shop has no such attempt, a case for the owner (I2). At the end of the list it starts again
 * once an hour.
 */
export async function walkPayments(payments: Payments): Promise<void> {
  const { db, provider, log, now } = payments
  const walk = await db.selectFrom('payment_walk').selectAll().executeTakeFirst()
  if (!walk) return
  const time = now()
  const next = nextLooks.get(payments) ?? 0
  // A time more than an hour ahead is from before the clock was set back (F45).
  if (time < next && next <= time + HOUR_MS) return
  const { since: sinceMs, seen } = walk
  const untilMs = Math.min(walk.until, time)
  const found = await provider.listPayments({ sinceMs, untilMs, skip: seen, count: PAGE })
  if (!found.ok) return void nextLooks.set(payments, time + REFUSED_FOR_MS)
  for (const payment of found.value) {
    // One that cannot be settled holds up no other: it goes into the queue like a webhook.
    await settleAsRead(payments, payment).catch(async (error: unknown) => {
      log.error(
        { err: error, payment: payment.id },
        'A payment from the provider’s list could not be settled',
      )
      await queuePayment(payments, payment)
    })
  }
  const at = { id: walk.id, seen }
  const isThrough = found.value.length < PAGE
  if (isThrough) nextLooks.set(payments, time + HOUR_MS)
  await retryWhileLocked(async () => {
    if (isThrough && time >= walk.until) {
      await db
        .deleteFrom('payment_walk')
        .where((eb) => eb.and(at))
        .execute()
      return
    }
    const since = Math.max(sinceMs, untilMs - RETRY_AFTER_MS)
    await db
      .updateTable('payment_walk')
      .set(isThrough ? { since, seen: 0 } : { seen: seen + PAGE })
      .where((eb) => eb.and(at))
      .execute()
  })
}
