import type { ChangeView } from '#lib/desk/changes.ts'
import { kindOfChange } from '#lib/server/import/apply/describe/change-kinds.ts'
import type { FieldChange } from '#lib/server/import/apply/describe/describe-changes.ts'
import type { UndoneThing } from '#lib/server/import/undo/undone.ts'
import type { KindCounts } from './find-changes.ts'

/** How many things one page shows with a checkbox each: a form may have only so many fields. */
const MAX_THINGS = 100

/** How many things of an import have changes of each kind. */
export function countKinds(things: readonly UndoneThing[]): KindCounts {
  const counts: KindCounts = {}
  for (const kind of things.flatMap(({ kinds }) => kinds)) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

/** The things that match a search, each with its fields of the kind looked for. */
export function findThings(things: readonly UndoneThing[], view: ChangeView): UndoneThing[] {
  const word = view.q?.toLowerCase() ?? ''
  return things.flatMap((one) => {
    const fields = view.kind
      ? one.fields.filter((field) => kindOfChange({ ...one.thing, ...field }) === view.kind)
      : one.fields
    const said = [
      one.thing.what,
      one.thing.sku,
      ...fields.flatMap((f) => [f.old ?? '', f.new ?? '']),
    ]
    const hasWord = word === '' || said.some((text) => text.toLowerCase().includes(word))
    return fields.length > 0 && hasWord ? [{ ...one, fields }] : []
  })
}

type Shown = { changes: (FieldChange & { key: string })[]; more: number }

/** The fields of the first things, and how many more things there are. */
export function shownChanges(things: readonly UndoneThing[]): Shown {
  const changes = things
    .slice(0, MAX_THINGS)
    .flatMap(({ key, thing, fields }) => fields.map((field) => ({ key, ...thing, ...field })))
  return { changes, more: Math.max(0, things.length - MAX_THINGS) }
}
