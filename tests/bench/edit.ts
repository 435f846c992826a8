import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decimalPrice } from '#lib/money.ts'
import { importCatalogue } from '#lib/server/import/apply/import.ts'
import { latestVersion } from '#lib/server/catalogue/changes.ts'
import { findSite, siteIdOf } from '#lib/server/publish/site.ts'
import { importedShop } from './imported-shop.ts'
import { startShop, stop } from './running-shop.ts'
import { type BenchShop, median, percentile } from './shop.ts'
import { COLUMNS, productLine } from './synthetic.ts'

const EDITS = 100
const PORT = 4384
const LOOK_EVERY_MS = 5

/**
 * One product's price, imported by another process than the running server: until a shopper gets
 * the page with it, and until every listing, home, feed and sitemap has it.
 */
export async function benchEdit(count?: number): Promise<void> {
  for (const products of count ? [count] : [1000, 10_000, 30_000]) await editOnes(products)
}

async function editOnes(count: number): Promise<void> {
  await using shop = await importedShop(count)
  const server = await startShop(shop.settings.dataDir, PORT)
  const page: number[] = []
  const all: number[] = []
  const importing: number[] = []
  for (let edit = 0; edit <= EDITS; edit++) {
    const times = await editOne(shop, (edit * 691) % count, 5000 + edit)
    // The first one starts the threads.
    if (edit === 0) continue
    importing.push(times.imported)
    page.push(times.page)
    all.push(times.all)
  }
  await stop(server)
  console.log(`one price among ${count} products, ${EDITS} times, with a running server`)
  console.log(`  import of the row alone:            ${figures(importing)}`)
  console.log(`  until its page is served:           ${figures(page)}`)
  console.log(`  until listings, home, feed have it: ${figures(all)}`)
}

async function editOne(shop: BenchShop, index: number, pricePaise: number) {
  const { dataDir } = shop.settings
  const { id } = await shop.db
    .selectFrom('product')
    .select('id')
    .where('sku', '=', `SY-${index}`)
    .executeTakeFirstOrThrow()
  const file = join(dataDir, 'edit.csv')
  writeFileSync(file, `${COLUMNS}\n${productLine(index, pricePaise)}\n`)
  const start = performance.now()
  await importCatalogue(shop.db, file, { dataDir })
  const imported = performance.now() - start
  const isServed = async () => {
    const answer = await fetch(`http://localhost:${PORT}/product/${id}`)
    return (await answer.text()).includes(`"price":"${decimalPrice(pricePaise)}"`)
  }
  const page = await until(isServed, start)
  const all = await until(() => isAllLive(shop), start)
  return { imported, page, all }
}

async function isAllLive({ db, settings }: BenchShop): Promise<boolean> {
  const site = await findSite(db, siteIdOf(settings))
  return site.version === (await latestVersion(db))
}

/** Milliseconds from `start` until the condition holds. */
async function until(holds: () => Promise<boolean>, start: number): Promise<number> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  return performance.now() - start
}

function figures(values: number[]): string {
  const ms = (value: number) => `${Math.round(value)} ms`
  return `median ${ms(median(values))}, p99 ${ms(percentile(values, 99))}, worst ${ms(Math.max(...values))}`
}
