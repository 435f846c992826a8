import { isTextShown } from '#lib/server/catalogue/content.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { announceContent } from '#lib/server/import/apply/apply-content.ts'
import { turnOnce } from './turn-once.ts'

/**
 * Shows each article whose day has come.
 * @returns how many are shown now
 */
export const turnArticles = (db: Db, now = Date.now()): Promise<number> =>
  turnOnce(
    db,
    {
      due: dueArticles,
      change: async (trx, articles) => {
        const names = new Set<string>()
        for (const { id, title } of articles) {
          await trx
            .updateTable('content_page')
            .set({ is_shown: 1 })
            .where('kind', '=', 'blog')
            .where('id', '=', id)
            .execute()
          announceContent('blog', { before: undefined, after: { id, title } }, names)
        }
        return names
      },
    },
    now,
  )

async function dueArticles(db: Db, now: number) {
  const rows = await db
    .selectFrom('content_page')
    .select(['id', 'title', 'published_on'])
    .where('kind', '=', 'blog')
    .where('is_shown', '=', 0)
    .execute()
  return rows.filter((row) => isTextShown('blog', row.published_on, now))
}
