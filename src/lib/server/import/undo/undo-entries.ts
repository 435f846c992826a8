import type { Db } from '#lib/server/database/schema.ts'
import type { Fields, LoggedChange } from '#lib/server/import/apply/change-log.ts'

/** What an import changed of one thing. */
export type Entry = LoggedChange

/** Later imports in effect, undos of earlier ones included, by the things that they changed, and which fields; the last one wins. */
export async function laterChanges(
  db: Db,
  id: number,
  kind: Entry['kind'],
  keys: string[],
): Promise<Map<string, { id: number; fields: Fields }[]>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('import_change')
    .innerJoin('catalogue_import', 'catalogue_import.id', 'import_id')
    .select(['import_id', 'key', 'after'])
    .where('import_id', '>', id)
    .where('kind', '=', kind)
    .where('key', 'in', keys)
    .where('undone_by', 'is', null)
    // An undo of what came later only brought back what was here.
    .where((eb) => eb.or([eb('undoes', 'is', null), eb('undoes', '<=', id)]))
    .orderBy('import_id')
    .execute()
  const found = new Map<string, { id: number; fields: Fields }[]>()
  for (const { import_id, key, after } of rows) {
    const one = { id: import_id, fields: after === null ? {} : JSON.parse(after) }
    found.set(key, [...(found.get(key) ?? []), one])
  }
  return found
}
