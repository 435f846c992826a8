import { announceChange } from '#lib/server/catalogue/changes.ts'
import { Search } from '#lib/server/catalogue/search/search.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import { MS, withBudget } from './budget.ts'
import { importedShop } from './imported-shop.ts'
import { startShop, stop, untilQuiet } from './running-shop.ts'
import { type BenchShop, megabytes, percentile } from './shop.ts'

const PORT = 4385
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
  // Words that are in every product, and many misspelt words: the slowest queries of the index.
  ...['category shelf', 'catgory', 'shelf rice dal oil tea', 'everyday clasic familly pac'],
  ...['rcie atta dal oill tae masla trumeric powdr', '500 g 1 kg 2 kg'],
]
const ROUNDS = 20
/** A thousand answers of each kind. */
const HTTP_ROUNDS = 48
const MAX_P95_MS = 15
/** Three facets, each of which leaves some products. */
const FACETS = 'instock=1&brand=Tulsi+Court&pack=1kg'

/**
 * Times search answers, in the process and over HTTP with three facets, and measures the index's
 * memory.
 */
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

/**
 * Times what a shopper waits for, except the network: the whole server, in a process of its own.
 */
async function overHttp(shop: BenchShop): Promise<void> {
  const server = await startShop(shop.settings.dataDir, PORT)
  await untilQuiet(server)
  for (const [about, path] of [
    ['API', '/api/search?q='],
    ['API, three facets and their counts', `/api/search?facets=1&${FACETS}&q=`],
    ['page', '/search?q='],
    ['page, three facets', `/search?${FACETS}&q=`],
    ['page, three facets, by price', `/search?${FACETS}&sort=price&q=`],
  ] as const) {
    await measure(shop, path, 2)
    const times = await measure(shop, path, HTTP_ROUNDS)
    const ms = (percent: number) => percentile(times, percent).toFixed(1)
    const p95 = withBudget(percentile(times, 95), { most: MAX_P95_MS }, MS)
    console.log(`  ${about}: p95 ${p95}; median ${ms(50)}, worst ${ms(100)} ms`)
  }
  await stop(server)
}

async function measure(shop: BenchShop, path: string, rounds: number): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    for (const query of QUERIES) {
      const start = performance.now()
      const url = `http://localhost:${PORT}${path}${encodeURIComponent(query)}`
      const answer = await fetch(url)
      if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`)
      await answer.arrayBuffer()
      times.push(performance.now() - start)
    }
    await forgetAnswers(shop)
  }
  return times
}

/**
 * Announces a change that no page shows: cached answers are computed anew, and nothing is
 * published.
 */
async function forgetAnswers({ db }: BenchShop): Promise<void> {
  await inTransaction(db, async (trx) => {
    await announceChange(trx, ['bench'])
    return { ok: true, value: undefined }
  })
}

type Time = { ms: number; cpuMs: number }

/** Wall-clock and CPU time of this thread; on a busy machine only the second says much. */
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
