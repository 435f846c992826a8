import type { Transaction } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'
import type { ChangeLog } from '#lib/server/import/apply/change-log.ts'
import type { ProductNames } from '#lib/server/import/apply/product-names.ts'

/** What every part of an undo works with. */
export type UndoWork = {
  trx: Transaction<Database>
  id: number
  now: number
  isDryRun: boolean
  /** Whether whoever takes it back is an owner. */
  isOwner: boolean
  names: Set<string>
  products: ProductNames
  log: ChangeLog
  /** What stands in the way. */
  conflicts: string[]
}
