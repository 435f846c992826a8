import { isOnPostgres } from '#lib/server/database/on-postgres.ts'
import { sql } from 'kysely'
import type { Trx } from '#lib/server/database/schema.ts'

const BATCH = 1000

/** The ids of the products with these SKUs that the shop has. */
export async function findIds(trx: Trx, rows: readonly { sku: string }[]): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < rows.length; at += BATCH) {
    const skus = rows.slice(at, at + BATCH).map(({ sku }) => sku)
    const found = await trx.selectFrom('product').select('id').where('sku', 'in', skus).execute()
    ids.push(...found.map(({ id }) => id))
  }
  return ids
}

/**
 * Locks only the rows that an import is about to change, in the same order as checkouts do: all products by id,
 * then all packs. Orders can still refer to them. In SQLite, all other writers wait anyway.
 */
export async function lockRows(trx: Trx, ids: Iterable<string>): Promise<void> {
  if (!isOnPostgres(trx)) return
  const inOrder = [...new Set(ids)].toSorted((a, b) => (a < b ? -1 : 1))
  const batches: string[][] = []
  for (let at = 0; at < inOrder.length; at += BATCH) batches.push(inOrder.slice(at, at + BATCH))
  // Sorted by bytes, as checkouts do; a language's collation could differ.
  for (const some of batches) {
    await trx
      .selectFrom('product')
      .select('id')
      .where('id', 'in', some)
      .orderBy(sql`id collate "C"`)
      .forNoKeyUpdate()
      .execute()
  }
  for (const some of batches) {
    await trx
      .selectFrom('pack')
      .select('label')
      .where('product_id', 'in', some)
      .orderBy(sql`product_id collate "C"`)
      .orderBy(sql`label collate "C"`)
      .forNoKeyUpdate()
      .execute()
  }
}
