import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openAccounts } from '#lib/server/accounts/accounts.ts'
import { announce } from '#lib/server/catalogue/changes.ts'
import { Search } from '#lib/server/catalogue/search/search.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import { Desk } from '#lib/server/desk/desk.ts'
import { openLog } from '#lib/server/http/log.ts'
import { openPayments } from '#lib/server/payments/payments.ts'
import { finishPage } from '#lib/server/publish/finish-page.ts'
import { knowOurScripts } from '#lib/server/publish/app/our-scripts.ts'
import { openRendering } from '#lib/server/rendering.ts'
import { openServer, type TestServer } from '#tests/support/http-front.ts'
import { MS, withBudget } from './budget.ts'
import { importedShop } from './imported-shop.ts'
import { type BenchShop, megabytes, percentile } from './shop.ts'

const QUERIES = [
  ...['toor dal', 'basmati', 'wheat ata', 'masala tea 500g', 'mustrad oil', 'turmric', 'coorg tea'],
  ...[
    'nashik',
    'a',
    'farm fresh dehradun basmati rice',
    'dhaanya',
    '1kg',
    'tea 2 kg',
    'xyzzy',
    'hill',
  ],
  // Words that are in every product, and many of them misspelt: the longest ways through the index.
  ...['category shelf', 'catgory', 'shelf rice dal oil tea', 'everyday clasic familly pac'],
  ...['rcie atta dal oill tae masla trumeric powdr', '500 g 1 kg 2 kg'],
]
const ROUNDS = 20
/** A thousand answers of each kind. */
const HTTP_ROUNDS = 48
const MAX_P95_MS = 15
const MAX_TURN_MS = 100
/** Three facets of which each leaves something. */
const FACETS = 'instock=1&brand=Tulsi+Court&pack=1kg'

/** Search answers, in the process and over HTTP with three facets: percentiles, and what the index takes. */
export async function benchSearch(count = 30_000): Promise<void> {
  await using shop = await importedShop(count)
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const start = performance.now()
  const search = await Search.build(shop.db)
  const seconds = (performance.now() - start) / 1000
  globalThis.gc?.()
  const heap = process.memoryUsage().heapUsed - before
  const times: Time[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const query of QUERIES) {
      const stop = startClock()
      search.hits(query)
      times.push(stop())
    }
    await forgetAnswers(shop)
    await search.refresh(shop.db)
  }
  console.log(`${count} products: index built in ${seconds.toFixed(1)} s, heap ${megabytes(heap)}`)
  console.log(`  in the process: ${summary(times)}`)
  await overHttp(shop)
}

/** What a shopper waits for: the server whole, but for the network. */
async function overHttp(shop: BenchShop): Promise<void> {
  const { db, settings } = shop
  const log = openLog('silent')
  const accounts = openAccounts(db, settings, log.logger)
  const desk = new Desk(db, settings, log.logger)
  const payments = openPayments(db, settings, log)
  const { render } = openRendering(settings, db, log, { accounts, payments, desk })
  const isOurScript = knowOurScripts(settings.dataDir)
  await using server = await openServer(render, { rateScale: 1000, finishPage, isOurScript })
  const loop = monitorEventLoopDelay({ resolution: 1 })
  for (const [about, path] of [
    ['API', '/api/search?q='],
    ['API, three facets and their counts', `/api/search?facets=1&${FACETS}&q=`],
    ['page', '/search?q='],
    ['page, three facets', `/search?${FACETS}&q=`],
    ['page, three facets, by price', `/search?${FACETS}&sort=price&q=`],
  ] as const) {
    await measure(shop, server, path, 2)
    loop.reset()
    loop.enable()
    const times = await measure(shop, server, path, HTTP_ROUNDS)
    loop.disable()
    const turn = withBudget(loop.max / 1e6, { most: MAX_TURN_MS }, MS)
    const p95 = percentile(
      times.map(({ ms }) => ms),
      95,
    )
    console.log(
      `  ${about}: p95 ${withBudget(p95, { most: MAX_P95_MS }, MS)}; ${summary(times)}; longest turn ${turn}`,
    )
  }
  await desk.close()
}

async function measure(shop: BenchShop, server: TestServer, path: string, rounds: number) {
  const { port, host } = server
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: Time[] = []
  for (let round = 0; round < rounds; round++) {
    for (const query of QUERIES) {
      const stop = startClock()
      const asked = { port, agent, path: path + encodeURIComponent(query), headers: { host } }
      const [answer] = await once(request(asked).end(), 'response')
      if (answer.statusCode !== 200) throw new Error(`${asked.path}: ${answer.statusCode}`)
      answer.resume()
      await once(answer, 'end')
      times.push(stop())
    }
    await forgetAnswers(shop)
  }
  agent.destroy()
  return times
}

/** A product changes, as in a shop that sells: what was answered before is worked out anew. */
async function forgetAnswers({ db }: BenchShop): Promise<void> {
  const { id } = await db.selectFrom('product').select('id').executeTakeFirstOrThrow()
  await inTransaction(db, async (trx) => {
    await announce(trx, [`product:${id}`])
    return { ok: true, value: undefined }
  })
}

type Time = { ms: number; cpuMs: number }

/** Waited, and worked by this thread: on a machine with other work only the second says much. */
function startClock(): () => Time {
  const startedAt = performance.now()
  const before = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(before)
    return { ms: performance.now() - startedAt, cpuMs: (user + system) / 1000 }
  }
}

function summary(times: Time[]): string {
  const of = (values: number[]) => {
    const ms = (percent: number) => percentile(values, percent).toFixed(1)
    return `median ${ms(50)}, p95 ${ms(95)}, worst ${ms(100)} ms`
  }
  return `${of(times.map(({ ms }) => ms))}; CPU ${of(times.map(({ cpuMs }) => cpuMs))}`
}
