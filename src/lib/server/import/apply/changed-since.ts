import type { Db } from '#lib/server/database/schema.ts'
import { type Fields, loadChanges, type LoggedChange } from './change-log.ts'

/**
 * The last import after `since` that changed a field of these changes, too; undefined where they touch
 * nothing that anybody else changed.
 */
export async function changedSince(
  db: Db,
  changes: readonly LoggedChange[],
  { since, own }: { since: number; own: number | null },
): Promise<number | undefined> {
  const others = await db
    .selectFrom('catalogue_import')
    .select('id')
    .where('id', '>', since)
    .where('id', '!=', own ?? 0)
    .orderBy('id', 'desc')
    .execute()
  if (others.length === 0) return undefined
  const mine = new Map(changes.map((change) => [keyOf(change), change]))
  for (const { id } of others) {
    const entries = await loadChanges(db, id)
    if (entries.some((entry) => areOfOneField(entry, mine.get(keyOf(entry))))) return id
  }
  return undefined
}

const keyOf = ({ kind, key }: LoggedChange) => `${kind} ${key}`

/** A whole thing that comes or goes is of every field. */
function areOfOneField(one: LoggedChange, other: LoggedChange | undefined): boolean {
  if (!other) return false
  const [fields, others] = [fieldsOf(one), fieldsOf(other)]
  if (!fields || !others) return true
  return Object.keys(fields).some((field) => field !== 'changed_at' && field in others)
}

const fieldsOf = ({ before, after }: LoggedChange): Fields | null => before && after
