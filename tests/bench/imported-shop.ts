import { join } from 'node:path'
import { fillInChild } from '#lib/server/import/apply/fill-in-child.ts'
import { type BenchShop, openBenchShop } from './shop.ts'
import { writeProducts } from './synthetic.ts'

/**
 * A shop with `count` synthetic products, imported in a child process as at a first start, so that
 * the import's memory does not count in the bench.
 */
export async function importedShop(count: number): Promise<BenchShop> {
  const shop = await openBenchShop()
  const { dataDir, databaseUrl } = shop.settings
  const file = join(dataDir, 'products.csv')
  await writeProducts(file, count)
  await fillInChild({ databaseUrl, dataDir, catalogue: file })
  return shop
}
