import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether a review is shown, what the shop did with it last, and the order in which the desk lists them. */
export const moderation: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db
    await schema
      .alterTable('review')
      .addColumn('is_shown', 'integer', (c) => c.notNull().defaultTo(1))
      .execute()
    await schema.alterTable('review').addColumn('moderated_at', 'bigint').execute()
    await schema.alterTable('review').addColumn('moderated_by', 'text').execute()
    await schema
      .alterTable('review')
      .addColumn('reason', 'text', (c) => c.notNull().defaultTo(''))
      .execute()
    await sql`create index review_by_writing on review
      ((coalesce(edited_at, created_at)) desc, id)`.execute(db)
    await schema
      .createIndex('review_by_user')
      .on('review')
      .columns(['user_id', 'created_at desc'])
      .execute()
  },
}
