import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importCatalogue } from '../../src/lib/server/import/import.ts'
import { openPublisher } from '../../src/lib/server/publish/publisher.ts'
import { importedShop } from './imported-shop.ts'
import { median, percentile } from './shop.ts'
import { COLUMNS, productLine } from './synthetic.ts'

const EDITS = 40

/** One product's price, from the import of its row to its files on disk (design, "Budgets"). */
export async function benchEdit(count = 30_000): Promise<void> {
  await using shop = await importedShop(count)
  const { dataDir } = shop.settings
  const publisher = openPublisher(shop.settings, shop.db)
  await publisher.publishAll()
  const file = join(dataDir, 'edit.csv')
  const all: number[] = []
  const publishing: number[] = []
  let rendered = 0
  for (let edit = 0; edit <= EDITS; edit++) {
    writeFileSync(file, `${COLUMNS}\n${productLine((edit * 691) % count, 5000 + edit)}\n`)
    const start = performance.now()
    await importCatalogue(shop.db, file, { dataDir })
    const middle = performance.now()
    rendered = (await publisher.publishPending()).rendered
    // The first one starts the threads.
    if (edit > 0) all.push(performance.now() - start)
    if (edit > 0) publishing.push(performance.now() - middle)
  }
  await publisher.close()
  const ms = (values: number[]) =>
    `median ${Math.round(median(values))} ms, 95th percentile ${Math.round(percentile(values, 95))} ms, worst ${Math.round(Math.max(...values))} ms`
  console.log(`one price among ${count} products, ${rendered} pages rendered each time`)
  console.log(`  row to files: ${ms(all)}`)
  console.log(`  publishing alone: ${ms(publishing)}`)
}
