import * as z from 'zod/mini'
import { CHANGE_KINDS } from './changes.ts'
import { pickedIn } from './picked.ts'

/** Where an import is looked at, and taken back. */
export const importPath = (number: number): string => `/desk/imports/${number}`

/** The number of an import in an address; undefined where it is none. */
export const readImportNumber = (text: string | undefined): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : undefined

const undoSchema = z.object({
  /** One kind of changes alone. */
  kind: z.optional(z.enum(CHANGE_KINDS)),
  /** What is ticked, or all of the kind. */
  scope: z._default(z.enum(['ticked', 'all']), 'all'),
  /** What was changed later stays, and the rest is taken back. */
  leave: z.optional(z.literal('yes')),
})

/** What a form says that takes an import back: of which kind, and which of its things. */
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
