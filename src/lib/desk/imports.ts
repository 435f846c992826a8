import * as z from 'zod/mini'
import { CHANGE_KINDS } from './changes.ts'
import { pickedIn } from './picked.ts'

/** The page of an import, where it can be undone. */
export const importPath = (number: number): string => `/desk/imports/${number}`

/** Reads the number of an import from an address; undefined if it is none. */
export const readImportNumber = (text: string | undefined): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : undefined

const undoSchema = z.object({
  /** Only changes of one kind. */
  kind: z.optional(z.enum(CHANGE_KINDS)),
  /** Only the ticked things, or all. */
  scope: z._default(z.enum(['ticked', 'all']), 'all'),
  /** Leaves alone what was changed later, and undoes the rest. */
  leave: z.optional(z.literal('yes')),
})

/** Reads a form that undoes an import: which kind of changes, and which things. */
export function readUndo(body: object) {
  const parsed = undoSchema.safeParse(body)
  if (!parsed.success) return undefined
  const { kind, scope, leave } = parsed.data
  return {
    kind,
    leavesLater: leave === 'yes',
    things: scope === 'ticked' ? pickedIn(body) : undefined,
  }
}
