import { join } from 'node:path'
import { fillInChild } from '#lib/server/import/apply/fill-in-child.ts'
import { type BenchShop, openBenchShop } from './shop.ts'
import { writeProducts } from './synthetic.ts'

/** A shop with `count` synthetic products, filled as a first start does: the memory of that is not measured. */
export async function importedShop(count: number): Promise<BenchShop> {
  const shop = await openBenchShop()
  const { dataDir, databaseUrl } = shop.settings
  const file = join(dataDir, 'products.csv')
  await writeProducts(file, count)
  await fillInChild({ databaseUrl, dataDir, catalogue: file })
  return shop
}
