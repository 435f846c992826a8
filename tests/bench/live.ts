import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startShop, stop } from './running-shop.ts'
import { median, percentile } from './shop.ts'
import { writeProducts } from './synthetic.ts'

const PORT = 4383
const PATHS = ['/', '/category/category-1', '/product/fine-besan', '/search?q=dal', '/api/products']
/** As a shopper that looks on: the next request comes a moment after an answer. */
const PAUSE_MS = 20

/** Shoppers' requests to a running shop while another process imports (issue 5, item 2). */
export async function benchLive(count = 25_000): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirana-bench-'))
  const shop = await startShop(dataDir, PORT)
  const file = join(dataDir, 'many.csv')
  await writeProducts(file, count)
  const calm = await measure(async () => void (await pause(3000)))
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(PORT) }
  const command = ['bin/shop.ts', 'import', file, '--json']
  const busy = await measure(async () => {
    await promisify(execFile)(process.execPath, command, { env, maxBuffer: 2 ** 28 })
  })
  console.log(`before: ${calm}`)
  console.log(`while ${count} rows are imported and published: ${busy}`)
  await stop(shop)
  rmSync(dataDir, { recursive: true, force: true })
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function measure(work: () => Promise<void>): Promise<string> {
  const times: number[] = []
  let failures = 0
  let isOver = false
  const shopper = async (offset: number) => {
    for (let at = offset; !isOver; at++) {
      const start = performance.now()
      const path = PATHS[at % PATHS.length] ?? '/'
      const answer = await fetch(`http://localhost:${PORT}${path}`).catch(() => undefined)
      await answer?.arrayBuffer()
      if (!answer || answer.status >= 500) failures++
      times.push(performance.now() - start)
      await pause(PAUSE_MS)
    }
  }
  const shoppers = [shopper(0), shopper(2)]
  await work()
  isOver = true
  await Promise.all(shoppers)
  const ms = (value: number) => `${Math.round(value)} ms`
  return `${times.length} requests, ${failures} failed, median ${ms(median(times))}, p99 ${ms(percentile(times, 99))}, worst ${ms(Math.max(...times))}`
}
