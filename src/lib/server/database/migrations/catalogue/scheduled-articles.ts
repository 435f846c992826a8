import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether a text is shown: an article with a date to come is not, until that day. */
export const scheduledArticles: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('content_page')
      .addColumn('is_shown', 'integer', (c) =>
        c
          .notNull()
          .defaultTo(1)
          .check(sql`is_shown in (0, 1)`),
      )
      .execute()
  },
}
