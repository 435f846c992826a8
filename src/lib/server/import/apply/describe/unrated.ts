import { collectsTax } from '#lib/checkout/bill.ts'
import { UNNAMED_SHOP } from '#lib/shop.ts'
import { readStoredShop } from '#lib/server/catalogue/shop-json.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { ownersChanges } from '#lib/server/import/apply/apply-shop.ts'
import type { LoggedChange } from '#lib/server/import/apply/change-log.ts'

/** Products on sale without a GST rate: how many, and the first by SKU. */
export type Unrated = { count: number; skus: string[] }

const NAMED = 3
const BATCH = 500
const UNNAMED = JSON.stringify(UNNAMED_SHOP)

/** All products without a GST rate, of a shop that collects GST (P23); undefined if there are none. */
export async function findUnrated(db: Db): Promise<Unrated | undefined> {
  if (!collectsTax(await readStoredShop(db))) return undefined
  return named((await unrated(db).execute()).map(({ sku }) => sku))
}

/**
 * Those that an import adds or whose rate it clears; all, if it changes whether the shop collects GST. So a shop
 * that leaves some without a rate does not hear of them again at every change of a price.
 */
export async function findNewlyUnrated(
  trx: Db,
  changes: readonly LoggedChange[],
): Promise<Unrated | undefined> {
  if (changes.some(isOfTax)) return findUnrated(trx)
  if (!collectsTax(await readStoredShop(trx))) return undefined
  const ids = changes.flatMap(({ kind, key, before, after }) =>
    kind === 'product' && (before === null || 'gst_percent' in (after ?? {})) ? [key] : [],
  )
  const skus: string[] = []
  for (let at = 0; at < ids.length; at += BATCH) {
    const rows = await unrated(trx)
      .where('id', 'in', ids.slice(at, at + BATCH))
      .execute()
    skus.push(...rows.map(({ sku }) => sku))
  }
  return named(skus)
}

/** Whether a change is of the fields of shop.json that say who collects GST. */
function isOfTax({ kind, before, after }: LoggedChange): boolean {
  if (kind !== 'shop') return false
  const [was, is] = [before?.['json'] ?? UNNAMED, after?.['json'] ?? UNNAMED]
  if (typeof was !== 'string' || typeof is !== 'string') return false
  return ownersChanges(was, is).some((field) => field === 'gstin' || field === 'composition')
}

const unrated = (db: Db) =>
  db
    .selectFrom('product')
    .select('sku')
    .where('gst_percent', 'is', null)
    .where('withdrawn_at', 'is', null)

function named(skus: string[]): Unrated | undefined {
  if (skus.length === 0) return undefined
  return { count: skus.length, skus: skus.toSorted().slice(0, NAMED) }
}
