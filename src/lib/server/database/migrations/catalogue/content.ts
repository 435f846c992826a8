import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Pages and articles, contact messages, and the job queue. */
export const content: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('content_page')
      .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('page', 'blog')`))
      .addColumn('id', 'text', (c) => c.notNull().check(sql`id <> ''`))
      .addColumn('title', 'text', (c) => c.notNull().check(sql`title <> ''`))
      .addColumn('description', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('published_on', 'text')
      .addColumn('changed_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('content_page_key', ['kind', 'id'])
      .execute()
    await db.schema
      .createTable('contact_message')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('message', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await createJobs(db)
  },
}

async function createJobs({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('job')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('run_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('failed_at', 'bigint')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  // Waiting jobs are looked up several times a second; those that failed for good must not be in the way.
  await schema.createIndex('job_waiting').on('job').columns(['failed_at', 'run_at']).execute()
}
