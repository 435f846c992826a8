import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#lib/server/database/database.ts'
import { noteMove } from '#lib/server/settings/shop-move.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { openLatin } from '#tests/support/databases/latin-database.ts'
import { shopOver } from '#tests/support/shop-in-process.ts'
import { ended, start } from '#tests/support/started-shop.ts'
import { untilReady } from '#tests/support/until-ready.ts'

test('the shop opens, serves, and closes on SIGTERM with exit 0 (F49)', async () => {
  const { shop, output, origin, dataDir } = await start()
  const line = `Kirana is serving ${origin}\n`
  await expect.poll(() => output.out, { timeout: 60_000 }).toContain(line)
  // Its pages are published while the shop is open.
  expect((await fetch(`${origin}/`)).status).toBe(200)
  await untilReady(origin)
  expect(await (await fetch(`${origin}/readyz`)).json()).toEqual({ status: 'ready', lagMs: 0 })
  shop.kill('SIGTERM')
  expect(await ended(shop)).toBe(0)
  // A database that was closed leaves no write-ahead log behind.
  expect(existsSync(join(dataDir, 'shop.db'))).toBe(true)
  expect(existsSync(join(dataDir, 'shop.db-wal'))).toBe(false)
  const again = await start({ DATA_DIR: dataDir })
  await expect.poll(() => again.output.out, { timeout: 60_000 }).toContain('Kirana is serving')
  again.shop.kill('SIGINT')
  expect(await ended(again.shop)).toBe(0)
})

test('what was compiled is kept once the shop serves, for the start after a kill (F38)', async () => {
  // The process that fills an empty shop writes a cache of its own: this test is about the server's.
  const first = await start({}, 'DAL-1,Toor dal,Anna,Pulses,Dal,Good,120,,,,,,,,1 kg,\n')
  await expect.poll(() => first.output.out, { timeout: 60_000 }).toContain('Kirana is serving')
  first.shop.kill('SIGTERM')
  await ended(first.shop)
  const compiled = mkdtempSync(join(tmpdir(), 'compiled-'))
  const env = { DATA_DIR: first.dataDir, NODE_COMPILE_CACHE: compiled }
  const { shop, output } = await start(env)
  await expect.poll(() => output.out, { timeout: 60_000 }).toContain('Kirana is serving')
  const count = () => readdirSync(compiled, { recursive: true }).length
  // Programs, packages and pages: a start without them takes twice the processor time.
  await expect.poll(count).toBeGreaterThan(100)
  shop.kill('SIGKILL')
  await ended(shop)
  rmSync(compiled, { recursive: true })
})

test('a fault outside of any request is logged, and the process ends (F50)', async () => {
  const { shop, output } = await start()
  await expect.poll(() => output.out, { timeout: 60_000 }).toContain('Kirana is serving')
  shop.kill('SIGUSR2')
  expect(await ended(shop)).toBe(1)
  expect(output.out).toMatch(/"level":"fatal".*a fault/)
})

test('a setting that is wrong stops the start with one sentence, and nothing starts it again', async () => {
  const { shop, output } = await start({ RATE_SCALE: '0' })
  const unit = readFileSync('deploy/kirana.service', 'utf8')
  expect(unit).toContain(`\nRestartPreventExitStatus=${await ended(shop)}\n`)
  expect(output.err).toBe('RATE_SCALE is "0", but must be a number above 0, up to 1000000.\n')
})

test('a database of a newer version stops the start with one sentence, for good (H13 F39)', async () => {
  const first = await start({}, 'DAL-1,Toor dal,Anna,Pulses,Dal,Good,120,,,,,,,,1 kg,\n')
  await expect.poll(() => first.output.out, { timeout: 60_000 }).toContain('Kirana is serving')
  first.shop.kill('SIGTERM')
  await ended(first.shop)
  const db = openDatabase(join(first.dataDir, 'shop.db'))
  const future = sql`insert into kysely_migration values ('9999_future', '2099-01-01')`
  await future.execute(db)
  await db.destroy()
  const { shop, output } = await start({ DATA_DIR: first.dataDir })
  expect(await ended(shop)).toBe(78)
  expect(output.err).toMatch(/newer version of Kirana/)
  expect(output.err.trim().split('\n')).toHaveLength(1)
})

test('a shop that was moved to another database does not open the old one, until that is restored (H13)', async () => {
  await using copied = await openSqlite()
  const folder = join(copied.dataDir, 'copy')
  expect((await shopOver(copied, 'backup', folder)).code).toBe(0)
  const at = Date.parse('2026-11-22T16:14:00Z')
  noteMove({ ...copied, databaseUrl: copied.url }, 'postgres://shop:secret@db.example/shop', at)
  await copied.db.destroy()
  const { shop, output } = await start({ DATA_DIR: copied.dataDir })
  expect(await ended(shop)).toBe(78)
  const file = join(copied.dataDir, 'moved.json')
  expect(output.err).toBe(
    `The shop was moved to postgres://shop@db.example/shop on 22 Nov 2026, 9:44 pm, and DATABASE_URL is not set: set it to the new database. To go back to the old one, without what was sold since, delete ${file}.\n`,
  )
  expect((await shopOver(copied, 'restore', folder)).code).toBe(0)
  expect(existsSync(file)).toBe(false)
})

test('a PostgreSQL not made for UTF8 stops the start with what to do, for good (H13)', async () => {
  await using latin = await openLatin()
  const { shop, output } = await start({ DATABASE_URL: latin.url })
  expect(await ended(shop)).toBe(78)
  expect(output.err).toContain(
    'has the encoding LATIN1, but the shop needs UTF8. Make an empty one',
  )
  expect(output.err).toMatch(/If it holds a shop, .* move-database copies it into the new one\.\n$/)
  expect(output.err.trim().split('\n')).toHaveLength(1)
})

test('a database that does not answer is tried again, however long it is away', async () => {
  const { shop, output } = await start({ DATABASE_URL: 'postgres://shop@127.0.0.1:1/shop' })
  const unit = readFileSync('deploy/kirana.service', 'utf8')
  expect(unit).toContain('\nStartLimitIntervalSec=0\n')
  expect(unit).not.toContain(`\nRestartPreventExitStatus=${await ended(shop)}\n`)
  expect(output.err).toBe('The database cannot be opened: connect ECONNREFUSED 127.0.0.1:1\n')
})
