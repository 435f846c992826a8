import type { Trx } from '#lib/server/database/schema.ts'
import type { ChangeKind } from '#lib/desk/changes.ts'
import { kindOfField } from '#lib/server/import/apply/describe/change-kinds.ts'
import type { ChangeLog, LoggedChange } from '#lib/server/import/apply/change-log.ts'
import type { ProductNames } from '#lib/server/import/apply/product-names.ts'
import type { Shortfall } from '#lib/server/import/apply/stocks/shortfalls.ts'
import type { CountsBack } from '#lib/server/import/apply/stocks/turn-counts.ts'

/** What every part of an undo works with. */
export type UndoWork = {
  trx: Trx
  id: number
  now: number
  isDryRun: boolean
  /** Whether whoever takes it back is an owner. */
  isOwner: boolean
  /** What is taken back; all of it when it is not given. */
  part: UndoPart
  names: Set<string>
  products: ProductNames
  log: ChangeLog
  /** What buyers get of what they are promised, more or fewer units than before the undo. */
  shortfalls: Shortfall[]
  /** Stocks that are again what they were: the list's units count no more. */
  counts: CountsBack[]
  /** What stands in the way. */
  conflicts: string[]
}

/** A part of an import: these things of it, and of them what is of these kinds. */
export type UndoPart = {
  kinds?: ReadonlySet<ChangeKind> | undefined
  /** As `thingKey` names them. */
  things?: ReadonlySet<string> | undefined
}

export const isWholeImport = ({ kinds, things }: UndoPart): boolean => !kinds && !things

/** How one of an import's things is named. */
export const thingKey = ({ kind, key }: Pick<LoggedChange, 'kind' | 'key'>) => `${kind}:${key}`

/** Whether a field of a thing is to be taken back. */
export function isAsked({ kinds }: UndoPart, entry: LoggedChange, field: string): boolean {
  if (!kinds) return true
  // Packs have both in one field.
  if (field === 'packs' && entry.before !== null) return kinds.has('prices') || kinds.has('stock')
  return kinds.has(kindOfField(entry, field))
}
