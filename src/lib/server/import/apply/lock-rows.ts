import { PostgresAdapter, sql } from 'kysely'
import type { Trx } from '#lib/server/database/schema.ts'

const BATCH = 1000

/** The ids of those that the shop has. */
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
 * Locks what an import is about to change, and nothing else: all products in the order of their ids,
 * then all packs, as checkouts do. Orders may still name them. In SQLite every other writer waits.
 */
export async function lockRows(trx: Trx, ids: Iterable<string>): Promise<void> {
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return
  const inOrder = [...new Set(ids)].toSorted((a, b) => (a < b ? -1 : 1))
  const batches: string[][] = []
  for (let at = 0; at < inOrder.length; at += BATCH) batches.push(inOrder.slice(at, at + BATCH))
  // By their bytes: a language sorts otherwise than whoever buys.
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
