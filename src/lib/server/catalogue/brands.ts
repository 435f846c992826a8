import { brandId } from '#lib/catalogue/brand.ts'
import type { Db } from '#lib/server/database/schema.ts'

/** A brand with a page: its name, all spellings that share the address, and how many products it has. */
export type Brand = { id: string; name: string; names: [string, ...string[]]; count: number }

/** Brands with products on sale, by id; each is named by its spelling with the most products. */
export async function loadBrands(db: Db): Promise<Map<string, Brand>> {
  const rows = await db
    .selectFrom('product')
    .select(['brand', (eb) => eb.fn.countAll<number>().as('count')])
    .where('withdrawn_at', 'is', null)
    .groupBy('brand')
    .orderBy('count', 'desc')
    .orderBy('brand')
    .execute()
  const brands = new Map<string, Brand>()
  for (const { brand: name, count } of rows) {
    const id = brandId(name)
    const known = brands.get(id)
    if (known) {
      known.names.push(name)
      known.count += Number(count)
    } else if (id !== '') brands.set(id, { id, name, names: [name], count: Number(count) })
  }
  return brands
}

/** Whether each of these names is a brand with products on sale. */
export async function areBrands(db: Db, names: string[]): Promise<boolean> {
  if (names.length === 0) return true
  const rows = await db
    .selectFrom('product')
    .select('brand')
    .distinct()
    .where('brand', 'in', names)
    .where('withdrawn_at', 'is', null)
    .execute()
  return rows.length === new Set(names).size
}
