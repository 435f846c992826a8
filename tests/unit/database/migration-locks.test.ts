import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DatabaseBusy, openDatabase } from '#lib/server/database/database.ts'
import { isMigrated, migrate } from '#lib/server/database/migrations.ts'
import { openPostgres } from '#tests/support/databases/database.ts'

test('a migration beside a server that still serves changes nothing until it has all tables', async () => {
  await using shop = await openPostgres()
  await using newer = openDatabase(shop.url)
  await sql`drop schema public cascade`.execute(shop.db)
  await sql`create schema public`.execute(shop.db)
  await sql`create table older as select 1 as id`.execute(shop.db)
  const served = await shop.db.startTransaction().execute()
  await sql`select * from older`.execute(served)
  await expect(migrate(newer, 200)).rejects.toThrow(DatabaseBusy)
  // Nobody waits for a migration that waits.
  await sql`update older set id = 2`.execute(served)
  await served.commit().execute()
  await migrate(newer)
  expect(await isMigrated(shop.db)).toBe(true)
})
