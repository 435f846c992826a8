import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#lib/server/database/database.ts'
import { untilReady } from '#tests/support/until-ready.ts'

const HEADER =
  'sku,name,brand,category,subcategory,description,price,oldprice,images,ram,size,weight,countries,stock,unit,featured\n'
/** Lets a test cause a fault that no request has to answer for. */
const FAULT =
  "data:text/javascript,process.on('SIGUSR2',()=>setTimeout(()=>{throw new Error('a fault')}))"

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

/** Runs `npm start` over an empty catalogue or one of some lines, or over the folder of an earlier start. */
async function start(env: Record<string, string> = {}, lines = '') {
  const port = await freePort()
  const dataDir = env['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'start-'))
  const catalogue = join(dataDir, 'products.csv')
  writeFileSync(catalogue, HEADER + lines)
  const { PATH = '' } = process.env
  const shop = spawn(process.execPath, ['--import', FAULT, 'bin/start.ts', '--no-build'], {
    env: { PATH, PORT: String(port), DATA_DIR: dataDir, CATALOGUE: catalogue, ...env },
  })
  const output = { out: '', err: '' }
  shop.stdout.on('data', (chunk) => (output.out += String(chunk)))
  shop.stderr.on('data', (chunk) => (output.err += String(chunk)))
  return { shop, dataDir, output, origin: `http://localhost:${port}` }
}

async function ended(shop: ChildProcess): Promise<number | null> {
  if (shop.exitCode === null) await once(shop, 'exit')
  return shop.exitCode
}

test('the shop opens, serves, and closes on SIGTERM with exit 0 (F49)', async () => {
  const { shop, output, origin, dataDir } = await start()
  const line = `Kirana is serving ${origin}\n`
  await expect.poll(() => output.out, { timeout: 60_000 }).toContain(line)
  // Its pages are published behind open doors.
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
  // Whoever fills an empty shop ends, and keeps its own: this is about the server.
  const first = await start({}, 'DAL-1,Toor dal,Anna,Pulses,Dal,Good,120,,,,,,,,1 kg,\n')
  await expect.poll(() => first.output.out, { timeout: 60_000 }).toContain('Kirana is serving')
  first.shop.kill('SIGTERM')
  await ended(first.shop)
  const compiled = mkdtempSync(join(tmpdir(), 'compiled-'))
  const env = { DATA_DIR: first.dataDir, NODE_COMPILE_CACHE: compiled }
  const { shop, output } = await start(env)
  await expect.poll(() => output.out, { timeout: 60_000 }).toContain('Kirana is serving')
  const count = () => readdirSync(compiled, { recursive: true }).length
  // Some hundred modules: a start without them takes twice the processor's time.
  await expect.poll(count).toBeGreaterThan(300)
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

test('a setting that is wrong stops the start with one sentence', async () => {
  const { shop, output } = await start({ RATE_SCALE: '0' })
  expect(await ended(shop)).toBe(1)
  expect(output.err).toBe('RATE_SCALE is "0", but takes a number above 0, up to 1000000.\n')
})

test('a database of a newer version stops the start with one sentence (H13 F39)', async () => {
  const first = await start({}, 'DAL-1,Toor dal,Anna,Pulses,Dal,Good,120,,,,,,,,1 kg,\n')
  await expect.poll(() => first.output.out, { timeout: 60_000 }).toContain('Kirana is serving')
  first.shop.kill('SIGTERM')
  await ended(first.shop)
  const db = openDatabase(join(first.dataDir, 'shop.db'))
  const future = sql`insert into kysely_migration values ('9999_future', '2099-01-01')`
  await future.execute(db)
  await db.destroy()
  const { shop, output } = await start({ DATA_DIR: first.dataDir })
  expect(await ended(shop)).toBe(1)
  expect(output.err).toMatch(/newer version of Kirana/)
  expect(output.err.trim().split('\n')).toHaveLength(1)
})
