import type { Trx } from '#lib/server/database/schema.ts'
import type { ChangeKind } from '#lib/desk/changes.ts'
import { kindOfField } from '#lib/server/import/apply/describe/change-kinds.ts'
import type { ChangeLog, LoggedChange } from '#lib/server/import/apply/change-log.ts'
import type { ProductNames } from '#lib/server/import/apply/product-names.ts'
import type { Shortfall } from '#lib/server/import/apply/stocks/shortfalls.ts'
import type { CountsBack } from '#lib/server/import/apply/stocks/turn-counts.ts'

/** What all parts of an undo work with. */
export type UndoWork = {
  trx: Trx
  id: number
  now: number
  isDryRun: boolean
  /** Whether the editor who takes it back is an owner. */
  isOwner: boolean
  /** What to take back; everything if it is empty. */
  part: UndoPart
  names: Set<string>
  products: ProductNames
  log: ChangeLog
  /** By how many units what buyers are missing changes through the undo. */
  shortfalls: Shortfall[]
  /** Stocks that were restored: the list's units no longer count. */
  counts: CountsBack[]
  /** What prevents taking things back, in words. */
  conflicts: string[]
}

/** A part of an import: only these things, and of them only changes of these kinds. */
export type UndoPart = {
  kinds?: ReadonlySet<ChangeKind> | undefined
  /** In the form of `thingKey`. */
  things?: ReadonlySet<string> | undefined
}

/** Whether the part is in fact the whole import. */
export const isWholeImport = ({ kinds, things }: UndoPart): boolean => !kinds && !things

/** The key of a thing that an import changed. */
export const thingKey = ({ kind, key }: Pick<LoggedChange, 'kind' | 'key'>) => `${kind}:${key}`

/** Whether a field of a thing is to be taken back. */
export function isAsked({ kinds }: UndoPart, entry: LoggedChange, field: string): boolean {
  if (!kinds) return true
  // Packs have prices and stock in one field.
  if (field === 'packs' && entry.before !== null) return kinds.has('prices') || kinds.has('stock')
  return kinds.has(kindOfField(entry, field))
}
