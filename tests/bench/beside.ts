import type { ChildProcess } from 'node:child_process'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import { askBeat } from '#tests/support/heartbeat.ts'
import { checkAtDesk, look, post, untilState } from './at-desk.ts'
import { MS, noneOf, withBudget } from './budget.ts'
import { onBoth } from './database.ts'
import { startShop, stop } from './running-shop.ts'
import { percentile } from './shop.ts'
import { buy, type Call, emailOf, listProducts, signUp, stockUp } from './shoppers.ts'
import { COLUMNS, productLine, writeProducts } from './synthetic.ts'

const PORT = 4500
const ORIGIN = `http://localhost:${PORT}`
const BUYERS = 3
/** A shopper takes this long to look at the screen before the next tap. */
const THINK_MS = 60
const CHECKED_ROWS = 25_000
const SALE = 5000
const MAX_GAP_MS = 100
const MAX_ORDER_MS = 100

/**
 * Times orders over HTTP, and the server's event loop, while editors put thousands of products on
 * sale, count stock, add new ones, undo imports, have a list checked, and publish: on both
 * databases, with the server, the buyers and the commands each in a process of its own.
 */
export async function benchBeside(count = 25_000, only = ''): Promise<void> {
  await onBoth(async ({ name, url, dataDir, isPostgres }) => {
    const catalogue = join(dataDir, 'products.csv')
    await writeProducts(catalogue, count)
    const env = {
      ...{ CATALOGUE: catalogue, RATE_SCALE: '1000', CASH_ON_DELIVERY: 'yes' },
      ...(isPostgres && { DATABASE_URL: url }),
    }
    const shop = await startShop(dataDir, PORT, env, ['--import', './tests/bench/heartbeat.ts'])
    try {
      await measureAll({ name, url, dataDir, count, shop, env, only })
    } finally {
      await stop(shop)
    }
  })
}

type Shop = {
  name: string
  url: string
  dataDir: string
  count: number
  shop: ChildProcess
  env: Record<string, string>
  /** Only works with this in their names are measured, and the run beside nothing. */
  only: string
}

async function measureAll({ name, url, dataDir, count, shop, env, only }: Shop): Promise<void> {
  const command = (...args: string[]) => {
    const settings = { ...process.env, ...env, DATA_DIR: dataDir, PORT: String(PORT) }
    const options = { env: settings, maxBuffer: 2 ** 28 }
    return promisify(execFile)(process.execPath, ['bin/shop.ts', ...args], options)
  }
  const buyers = await Promise.all(
    Array.from({ length: BUYERS }, (_, at) => signUp(ORIGIN, at).then(({ call }) => call)),
  )
  const editor = await signUp(ORIGIN, BUYERS)
  await command('grant', emailOf(BUYERS), 'editor')
  await stockUp(url)
  const products = await listProducts(ORIGIN)
  const step = Math.max(1, Math.floor(count / SALE))
  const some = Array.from({ length: Math.min(SALE, count) }, (_, at) => at * step)
  const list = (file: string, head: string, lines: string[]) => {
    writeFileSync(join(dataDir, file), `${head}\n${lines.join('\n')}\n`)
    return join(dataDir, file)
  }
  const sale = list(
    'sale.csv',
    COLUMNS,
    some.map((at) => productLine(at, 7700)),
  )
  const counted = list(
    'counted.csv',
    'sku,stock',
    some.filter((at) => at % 4 > 0).map((at) => `SY-${at},${5000 + (at % 90)}`),
  )
  const fresh = list(
    'fresh.csv',
    COLUMNS,
    some.map((_, at) => productLine(count + at)),
  )
  const checked = join(dataDir, 'checked.csv')
  await writeProducts(checked, CHECKED_ROWS)
  const desk = { origin: ORIGIN, cookie: editor.cookie }
  let brought = ''
  const works: Record<string, () => Promise<unknown>> = {
    nothing: () => pause(4000),
    [`a sale of ${some.length} products`]: () => command('import', sale, '--json'),
    'the sale taken back': () => command('undo', '--json'),
    'a count of 3 in 4 of them': () => command('import', counted, '--set-stock', '--json'),
    [`${some.length} new products`]: () => command('import', fresh, '--json'),
    'the new ones taken back': () => command('undo', '--json'),
    [`a check of ${CHECKED_ROWS} rows at the desk`]: async () => {
      brought = await checkAtDesk(desk, checked)
    },
    'previews of it': async () => {
      brought ||= await checkAtDesk(desk, checked)
      for (const path of ['/', '/category/category-1', '/offers'])
        await look(desk, `${brought}/preview?path=${encodeURIComponent(path)}`)
    },
    'its publishing': async () => {
      brought ||= await checkAtDesk(desk, checked)
      await post(desk, `/api${brought}/publish`, new URLSearchParams())
      await untilState(desk, brought, ['publishing', 'published'])
    },
    'publish --all by command': () => command('publish', '--all', '--json'),
  }
  await beside(shop, { buyers, products }, () => pause(3000)) // warms up what is loaded at the first request
  for (const [what, work] of Object.entries(works)) {
    if (what !== 'nothing' && !what.includes(only)) continue
    const [load = 0] = loadavg()
    const found = await beside(shop, { buyers, products }, work)
    console.log(`${name}, beside ${what}, load ${load.toFixed(0)}: ${found}`)
  }
}

type Buyers = { buyers: Call[]; products: object[] }

/**
 * Keeps buying until the work is done and its changes are live.
 * @returns the figures, as a line of text
 */
async function beside(
  shop: ChildProcess,
  { buyers, products }: Buyers,
  work: () => Promise<unknown>,
): Promise<string> {
  const ordersMs: number[] = []
  const faults: string[] = []
  let isOver = false
  await askBeat(shop)
  const lanes = buyers.map(async (call, lane) => {
    // A call that fails is a refused write. Each of an order's calls is timed on its own.
    const timed: Call = async (path, body) => {
      const start = performance.now()
      const answer = await call(path, body)
      ordersMs.push(performance.now() - start)
      await pause(THINK_MS)
      return answer
    }
    for (let at = lane; !isOver; at += buyers.length) {
      await buy(timed, products[at % products.length] ?? {}).catch((error: unknown) =>
        faults.push(String(error)),
      )
    }
  })
  const start = performance.now()
  await work()
  const seconds = (performance.now() - start) / 1000
  await untilLive()
  isOver = true
  await Promise.all(lanes)
  const beat = await askBeat(shop)
  const p95 = percentile(ordersMs, 95)
  const ms = (value: number) => `${Math.round(value)} ms`
  return [
    `${seconds.toFixed(1)} s; ${ordersMs.length} writes, ${noneOf('refusal', faults.length)}`,
    `p50 ${ms(percentile(ordersMs, 50))}, p95 ${withBudget(p95, { most: MAX_ORDER_MS }, MS)}, longest ${ms(Math.max(...ordersMs))}`,
    `server's longest turn ${withBudget(beat.longestTurnMs, { most: MAX_GAP_MS }, MS)}, gap ${ms(beat.longestGapMs)}`,
    ...faults.slice(0, 2),
  ].join('; ')
}

const readySchema = z.object({ lagMs: z.number() })

/** Waits until the server has published all changes. */
async function untilLive(): Promise<void> {
  for (;;) {
    const answer = await fetch(`${ORIGIN}/readyz`)
    const { lagMs } = readySchema.parse(await answer.json())
    if (lagMs === 0) return
    await pause(100)
  }
}
