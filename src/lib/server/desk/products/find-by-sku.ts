import type { Db } from '#lib/server/database/schema.ts'

/** The id of the product on sale that has this SKU; undefined where none has. */
export async function findBySku(db: Db, sku: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('product')
    .select('id')
    .where('sku', '=', sku)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return found?.id
}
