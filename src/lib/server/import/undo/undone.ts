import type { ChangeKind } from '#lib/desk/changes.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import { kindOfChange } from '#lib/server/import/apply/describe/change-kinds.ts'
import type { ChangeLog } from '#lib/server/import/apply/change-log.ts'
import {
  type Described,
  describeEach,
  type FieldChange,
} from '#lib/server/import/apply/describe/describe-changes.ts'
import type { PageChange } from '#lib/server/import/apply/product-names.ts'
import { thingKey } from './undo-work.ts'

export type Undone = {
  /** The number of the import that was taken back. */
  undoes: number
  /** Whether some of it is still in effect, because it was not asked for or was changed later. */
  isPart: boolean
  /** How many things were restored, without those that were as before already. */
  restored: number
  /** What stays because it was changed later, in words. */
  left: string[]
  /** What somebody should look at, in words: names in `noreturns` that nothing in the shop has any more. */
  warnings: string[]
  pages: PageChange[]
  changes: FieldChange[]
  /** In a dry run: the changes, thing by thing. */
  things: UndoneThing[]
  /** The number under which the undo can itself be undone; null in a dry run. */
  import: number | null
}

/** What would become of a thing; `key` identifies it. */
export type UndoneThing = Described & { key: string; kinds: ChangeKind[] }

/** Why an import cannot be taken back, in sentences. */
export type UndoRefusal = { isRefused: true; reasons: string[] }

/** Describes what an undo would do, thing by thing. */
export async function describeThings(trx: Trx, log: ChangeLog): Promise<UndoneThing[]> {
  const described = await describeEach(trx, log.changes)
  return log.changes.flatMap((change, at) => {
    const one = described[at]
    if (!one || one.fields.length === 0) return []
    const kinds = new Set(one.fields.map((field) => kindOfChange({ ...one.thing, ...field })))
    return [{ ...one, key: thingKey(change), kinds: [...kinds] }]
  })
}
