import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importCatalogue } from '#lib/server/import/apply/import.ts'
import { Publisher } from '#lib/server/publish/publisher.ts'
import { MEGABYTES, SECONDS, withBudget } from './budget.ts'
import { importedShop } from './imported-shop.ts'
import { COLUMNS, productLine } from './synthetic.ts'

const MAX_CATEGORY_S = 5
const MAX_FOOTER_S = 1
const MAX_MEMORY_MB = 512

/**
 * Renames the category of many products, then changes the footer, and times each from the import to
 * the files on disk.
 */
export async function benchRename(count = 30_000): Promise<void> {
  await using shop = await importedShop(count)
  const { dataDir } = shop.settings
  const publisher = new Publisher(shop.settings, shop.db)
  await publisher.publishAll()
  const rows: string[] = []
  for (let index = 0; index < count; index++) {
    const line = productLine(index)
    if (line.includes(',Category 1,')) rows.push(line.replace(',Category 1,', ',Renamed,'))
  }
  const file = join(dataDir, 'rename.csv')
  writeFileSync(file, `${COLUMNS}\n${rows.join('\n')}\n`)
  console.log(
    `category of ${rows.length} among ${count} products renamed: ${await live(file, MAX_CATEGORY_S)}`,
  )
  const folder = join(dataDir, 'about')
  mkdirSync(folder)
  writeFileSync(join(folder, 'products.csv'), `${COLUMNS}\n${productLine(1)}\n`)
  writeFileSync(join(folder, 'shop.json'), '{"name":"Kirana","phone":"022 2222 2222"}')
  console.log(`  another telephone number in the footer: ${await live(folder, MAX_FOOTER_S)}`)
  await publisher.close()
  const peak = process.resourceUsage().maxRSS / 1024
  console.log(`  peak memory ${withBudget(peak, { most: MAX_MEMORY_MB }, MEGABYTES)}`)

  async function live(path: string, most: number): Promise<string> {
    const start = performance.now()
    await importCatalogue(shop.db, path, { dataDir })
    const middle = performance.now()
    const { rendered } = await publisher.publishPending()
    const publishing = (performance.now() - middle) / 1000
    const importing = ((middle - start) / 1000).toFixed(2)
    return `import ${importing} s, ${rendered} pages in ${withBudget(publishing, { most }, SECONDS)}`
  }
}
