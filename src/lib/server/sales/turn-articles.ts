import type { Kysely } from 'kysely'
import { announceChange } from '#lib/server/catalogue/changes.ts'
import { isTextShown } from '#lib/server/catalogue/content.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Database, Db } from '#lib/server/database/schema.ts'
import { announceContent } from '#lib/server/import/apply/apply-content.ts'
import { waitForOthers } from '#lib/server/import/apply/history.ts'

/**
 * Shows each article whose day has come, also those that fell due while no server ran, and announces it in the
 * same transaction.
 * @returns how many are shown now
 */
export async function turnArticles(db: Kysely<Database>, now = Date.now()): Promise<number> {
  if ((await dueArticles(db, now)).length === 0) return 0
  let turned = 0
  await inTransaction(db, async (trx) => {
    await waitForOthers(trx)
    // Another server may have done it already.
    const due = await dueArticles(trx, now)
    turned = due.length
    const names = new Set<string>()
    for (const { id, title } of due) {
      await trx
        .updateTable('content_page')
        .set({ is_shown: 1 })
        .where('kind', '=', 'blog')
        .where('id', '=', id)
        .execute()
      announceContent('blog', { before: undefined, after: { id, title } }, names)
    }
    if (turned > 0) await announceChange(trx, names, now)
    return { ok: true, value: undefined }
  })
  return turned
}

async function dueArticles(db: Db, now: number) {
  const rows = await db
    .selectFrom('content_page')
    .select(['id', 'title', 'published_on'])
    .where('kind', '=', 'blog')
    .where('is_shown', '=', 0)
    .execute()
  return rows.filter((row) => isTextShown('blog', row.published_on, now))
}
