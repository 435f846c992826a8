import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery, sql, SqliteAdapter } from 'kysely'
import { expect, test } from 'vitest'
import { inLightTransaction, inTransaction, openDatabase } from '#lib/server/database/database.ts'
import { isMigrated, migrate } from '#lib/server/database/migrations.ts'
import { productRow } from '#tests/support/catalogue-rows.ts'
import { forEachDatabase, openPostgres, openSqlite } from '#tests/support/databases/database.ts'
import { beatsPerSecond } from '#tests/support/heartbeat.ts'

const letter = (email: string) => ({ email, created_at: 1 })

forEachDatabase((open) => {
  test('a refused transaction leaves no trace', async () => {
    await using shop = await open()
    const result = await inTransaction(shop.db, async (trx) => {
      await trx.insertInto('newsletter').values(letter('a@example.com')).execute()
      return { ok: false, error: 'refused' }
    })
    expect(result).toEqual({ ok: false, error: 'refused' })
    expect(await shop.db.selectFrom('newsletter').selectAll().execute()).toEqual([])
  })

  test('a light transaction is undone like any other, and the next one waits for the disk again', async () => {
    await using shop = await open()
    const add = (email: string, isGood: boolean) =>
      inLightTransaction(shop.db, async (trx) => {
        await trx.insertInto('newsletter').values(letter(email)).execute()
        return isGood ? { ok: true, value: email } : { ok: false, error: 'refused' }
      })
    const done = [add('a@example.com', true), add('b@example.com', false)]
    expect(await Promise.all(done)).toEqual([
      { ok: true, value: 'a@example.com' },
      { ok: false, error: 'refused' },
    ])
    const broken = inLightTransaction(shop.db, () => Promise.reject(new Error('broken')))
    await expect(broken).rejects.toThrow('broken')
    const rows = await shop.db.selectFrom('newsletter').select('email').execute()
    expect(rows).toEqual([{ email: 'a@example.com' }])
    const isSqlite = shop.db.getExecutor().adapter instanceof SqliteAdapter
    const pragma = isSqlite ? (await sql`pragma synchronous`.execute(shop.db)).rows : []
    expect(pragma).toEqual(isSqlite ? [{ synchronous: 2 }] : [])
  })

  test('twenty transactions at once count every one', async () => {
    await using shop = await open()
    const raise = () =>
      inTransaction(shop.db, async (trx) => {
        const { version } = await trx
          .updateTable('catalogue_version')
          .set((eb) => ({ version: eb('version', '+', 1) }))
          .returning('version')
          .executeTakeFirstOrThrow()
        return { ok: true, value: version }
      })
    const results = await Promise.all(Array.from({ length: 20 }, raise))
    const versions = results.map((result) => (result.ok ? result.value : 0))
    expect(versions.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  })

  test('migrating a migrated database changes nothing (F39)', async () => {
    await using shop = await open()
    await Promise.all([migrate(shop.db), migrate(shop.db)])
    expect(await shop.db.selectFrom('catalogue_version').selectAll().execute()).toHaveLength(1)
  })

  test('the schema refuses a price of 0, negative stock and an old price below the price', async () => {
    await using shop = await open()
    await shop.db
      .insertInto('category')
      .values({
        id: 'dal',
        parent_id: null,
        name: 'Dal',
        image: null,
        picture_id: null,
        position: 1,
      })
      .execute()
    const insert = (fields: object) =>
      shop.db
        .insertInto('product')
        .values({ ...PRODUCT, ...fields })
        .execute()
    await expect(insert({ price_paise: 0 })).rejects.toThrow()
    await expect(insert({ stock: -1 })).rejects.toThrow()
    await expect(insert({ oldprice_paise: 99 })).rejects.toThrow()
    await expect(insert({ category_id: 'unknown' })).rejects.toThrow()
    await expect(insert({})).resolves.toBeDefined()
    await expect(insert({ id: 'other', number: 2 })).rejects.toThrow()
  })
})

test('a migration of a large shop may take longer than a checkout, on its connection alone (F39)', async () => {
  await using shop = await openPostgres()
  await sql`drop schema public cascade`.execute(shop.db)
  await sql`create schema public`.execute(shop.db)
  // Each migration notes under which limit it ran.
  await sql`create table kysely_migration (name text primary key, timestamp text not null,
    "limit" text default current_setting('statement_timeout'))`.execute(shop.db)
  await migrate(shop.db)
  const noted = sql`select distinct "limit" from kysely_migration`
  expect(await noted.execute(shop.db)).toMatchObject({ rows: [{ limit: '10min' }] })
  const limit = sql`select current_setting('statement_timeout') as "limit"`
  expect(await limit.execute(shop.db)).toMatchObject({ rows: [{ limit: '1min' }] })
})

// How much of the schema fits before the disk is full, in pages of 4 KiB.
test.each([4, 20, 60, 100, 140])(
  'a migration that finds the disk full after %i pages is run again whole once there is room (F39)',
  async (pages) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'kirana-migration-'))
    await using db = openDatabase(join(folder.path, 'kirana.db'))
    await db.executeQuery(CompiledQuery.raw(`pragma max_page_count = ${pages}`))
    await expect(migrate(db)).rejects.toThrow('full')
    expect(
      await sql`select name from sqlite_master where name = 'product'`.execute(db),
    ).toMatchObject({ rows: [] })
    await sql`pragma max_page_count = 10000`.execute(db)
    await migrate(db)
    expect(await isMigrated(db)).toBe(true)
  },
)

const PRODUCT = productRow({
  ...{ id: 'toor-dal', number: 1, sku: 'DAL-1', name: 'Toor dal', category_id: 'dal' },
  ...{ price_paise: 100, unit: '1 kg', veg: 'veg' },
})

/** Starts another process that takes the write lock, reports it, and keeps it. */
function holdLock(file: string, ms: number) {
  const code = `
    const { DatabaseSync } = require('node:sqlite')
    const db = new DatabaseSync(process.argv[1])
    db.exec('begin immediate')
    console.log('held')
    setTimeout(() => { db.exec('rollback') }, ${ms})`
  return spawn(process.execPath, ['-e', code, file], { stdio: ['ignore', 'pipe', 'inherit'] })
}

const add = (db: Parameters<typeof inTransaction>[0]) =>
  inTransaction(db, async (trx) => {
    await trx.insertInto('newsletter').values(letter('a@example.com')).execute()
    return { ok: true, value: undefined }
  })

test('a write waits for another process that holds the lock for a second (F34)', async () => {
  await using shop = await openSqlite()
  const other = holdLock(shop.url, 1000)
  await once(other.stdout, 'data')
  expect(await add(shop.db)).toMatchObject({ ok: true })
  expect(await shop.db.selectFrom('newsletter').selectAll().execute()).toHaveLength(1)
})

test('a command that starts while another process writes waits for it (F34)', async () => {
  await using shop = await openSqlite()
  const writer = new DatabaseSync(shop.url)
  writer.exec('begin immediate')
  const starting = migrate(shop.db)
  await new Promise((resolve) => setTimeout(resolve, 300))
  writer.exec('commit')
  writer.close()
  await starting
})

test('however many writers wait for another process, the thread that serves is never held up (F34)', async () => {
  await using shop = await openSqlite()
  const other = holdLock(shop.url, 1200)
  await once(other.stdout, 'data')
  const write = (at: number) =>
    inTransaction(shop.db, async (trx) => {
      await trx
        .insertInto('newsletter')
        .values(letter(`${at}@example.com`))
        .execute()
      return { ok: true, value: undefined }
    })
  let cpu = process.threadCpuUsage()
  const start = performance.now()
  const beats = await beatsPerSecond(() =>
    Promise.all(Array.from({ length: 30 }, (_, at) => write(at))),
  )
  const seconds = (performance.now() - start) / 1000
  cpu = process.threadCpuUsage(cpu)
  // If they blocked the thread while waiting, there would be one beat a second; the machine may also be busy.
  expect(beats).toBeGreaterThan(20)
  expect((cpu.user + cpu.system) / 1e6 / seconds).toBeLessThan(0.7)
  expect(await shop.db.selectFrom('newsletter').selectAll().execute()).toHaveLength(30)
})

test('a transaction that is cut off before it is committed is done again, once (F37)', async () => {
  await using shop = await openPostgres()
  let tries = 0
  const result = await inTransaction(shop.db, async (trx) => {
    tries++
    await trx.insertInto('newsletter').values(letter('a@example.com')).execute()
    if (tries === 1) await cutAllOthers(shop.url)
    await trx.insertInto('newsletter').values(letter('b@example.com')).execute()
    return { ok: true, value: tries }
  })
  expect(result).toEqual({ ok: true, value: 2 })
  expect(await shop.db.selectFrom('newsletter').selectAll().execute()).toHaveLength(2)
})

async function cutAllOthers(url: string): Promise<void> {
  const db = openDatabase(url)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    db,
  )
  await db.destroy()
}
