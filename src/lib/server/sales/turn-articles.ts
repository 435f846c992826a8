import { indianMinute } from '#lib/dates.ts'
import { isTextShown } from '#lib/server/catalogue/content.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { announceContent } from '#lib/server/import/apply/apply-content.ts'
import { turnOnce } from './turn-once.ts'

/**
 * Shows each article whose day has come, and hides those that a clock gone ahead has shown too early.
 * @returns how many changed
 */
export const turnArticles = (db: Db, now = Date.now()): Promise<number> =>
  turnOnce(
    db,
    {
      due: dueArticles,
      change: async (trx, articles) => {
        const names = new Set<string>()
        for (const { id, title, is_shown } of articles) {
          await trx
            .updateTable('content_page')
            .set({ is_shown: 1 - is_shown })
            .where('kind', '=', 'blog')
            .where('id', '=', id)
            .execute()
          const article = { id, title }
          const change =
            is_shown === 0
              ? { before: undefined, after: article }
              : { before: article, after: undefined }
          announceContent('blog', change, names)
        }
        return names
      },
    },
    now,
  )

async function dueArticles(db: Db, now: number) {
  const rows = await db
    .selectFrom('content_page')
    .select(['id', 'title', 'published_on', 'is_shown'])
    .where('kind', '=', 'blog')
    .where((eb) => eb.or([eb('is_shown', '=', 0), eb('published_on', '>', indianMinute(now))]))
    .execute()
  return rows.filter((row) => row.is_shown !== Number(isTextShown('blog', row.published_on, now)))
}
