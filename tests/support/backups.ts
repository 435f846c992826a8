import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { financialYear } from '#lib/server/orders/bills/bills.ts'
import type { TestDatabase } from './databases/database.ts'
import { importRows } from './lists/editors-file.ts'
import { shopOver } from './shop-in-process.ts'
import { insertUser } from './user-row.ts'

/** Fills a shop with products, a shopper and an upload. */
export async function fill(shop: TestDatabase, names: string[]): Promise<void> {
  await importRows(
    shop,
    names.map((name) => ({
      sku: name.replaceAll(' ', '-'),
      name,
      category: 'Pulses',
      subcategory: 'Dal',
      price: '12.50',
    })),
  )
  await insertUser(shop, 'asha@example.org')
  await shop.db.insertInto('cart').values({ user_id: 'asha', revision: 7 }).execute()
  const year = financialYear(Date.now())
  await shop.db.insertInto('bill_series').values({ kind: 'invoice', year, last: 42 }).execute()
  mkdirSync(join(shop.dataDir, 'uploads'), { recursive: true })
  writeFileSync(join(shop.dataDir, 'uploads/picture.webp'), 'a picture')
}

/** Runs a command on a test's shop. */
export const shop = (args: string[], where: Pick<TestDatabase, 'url' | 'dataDir'>) =>
  shopOver(where, ...args)

/** The names of all products. */
export async function namesIn(db: TestDatabase['db']): Promise<string[]> {
  const rows = await db.selectFrom('product').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}
