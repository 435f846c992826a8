import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#lib/server/database/database.ts'
import { openPostgres } from '#tests/support/databases/database.ts'
import { PostgresProxy } from '#tests/support/outside/postgres-proxy.ts'

test('a query is lost when the database no longer knows its connection, as after a failover (F37)', async () => {
  await using shop = await openPostgres()
  await using proxy = await PostgresProxy.open(shop.url)
  const db = openDatabase(proxy.url)
  const askPid = async () => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    return rows[0]?.pid
  }
  const before = await askPid()
  // The old server dies, and nobody is told; whoever connects gets to one that runs.
  proxy.openBlackHole()
  await sql`select pg_terminate_backend(${before})`.execute(shop.db)
  await expect(askPid()).rejects.toThrow('The connection is dark')
  expect(await askPid()).not.toBe(before)
  await db.destroy()
})
