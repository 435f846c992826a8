import { packSku } from '#lib/catalogue/variant.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { LoggedChange } from '#lib/server/import/apply/change-log.ts'

/** Ids in the merchant feed that two products have: how many, and the first with both SKUs. */
export type SharedIds = { count: number; id: string; one: string; other: string }

const BATCH = 500

/**
 * Looks for packs whose id in the merchant feed, such as `RICE-5-kg`, is another product's SKU, or that of its pack.
 * Google takes only one of them, and knows the others by their ids, so it is for the editor to change one.
 * @returns undefined if new products, and those with other packs, have ids of their own
 */
export async function findSharedIds(
  trx: Db,
  changes: readonly LoggedChange[],
): Promise<SharedIds | undefined> {
  const keys = changes.flatMap(({ kind, key, before, after }) =>
    kind === 'product' && (before === null || 'packs' in (after ?? {})) ? [key] : [],
  )
  const shared = new Map<string, { one: string; other: string }>()
  for (let at = 0; at < keys.length; at += BATCH) {
    const own = await feedIds(trx, 'product.id', keys.slice(at, at + BATCH))
    const others = await feedIds(trx, 'product.sku', [...new Set(own.flatMap(skusBeside))])
    const owners = Map.groupBy(others, ({ id }) => id)
    for (const { id, sku: one } of own) {
      const other = owners.get(id)?.find(({ sku }) => sku !== one)?.sku
      if (other !== undefined && !shared.has(id)) shared.set(id, { one, other })
    }
  }
  const [first] = shared
  return first && { count: shared.size, id: first[0], ...first[1] }
}

type FeedId = { sku: string; id: string }

/** The ids that products on sale have in the feed. */
async function feedIds(
  trx: Db,
  by: 'product.id' | 'product.sku',
  values: string[],
): Promise<FeedId[]> {
  const found: FeedId[] = []
  for (let at = 0; at < values.length; at += BATCH) {
    const rows = await trx
      .selectFrom('product')
      .leftJoin('pack', 'pack.product_id', 'product.id')
      .select(['sku', 'label'])
      .where(by, 'in', values.slice(at, at + BATCH))
      .where('withdrawn_at', 'is', null)
      .orderBy('sku')
      .execute()
    for (const { sku, label } of rows) {
      found.push({ sku, id: label === null ? sku : packSku(sku, label) })
    }
  }
  return found
}

/** The SKUs that another product with this id may have: `RICE-5-kg`, `RICE-5` and `RICE`. */
function skusBeside({ sku, id }: FeedId): string[] {
  const parts = id.split('-')
  return parts.map((_, at) => parts.slice(0, at + 1).join('-')).filter((other) => other !== sku)
}
