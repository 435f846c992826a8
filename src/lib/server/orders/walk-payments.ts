import { whenFree } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import { settlePayment } from './settle-payment.ts'
import { queuePayment } from './webhooks.ts'

/** As many as the provider gives at a time. */
const PAGE = 100
/** Clocks differ, and what was being paid while the backup was made is looked at twice. */
const BEFORE_MS = 15 * 60_000

/** After a restore: what was paid since the backup is known to the provider alone. */
export async function beginWalk(db: Db, madeAt: number, now: number): Promise<void> {
  const walk = { since: madeAt - BEFORE_MS, until: now, seen: 0 }
  await db
    .insertInto('payment_walk')
    .values({ id: 1, ...walk })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(walk))
    .execute()
}

/**
 * Looks a hundred payments further through the provider's own list: each becomes the order of its attempt,
 * or, where the restored shop has no such attempt, something for the owner to look at (I2).
 */
export async function walkPayments(payments: Payments): Promise<void> {
  const { db, provider, log } = payments
  const walk = await db.selectFrom('payment_walk').selectAll().executeTakeFirst()
  if (!walk) return
  const { since: sinceMs, until: untilMs, seen } = walk
  const found = await provider.listPayments({ sinceMs, untilMs, skip: seen, count: PAGE })
  if (!found.ok) return
  for (const payment of found.value) {
    // One that cannot be settled holds up no other: it waits in the queue, as a webhook does.
    await settlePayment(payments, payment).catch(async (error: unknown) => {
      log.error({ err: error, payment: payment.id }, 'A payment of the list could not be settled')
      await queuePayment(payments, payment)
    })
  }
  const at = { id: walk.id, seen }
  await whenFree(async () => {
    if (found.value.length < PAGE) {
      await db
        .deleteFrom('payment_walk')
        .where((eb) => eb.and(at))
        .execute()
      return
    }
    await db
      .updateTable('payment_walk')
      .set({ seen: seen + PAGE })
      .where((eb) => eb.and(at))
      .execute()
  })
}
