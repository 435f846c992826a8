import { DAY_MS } from '#lib/server/durations.ts'
import { inSnapshot, retryWhileLocked } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'

const LETTERS_A_PAGE = 25
/** How long a letter is kept: it names its writer, who may not even have an account (G36). */
const KEPT_MS = 365 * DAY_MS
const BATCH = 500

/** One page of what visitors have written through the contact form, the newest first. */
export function findLetters(db: Db, asked: number) {
  return inSnapshot(db, async (trx) => {
    const { count } = await trx
      .selectFrom('contact_message')
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    const pageCount = Math.max(1, Math.ceil(Number(count) / LETTERS_A_PAGE))
    const page = Math.min(asked, pageCount)
    const letters = await trx
      .selectFrom('contact_message')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(LETTERS_A_PAGE)
      .offset((page - 1) * LETTERS_A_PAGE)
      .execute()
    return { letters, page, pageCount }
  })
}

/** Deletes a batch of letters that are old. @returns how many */
export async function forgetLetters(db: Db, now: number): Promise<number> {
  const { numDeletedRows } = await retryWhileLocked(() =>
    db
      .deleteFrom('contact_message')
      .where('id', 'in', (from) =>
        from
          .selectFrom('contact_message')
          .select('id')
          .where('created_at', '<', now - KEPT_MS)
          .limit(BATCH),
      )
      .executeTakeFirst(),
  )
  return Number(numDeletedRows)
}
