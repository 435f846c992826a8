import { MS, withBudget } from './budget.ts'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import * as z from 'zod/mini'
import type { Db } from '#lib/server/database/schema.ts'
import { importCatalogue } from '#lib/server/import/apply/import.ts'
import { undoImport } from '#lib/server/import/undo/undo.ts'
import { onBoth, openMigrated } from './database.ts'
import { percentile } from './shop.ts'
import { COLUMNS, productLine, writeProducts } from './synthetic.ts'

const SALE = 5000
/** The budget of any write beside heavy work (beside.ts). */
const MOST_MS = 100
const waitsSchema = z.array(z.number())

/**
 * Times how long a shopper's writes wait while 5,000 of N products are put on sale, counted, added
 * and undone. The product that the shopper buys is one of those that change; nothing is published.
 */
export async function benchLock(count = 25_000): Promise<void> {
  await onBoth(async ({ name, url, dataDir }) => {
    const db = await openMigrated(url)
    const all = join(dataDir, 'products.csv')
    await writeProducts(all, count)
    await importCatalogue(db, all, { dataDir })
    const probe = new Worker(new URL('./lock-probe.ts', import.meta.url), {
      workerData: { url, sku: 'SY-2' },
    })
    const waits = async () => {
      const answer = once(probe, 'message')
      probe.postMessage('waits')
      return waitsSchema.parse((await answer)[0])
    }
    // Warms up what is loaded and prepared with the first writes.
    while ((await waits()).length < 20);
    for (const [what, work] of worksOn({ db, dataDir }, count)) {
      await waits()
      const start = performance.now()
      await work()
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      const found = await waits()
      const ms = (percent: number) => `${Math.round(percentile(found, percent))} ms`
      console.log(
        `${name}, ${what}: ${seconds} s; ${found.length} writes beside it, p50 ${ms(50)}, p95 ${withBudget(percentile(found, 95), { most: MOST_MS }, MS)}, longest ${ms(100)}`,
      )
    }
    await probe.terminate()
    await db.destroy()
  })
}

function worksOn(
  { db, dataDir }: { db: Db; dataDir: string },
  count: number,
): [string, () => Promise<void>][] {
  // Starts at 1, so that the product that the probe buys, SY-2, is among those put on sale and
  // counted.
  const some = Array.from({ length: Math.min(SALE, count) }, (_, at) => at + 1)
  const bring = (head: string, lines: string[]) => async () => {
    const file = join(dataDir, 'list.csv')
    writeFileSync(file, `${head}\n${lines.join('\n')}\n`)
    const report = await importCatalogue(db, file, { dataDir, stockMode: 'set' })
    if (!report?.import)
      throw new Error(`The list was not taken: ${JSON.stringify(report?.errors)}`)
  }
  const back = async () => {
    const undone = await undoImport(db)
    if ('isRefused' in undone) throw new Error(undone.reasons.join('\n'))
  }
  const onSale = some.map((at) => productLine(at, 7700))
  const counted = some.filter((at) => at % 4 > 0).map((at) => `SY-${at},${5000 + (at % 90)}`)
  const fresh = some.map((at) => productLine(count + at))
  return [
    [`a sale of ${onSale.length} products`, bring(COLUMNS, onSale)],
    ['the sale taken back', back],
    [`a count of ${counted.length} shelves`, bring('sku,stock', counted)],
    [`${fresh.length} new products`, bring(COLUMNS, fresh)],
    ['the new ones taken back', back],
  ]
}
