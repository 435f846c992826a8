import type { Db } from '#lib/server/database/schema.ts'
import type { Fields, LoggedChange } from '#lib/server/import/apply/change-log.ts'
import { type OtherKind, otherTexts } from '#lib/texts/page/import/other-changes.ts'

type Counts = { added: number; changed: number; removed: number }

/** What imports changed besides products, in words, by import number. */
export async function otherChanges(db: Db, ids: readonly number[]): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('import_change')
    .selectAll()
    .where('import_id', 'in', ids)
    .where('kind', '!=', 'product')
    .execute()
  const changes = rows.map(({ import_id, kind, key, before, after }) => ({
    ...{ import_id, kind, key },
    before: before === null ? null : JSON.parse(before),
    after: after === null ? null : JSON.parse(after),
  }))
  const byImport = Map.groupBy(changes, (change) => change.import_id)
  return new Map([...byImport].map(([id, some]) => [id, describeOthers(some)]))
}

/** What changed besides products, in words such as `Banners: 1 added`. */
export function describeOthers(changes: readonly LoggedChange[]): string[] {
  const all = new Map<OtherKind, Counts>()
  for (const change of changes) {
    const kind = kindOf(change)
    if (kind === undefined) continue
    const counts = all.get(kind) ?? { added: 0, changed: 0, removed: 0 }
    all.set(kind, counts)
    const own = countsOf(change)
    for (const word of ['added', 'changed', 'removed'] as const) counts[word] += own[word]
  }
  return [...all].map(([kind, counts]) => otherTexts.of(kind, counts))
}

function kindOf({ kind, key }: LoggedChange): OtherKind | undefined {
  if (kind === 'product') return undefined
  return kind === 'content' ? (key.startsWith('blog:') ? 'article' : 'page') : kind
}

function countsOf({ kind, before, after }: LoggedChange): Counts {
  if (kind === 'banners') return compare(listOf(before, 'rows'), listOf(after, 'rows'))
  if (kind === 'delivery') return compare(listOf(before, 'pins'), listOf(after, 'pins'))
  if (kind === 'synonyms') return compare(listOf(before, 'lines'), listOf(after, 'lines'))
  const isNew = before === null || (kind === 'category' && isHidden(before))
  const isGone = after === null || (kind === 'category' && isHidden(after))
  if (kind === 'shop' || isNew === isGone) return { added: 0, changed: 1, removed: 0 }
  return { added: Number(isNew), changed: 0, removed: Number(isGone) }
}

const isHidden = ({ position }: Fields) => typeof position === 'number' && position < 0

/** The entries of a list as texts, without their positions. */
function listOf(fields: Fields | null, name: string): string[] {
  const lines: unknown = fields?.[name]
  return Array.isArray(lines) ? lines.map(lineOf) : []
}

function lineOf(line: unknown): string {
  if (typeof line !== 'object' || line === null) return String(line)
  return JSON.stringify({ ...line, position: undefined })
}

/**
 * An entry added for one removed counts as changed. If all entries stay, the order changed, which counts as
 * nothing added or removed.
 */
function compare(before: readonly string[], after: readonly string[]): Counts {
  const came = after.filter((line) => !before.includes(line)).length
  const went = before.filter((line) => !after.includes(line)).length
  const changed = Math.min(came, went)
  return { added: came - changed, changed, removed: went - changed }
}
