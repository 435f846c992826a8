import { Search } from '#lib/server/catalogue/search.ts'
import { importedShop } from './imported-shop.ts'
import { megabytes, percentile } from './shop.ts'

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

/** Search answers in the process: percentiles, and what the index takes. */
export async function benchSearch(count = 30_000): Promise<void> {
  await using shop = await importedShop(count)
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const start = performance.now()
  const search = await Search.build(shop.db)
  const seconds = (performance.now() - start) / 1000
  globalThis.gc?.()
  const heap = process.memoryUsage().heapUsed - before
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const query of QUERIES) {
      const asked = performance.now()
      search.find(query)
      times.push(performance.now() - asked)
    }
  }
  const ms = (percent: number) => percentile(times, percent).toFixed(1)
  console.log(`${count} products: index built in ${seconds.toFixed(1)} s, heap ${megabytes(heap)}`)
  console.log(`  answers: median ${ms(50)} ms, 95th percentile ${ms(95)} ms, worst ${ms(100)} ms`)
}
