import type { FieldChange } from '#lib/server/import/apply/describe/describe-changes.ts'
import { type PackParts, readPackParts } from '#lib/server/import/apply/describe/pack-text.ts'
import { changeTexts } from '#lib/texts/page/import/desk-changes.ts'
import { shownAmount } from './shown-amount.ts'

/** Changes as the desk shows them: fields by the names of its forms, and a row for each pack that changes. */
export const changeRows = <Change extends FieldChange>(changes: readonly Change[]): Change[] =>
  changes.flatMap((change) => {
    const rows = change.field === 'packs' ? packRowsOf(change) : undefined
    return rows ?? [shown(change, change)]
  })

type Side = Pick<FieldChange, 'field' | 'old' | 'new'>

const shown = <Change extends FieldChange>(change: Change, { old, new: now, field }: Side) => ({
  ...change,
  field: changeTexts.fieldOf(change.what, field),
  old: shownAmount(change, old),
  new: shownAmount(change, now),
})

/** A row for each pack that differs, with what differs of it; undefined if the packs cannot be read. */
function packRowsOf<Change extends FieldChange>(change: Change): Change[] | undefined {
  const [before, after] = [readPackParts(change.old ?? ''), readPackParts(change.new ?? '')]
  if (!before || !after) return undefined
  const labels = new Set([...after.keys(), ...before.keys()])
  const rows = [...labels].flatMap((label) => {
    const [was, is] = [before.get(label), after.get(label)]
    const [old, now] = [textOf(was, is), textOf(is, was)]
    if (old === now) return []
    const field = changeTexts.packOf(label)
    return [shown(change, { field, old: change.old === null ? null : old, new: now })]
  })
  if (rows.length > 0) return rows
  const order = (packs: ReadonlyMap<string, PackParts>) => [...packs.keys()].join(', ')
  return [{ ...shown(change, change), old: order(before), new: order(after) }]
}

const PARTS = ['price', 'old', 'stock', 'sale'] as const

/** The parts of a pack in which it differs from the other one. */
const textOf = (pack: PackParts | undefined, other: PackParts | undefined): string =>
  PARTS.filter((part) => pack?.[part] && pack[part] !== other?.[part])
    .map((part) => changeTexts.packPart(part, pack?.[part] ?? ''))
    .join(', ')
