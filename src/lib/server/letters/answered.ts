import { DAY_MS } from '#lib/server/durations.ts'
import { retryWhileLocked } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'

/** Within so long a letter should be answered: the law gives 48 hours to acknowledge a complaint. */
const ANSWER_MS = 2 * DAY_MS

/** Notes that a letter was answered, or not after all (null). @returns whether there is such a letter */
export async function markAnswered(db: Db, id: string, at: number | null): Promise<boolean> {
  const { numUpdatedRows } = await retryWhileLocked(() =>
    db
      .updateTable('contact_message')
      .set({ answered_at: at })
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n
}

/** How many letters have waited for an answer too long. */
export async function countLateLetters(db: Db, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('contact_message')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('answered_at', 'is', null)
    .where('created_at', '<', now - ANSWER_MS)
    .executeTakeFirstOrThrow()
  return Number(count)
}
