import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Lists that editors upload to the desk, and the record of what they did there. */
export const desk: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db
    await schema
      .createTable('desk_upload')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('bytes', 'integer', (c) => c.notNull())
      .addColumn('format', 'text', (c) => c.notNull())
      .addColumn('withdraws', 'integer', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('report', 'text')
      .addColumn('import_id', 'integer')
      .addColumn('version', 'integer')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('changed_at', 'bigint', (c) => c.notNull())
      .execute()
    await schema
      .createIndex('desk_upload_by_user')
      .on('desk_upload')
      .columns(['user_id', 'created_at'])
      .execute()
    await schema
      .createTable('desk_action')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.references('user.id').onDelete('set null'))
      .addColumn('who', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('what', 'text', (c) => c.notNull())
      .addColumn('import_id', 'integer')
      .addColumn('figures', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await schema
      .createIndex('desk_action_by_time')
      .on('desk_action')
      .columns(['created_at', 'id'])
      .execute()
  },
}
