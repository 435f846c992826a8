import { join } from 'node:path'
import { importCatalogue } from '#lib/server/import/apply/import.ts'
import { type BenchShop, openBenchShop } from './shop.ts'
import { writeProducts } from './synthetic.ts'

/** A shop with `count` synthetic products, imported as an editor would. */
export async function importedShop(count: number): Promise<BenchShop> {
  const shop = await openBenchShop()
  const { dataDir } = shop.settings
  const file = join(dataDir, 'products.csv')
  await writeProducts(file, count)
  const report = await importCatalogue(shop.db, file, { dataDir })
  if (report?.accepted !== count)
    throw new Error(`imported ${report?.accepted} of ${count} products`)
  return shop
}
