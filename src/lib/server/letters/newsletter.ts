import { DAY_MS } from '#lib/server/durations.ts'
import type { Shop } from '#lib/shop.ts'
import { inTransaction, retryWhileLocked } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { mailAddressSchema } from '#lib/server/jobs/kinds.ts'
import { queueMail } from '#lib/server/mail/queue-mail.ts'
import type { Sign } from '#lib/server/settings/signer.ts'
import { welcomeMail } from './newsletter-mail.ts'

/** How soon the mail can be requested again if it was lost; rare enough that no mailbox is flooded. */
const AGAIN_MS = DAY_MS
/** How long an unconfirmed address is kept: it was typed by somebody else, or in jest (G30). */
const UNCONFIRMED_KEPT_MS = 30 * DAY_MS
const BATCH = 500

/**
 * Stores an address once, and mails it a request to confirm (G30); subscribing again looks the same.
 * @param isTheirs whether it is the confirmed address of a signed-in user, who need not confirm it again
 */
export async function subscribeToNewsletter(
  db: Db,
  { email, isTheirs }: { email: string; isTheirs: boolean },
  { shop, sign }: { shop: Shop; sign: Sign },
  now: number,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const times = { created_at: now, confirmed_at: isTheirs ? now : null }
    const stored = await trx
      .insertInto('newsletter')
      .values({ email, ...times })
      .onConflict((conflict) =>
        conflict
          .column('email')
          .doUpdateSet(times)
          .where('newsletter.confirmed_at', 'is', null)
          .where('newsletter.created_at', '<=', isTheirs ? now : now - AGAIN_MS),
      )
      .returning('email')
      .executeTakeFirst()
    const to = mailAddressSchema.safeParse(email)
    if (stored && to.success) {
      await queueMail(trx, welcomeMail(to.data, { shop, sign, isConfirmed: isTheirs }))
    }
    return { ok: true, value: undefined }
  })
}

/**
 * Confirms a subscription. @returns false if the address is not on the list: it was taken off, or was not confirmed
 * in time
 */
export async function confirmSubscription(db: Db, email: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await retryWhileLocked(() =>
    db
      .updateTable('newsletter')
      .set((eb) => ({ confirmed_at: eb.fn.coalesce('confirmed_at', eb.val(now)) }))
      .where('email', '=', email)
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n
}

/** Takes an address off the list. @returns false if it was not on it */
export async function unsubscribeFromNewsletter(db: Db, email: string): Promise<boolean> {
  const { numDeletedRows } = await retryWhileLocked(() =>
    db.deleteFrom('newsletter').where('email', '=', email).executeTakeFirst(),
  )
  return numDeletedRows > 0n
}

/** Deletes a batch of addresses that were not confirmed in time. @returns how many */
export async function forgetUnconfirmed(db: Db, now: number): Promise<number> {
  const { numDeletedRows } = await retryWhileLocked(() =>
    db
      .deleteFrom('newsletter')
      .where('email', 'in', (from) =>
        from
          .selectFrom('newsletter')
          .select('email')
          .where('confirmed_at', 'is', null)
          .where('created_at', '<', now - UNCONFIRMED_KEPT_MS)
          .limit(BATCH),
      )
      .executeTakeFirst(),
  )
  return Number(numDeletedRows)
}

/** An address on the list; times in epoch milliseconds, `confirmedAt` null until it is confirmed. */
export type Subscriber = { email: string; createdAt: number; confirmedAt: number | null }

/** All addresses on the list, oldest first, confirmed or not. */
export async function listSubscribers(db: Db): Promise<Subscriber[]> {
  const rows = await db
    .selectFrom('newsletter')
    .select(['email', 'created_at', 'confirmed_at'])
    .orderBy('created_at')
    .orderBy('email')
    .execute()
  return rows.map(({ email, created_at, confirmed_at }) => ({
    email,
    createdAt: created_at,
    confirmedAt: confirmed_at,
  }))
}
