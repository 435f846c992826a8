import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { copyDatabase } from '#lib/server/database/copy-database.ts'
import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import {
  forEachDatabase,
  openPostgres,
  openSqlite,
  type TestDatabase,
} from '#tests/support/databases/database.ts'
import { openLatin } from '#tests/support/databases/latin-database.ts'
import { importRows } from '#tests/support/lists/editors-file.ts'
import { startCommand } from '#tests/support/shop-command.ts'
import { shopOver } from '#tests/support/shop-in-process.ts'

const NAMES = Array.from({ length: 700 }, (_, at) => `Product ${at}`)

async function fill(shop: TestDatabase): Promise<void> {
  await importRows(
    shop,
    NAMES.map((name) => ({
      sku: name.replaceAll(' ', '-'),
      name,
      category: 'Pulses',
      subcategory: 'Dal',
      price: '12.5',
    })),
  )
}

const move = (from: TestDatabase, url: string) => shopOver(from, 'move-database', url, '--json')

forEachDatabase((open) => {
  test('everything is copied, categories before what stands in them, and sums agree', async () => {
    await using from = await openSqlite()
    await using to = await open()
    await fill(from)
    const copied = await copyDatabase(from, to)
    expect(copied.ok).toBe(true)
    const read = (shop: TestDatabase) =>
      shop.db
        .selectFrom('product')
        .innerJoin('category', 'category.id', 'subcat_id')
        .select(['product.name', 'category.name as shelf', 'price_paise', 'number', 'created_at'])
        .orderBy('number')
        .execute()
    expect(await read(to)).toEqual((await read(from)).map((row) => ({ ...row })))
  })

  test('a shop is copied without counting the rows copied before, and with those after gaps', async () => {
    await using from = await openSqlite()
    await using to = await open()
    await fill(from)
    await from.db
      .deleteFrom('product')
      .where('number', '<', 420)
      .where('number', '>', 400)
      .execute()
    const asked: string[] = []
    const db = from.db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        asked.push(from.db.getExecutor().compileQuery(node, queryId).sql)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    expect(await copyDatabase({ db, url: from.url }, to)).toMatchObject({ ok: true })
    expect(asked.filter((text) => text.includes('offset'))).toEqual([])
  })

  test('categories that name each other are copied, however many there are', async () => {
    await using from = await openSqlite()
    await using to = await open()
    const names = Array.from({ length: 1200 }, (_, at) => `c-${at}`)
    const rows = names.map((id) => ({ id, name: id, position: -1, image: null }))
    for (let at = 0; at < rows.length; at += 400) {
      await from.db
        .insertInto('category')
        .values(rows.slice(at, at + 400))
        .execute()
    }
    const move = (id: string, moved_to: string) =>
      from.db.updateTable('category').set({ moved_to }).where('id', '=', id).execute()
    await move('c-0', 'c-1199')
    await move('c-1199', 'c-0')
    expect(await copyDatabase(from, to)).toMatchObject({ ok: true })
    const moved = to.db.selectFrom('category').select(['id', 'moved_to']).orderBy('id')
    expect(await moved.where('moved_to', 'is not', null).execute()).toEqual([
      { id: 'c-0', moved_to: 'c-1199' },
      { id: 'c-1199', moved_to: 'c-0' },
    ])
  })

  test('a database with rows in it is left as it is', async () => {
    await using from = await openSqlite()
    await using to = await open()
    await fill(from)
    await importRows(to, [{ sku: 'own', name: 'Its own', category: 'Pulses', price: '1' }])
    expect(await copyDatabase(from, to)).toEqual({ ok: false, error: 'notEmpty' })
    const rows = await to.db.selectFrom('product').select('name').execute()
    expect(rows.map(({ name }) => name)).toEqual(['Its own'])
  })

  test('a copy that breaks off leaves nothing behind', async () => {
    await using from = await openSqlite()
    await using to = await open()
    await fill(from)
    const breaking = copyDatabase(from, to, (rows) => {
      if (rows > 600) throw new Error('the process ends here')
    })
    await expect(breaking).rejects.toThrow('the process ends here')
    expect(await to.db.selectFrom('product').select('id').execute()).toEqual([])
    expect((await copyDatabase(from, to)).ok).toBe(true)
  })
})

test('only a PostgreSQL can be moved to', async () => {
  await using from = await openSqlite()
  const { code, err } = await move(from, 'mysql://root@localhost/shop')
  expect(code).toBe(2)
  expect(err).toContain('move-database takes an address such as postgres://')
})

test('a PostgreSQL that cannot hold every name is refused before anything is written, with what to do', async () => {
  await using from = await openSqlite()
  await using latin = await openLatin()
  await from.db.destroy()
  const said = `The PostgreSQL database ${latin.name} has the encoding LATIN1, but the shop needs UTF8. Make an empty one with createdb -E UTF8 -T template0 NAME, and give its address instead.\n`
  expect(await move(from, latin.url)).toEqual({ code: 1, out: '', err: said })
  const db = openDatabase(latin.url)
  expect(await db.introspection.getTables()).toEqual([])
  await db.destroy()
  expect((await shopOver(from, 'backup', join(from.dataDir, 'copy'))).code).toBe(0)
  const target = { dataDir: from.dataDir, url: latin.url }
  const back = await shopOver(target, 'restore', join(from.dataDir, 'copy'))
  expect(back).toMatchObject({ code: 1, err: said })
  const anew = await shopOver(target, 'orders', 'list', '--new')
  expect(anew).toMatchObject({ code: 1, err: said })
})

test('a shop that is open is not moved: what it sells would stay behind', async () => {
  await using from = await openSqlite()
  await using to = await openPostgres()
  await fill(from)
  const { code, err } = await move(from, to.url)
  expect([code, err]).toEqual([
    1,
    'The shop is open: what it would sell from now on would stay in the old database. Stop it, then move; nothing was changed.\n',
  ])
  expect(existsSync(join(from.dataDir, 'moved.json'))).toBe(false)
  expect(await to.db.selectFrom('product').select('id').execute()).toEqual([])
})

test('a shop that stands in such a PostgreSQL already is moved out of it', async () => {
  await using latin = await openLatin()
  await using to = await openPostgres()
  const db = openDatabase(latin.url)
  await migrate(db)
  const row = { id: 'pulses', name: 'Pulses', position: 0, image: null }
  await db.insertInto('category').values(row).execute()
  await db.destroy()
  const done = await shopOver({ dataDir: to.dataDir, url: latin.url }, 'move-database', to.url)
  expect(done).toMatchObject({ code: 0 })
  expect(await to.db.selectFrom('category').select('name').execute()).toEqual([{ name: 'Pulses' }])
})

test('a move that is killed leaves the target empty and the shop as it was; the next one is whole (F40)', async () => {
  await using from = await openSqlite()
  await using to = await openPostgres()
  await fill(from)
  await from.db.destroy()
  const { promise: mayGoOn, resolve: letGo } = Promise.withResolvers<void>()
  using held = new DisposableStack()
  held.defer(letGo)
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  // Holds the move in the middle: it waits here to write its products.
  const holding = to.db.transaction().execute(async (trx) => {
    await sql`lock table product in share mode`.execute(trx)
    hold()
    await mayGoOn
  })
  await isHeld
  const { child, ended } = startCommand(from, ['move-database', to.url])
  await expect.poll(() => writers(to)).toBeGreaterThan(0)
  child.kill('SIGKILL')
  await ended
  held.dispose()
  await holding
  const names = (db: TestDatabase['db']) =>
    db.selectFrom('product').select('name').orderBy('number').execute()
  expect(await names(to.db)).toEqual([])
  const old = openDatabase(from.url)
  expect(await names(old)).toHaveLength(NAMES.length)
  await old.destroy()
  expect(await move(from, to.url)).toMatchObject({ code: 0 })
  expect((await names(to.db)).map(({ name }) => name)).toEqual(NAMES)
})

/** Transactions of other connections that have written something and are still open. */
async function writers({ db }: TestDatabase): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_xid is not null
  `.execute(db)
  return Number(rows[0]?.count)
}
