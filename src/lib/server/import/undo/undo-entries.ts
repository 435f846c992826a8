import type { Db } from '#lib/server/database/schema.ts'
import type { Fields, LoggedChange } from '#lib/server/import/apply/change-log.ts'

/** What an import changed about one thing. */
export type Entry = LoggedChange

/** What a later import did to a thing: the fields it changed, as they became and as they were. */
export type LaterChange = { id: number; fields: Fields; before: Fields }

/** Later imports in effect that changed these things, by key, oldest first; undos of earlier imports are included. */
export async function laterChanges(
  db: Db,
  id: number,
  kind: Entry['kind'],
  keys: string[],
): Promise<Map<string, LaterChange[]>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('import_change')
    .innerJoin('catalogue_import', 'catalogue_import.id', 'import_id')
    .select(['import_id', 'key', 'before', 'after'])
    .where('import_id', '>', id)
    .where('kind', '=', kind)
    .where('key', 'in', keys)
    .where('undone_by', 'is', null)
    // An undo of a later import only restored what was there after this one.
    .where((eb) => eb.or([eb('undoes', 'is', null), eb('undoes', '<=', id)]))
    .orderBy('import_id')
    .execute()
  const found = new Map<string, LaterChange[]>()
  for (const { import_id, key, before, after } of rows) {
    const one = { id: import_id, fields: fieldsIn(after), before: fieldsIn(before) }
    found.set(key, [...(found.get(key) ?? []), one])
  }
  return found
}

/** Labels of packs (`''` for a product's own stock) that somebody has counted since an import; these stocks stay. */
export type Counted = ReadonlySet<string>

/** What was counted or marked as sold out since an import, by product. */
export async function countedSince(
  db: Db,
  id: number,
  productIds: string[],
): Promise<Map<string, Counted>> {
  if (productIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('stock_entry')
    .innerJoin('catalogue_import', (join) => join.on('catalogue_import.id', '=', id))
    .select(['product_id', 'pack_label'])
    .whereRef('stock_entry.created_at', '>=', 'catalogue_import.created_at')
    .where('stock_entry.kind', 'in', ['count', 'soldout'])
    .where('product_id', 'in', productIds)
    .execute()
  const found = new Map<string, Set<string>>()
  for (const { product_id, pack_label } of rows) {
    found.set(product_id, (found.get(product_id) ?? new Set()).add(pack_label ?? ''))
  }
  return found
}

const fieldsIn = (json: string | null): Fields => (json === null ? {} : JSON.parse(json))
