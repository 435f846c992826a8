import { CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode } from 'kysely'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { loadBrands } from '#lib/server/catalogue/brands.ts'
import { loadList } from '#lib/server/catalogue/lists.ts'
import { loadSitemapChunks } from '#lib/server/catalogue/sitemap-chunks.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { MovedPrices } from '#lib/server/import/apply/moved-prices.ts'
import { openSqlite } from '#tests/support/databases/database.ts'

const planSchema = z.array(z.object({ detail: z.string() }))

/** SQLite's plans for reading the products in the queries of `work`. */
async function plansOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const nodes: RootOperationNode[] = []
  const listening: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(db.withPlugin(listening))
  const plans: string[] = []
  for (const node of nodes) {
    const { sql, parameters } = db.getExecutor().compileQuery(node, createQueryId())
    const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])
    const { rows } = await db.executeQuery(plan)
    plans.push(...planSchema.parse(rows).map(({ detail }) => detail))
  }
  return plans.filter((detail) => /\bproduct\b/.test(detail))
}

const moved = () => {
  const prices = new MovedPrices()
  const product = { category_id: 'dal', subcat_id: 'toor', brand: 'Anna', oldprice_paise: 9000 }
  prices.note({ ...product, price_paise: 100 }, { ...product, price_paise: 200 })
  return prices
}

for (const [about, work] of [
  ['a category’s list is', (db) => loadList(db, { categoryId: 'dal' })],
  ['a sub-category’s list is', (db) => loadList(db, { subcatId: 'toor' })],
  ['a brand’s list is', (db) => loadList(db, { brands: ['Anna'] })],
  ['what is on offer is', (db) => loadList(db, { offers: true })],
  ['what is featured is', (db) => loadList(db, 'featured')],
  ['the brands with their numbers are', loadBrands],
  ['the numbers of the sitemaps are', loadSitemapChunks],
  ['the ends of prices that an edit may have moved are', (db) => moved().names(db)],
] satisfies [string, (db: Db) => Promise<unknown>][]) {
  test(`${about} read from an index alone, whose rows hold no texts`, async () => {
    await using shop = await openSqlite()
    const plans = await plansOf(shop.db, work)
    expect(plans.length).toBeGreaterThan(0)
    for (const plan of plans) expect(plan).toMatch(/USING COVERING INDEX/)
  })
}
