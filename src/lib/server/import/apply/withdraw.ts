import type { Trx } from '#lib/server/database/schema.ts'
import type { ChangeLog } from './change-log.ts'
import type { StoredProduct } from './product-merge.ts'
import type { ProductNames } from './product-names.ts'

const FIELDS = [
  ...(['id', 'number', 'sku', 'brand', 'category_id', 'subcat_id'] as const),
  ...(['oldprice_paise', 'changed_at'] as const),
]
export type Missing = Pick<StoredProduct, (typeof FIELDS)[number]>

const BATCH = 400

/** Products on sale that a complete list lacks. */
export async function findMissing(trx: Trx, isThere: (sku: string) => boolean): Promise<Missing[]> {
  const live = await trx
    .selectFrom('product')
    .select(FIELDS)
    .where('withdrawn_at', 'is', null)
    .orderBy('number')
    .execute()
  return live.filter(({ sku }) => !isThere(sku))
}

/** Takes products off sale; the next list that has them brings them back. */
export async function withdraw(
  trx: Trx,
  missing: Missing[],
  { names, log, now }: { names: ProductNames; log: ChangeLog; now: number },
): Promise<void> {
  const after = { changed_at: now, withdrawn_at: now }
  for (const product of missing) {
    names.cameOrWent(product, 'removed')
    const { id, changed_at } = product
    log.note('product', id, { changed_at, withdrawn_at: null }, after)
  }
  for (let at = 0; at < missing.length; at += BATCH) {
    const ids = missing.slice(at, at + BATCH).map(({ id }) => id)
    await trx.updateTable('product').set(after).where('id', 'in', ids).execute()
  }
}
