import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#lib/server/database/database.ts'
import { isMigrated, migrate } from '#lib/server/database/migrations.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { openPostgres } from '#tests/support/databases/database.ts'

async function waitsForLock(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

test('a migration beside a server that still serves changes nothing until it has all tables', async () => {
  await using shop = await openPostgres()
  await using newer = openDatabase(shop.url)
  await sql`drop schema public cascade`.execute(shop.db)
  await sql`create schema public`.execute(shop.db)
  await sql`create table older as select 1`.execute(shop.db)
  const served = await shop.db.startTransaction().execute()
  await sql`select * from older`.execute(served)
  const done = migrate(newer)
  await expect.poll(() => waitsForLock(shop.db)).toBe(true)
  await served.commit().execute()
  await done
  expect(await isMigrated(shop.db)).toBe(true)
  await sql`drop table older`.execute(shop.db)
})
