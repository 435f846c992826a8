import type { Db } from '#lib/server/database/schema.ts'
import type { Fields, LoggedChange } from '#lib/server/import/apply/change-log.ts'

/**
 * Texts that a list would turn back to a version which an import had replaced: how many things, and the last such
 * import.
 */
export type OlderTexts = { count: number; by: number; editor: string }

const BATCH = 500
const TEXTS: Partial<Record<LoggedChange['kind'], readonly string[]>> = {
  product: ['name', 'brand', 'description', 'unit', 'aliases', 'specs', 'origin', 'shelflife'],
  content: ['title', 'description', 'body'],
}

/** Finds texts that would go back to an older version, which some import had replaced since. */
export async function findOlderTexts(
  db: Db,
  changes: readonly LoggedChange[],
): Promise<OlderTexts | undefined> {
  const wanted = changes.filter(hasTexts)
  const things = new Set<string>()
  let last: { by: number; editor: string } | undefined
  for (let at = 0; at < wanted.length; at += BATCH) {
    const some = new Map(wanted.slice(at, at + BATCH).map((one) => [thingOf(one), one]))
    for (const { kind, key, before, after, by, editor } of await historyOf(db, some.values())) {
      const change = some.get(thingOf({ kind, key }))
      if (!change || !isBack(change, readFields(before), readFields(after))) continue
      things.add(thingOf(change))
      if (!last || by > last.by) last = { by, editor }
    }
  }
  return last && { count: things.size, ...last }
}

const thingOf = ({ kind, key }: Pick<LoggedChange, 'kind' | 'key'>) => `${kind} ${key}`

const hasTexts = ({ kind, before, after }: LoggedChange) =>
  before !== null && after !== null && (TEXTS[kind] ?? []).some((field) => after[field])

const historyOf = (db: Db, changes: Iterable<LoggedChange>) =>
  db
    .selectFrom('import_change')
    .innerJoin('catalogue_import', 'catalogue_import.id', 'import_change.import_id')
    .select(['import_change.kind', 'key', 'before', 'after', 'import_id as by', 'editor'])
    .where('import_change.kind', 'in', Object.keys(TEXTS) as LoggedChange['kind'][])
    .where('key', 'in', [...new Set([...changes].map(({ key }) => key))])
    .where('before', 'is not', null)
    .where('after', 'is not', null)
    .execute()

const readFields = (json: string | null): Fields => (json === null ? {} : JSON.parse(json))

/** Whether a text of the change is one that an import replaced. */
const isBack = ({ kind, after }: LoggedChange, was: Fields, became: Fields) =>
  (TEXTS[kind] ?? []).some(
    (field) => after?.[field] && after[field] === was[field] && after[field] !== became[field],
  )
