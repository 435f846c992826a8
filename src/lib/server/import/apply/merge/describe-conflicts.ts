import type { Db } from '#lib/server/database/schema.ts'
import type { Fields } from '#lib/server/import/apply/change-log.ts'
import { describeEach } from '#lib/server/import/apply/describe/describe-changes.ts'
import { type Conflict, conflictKey } from './merge.ts'

/** A field that both sides changed, as editors read it. */
export type ShownConflict = {
  /** The key under which the answer is kept. */
  key: string
  what: string
  sku: string
  field: string
  mine: string
  theirs: string
  /** The import that gave it their value, its editor, and when (epoch milliseconds). */
  by: number
  editor: string
  at: number
}

/** Describes conflicts for editors: the columns of the files, with both texts. */
export async function describeConflicts(db: Db, conflicts: Conflict[]): Promise<ShownConflict[]> {
  if (conflicts.length === 0) return []
  const changes = conflicts.map((conflict) => {
    const { kind, key, mine, theirs } = conflict
    return { kind, key, before: fieldsOf(conflict, theirs), after: fieldsOf(conflict, mine) }
  })
  const described = await describeEach(db, changes)
  return conflicts.map((conflict, at): ShownConflict => {
    const { label = '', by, editor, at: madeAt } = conflict
    const { thing, fields } = described[at] ?? { thing: { what: '', sku: '' }, fields: [] }
    const names = fields.map(({ field }) => field).join(', ') || conflict.field
    return {
      ...{ key: conflictKey(conflict), ...thing, by, editor, at: madeAt },
      field: label === '' ? names : `${names} (${label})`,
      mine: joined(fields.map((field) => field.new)),
      theirs: joined(fields.map((field) => field.old)),
    }
  })
}

const joined = (texts: (string | null)[]) => texts.filter((text) => text).join(', ')

/** The value of a conflict, as fields like those in the log of changes. */
function fieldsOf({ kind, field }: Conflict, value: unknown): Fields {
  if (kind === 'content' && field === 'page') {
    return {
      title: Array.isArray(value) ? value[0] : '',
      text: Array.isArray(value) ? value[2] : '',
    }
  }
  if (kind === 'banners') return { rows: Array.isArray(value) ? value.map(bannerOf) : [] }
  if (field === 'place' && Array.isArray(value))
    return { category_id: value[0], subcat_id: value[1] }
  if (field === 'offer' && Array.isArray(value)) {
    const packs: unknown = value[1]
    const hasPacks = Array.isArray(packs) && packs.length > 0
    return { price_paise: hasPacks ? null : value[0], packs: hasPacks ? packs.map(plain) : null }
  }
  if (kind === 'product' && field === 'packs') return { packs: value ? [plain(value)] : null }
  return { [field]: value }
}

/** A banner from the values that are compared (merge-banners.ts). */
const bannerOf = (values: unknown) => {
  const [picture_id, alt, title, text, link, shown_from, shown_until]: unknown[] = Array.isArray(
    values,
  )
    ? values
    : []
  return { picture_id: String(picture_id), alt, title, text, link, shown_from, shown_until }
}

const plain = (pack: unknown) => ({ ...(typeof pack === 'object' && pack), stock: null })
