import * as z from 'zod/mini'
import { optionalField } from '#lib/optional-field.ts'
import { pageField } from '#lib/page-field.ts'

/** Kinds by which changes are filtered and partly undone. */
export const CHANGE_KINDS = [
  ...(['new', 'withdrawn', 'prices', 'stock'] as const),
  ...(['texts', 'pictures', 'categories', 'shop'] as const),
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** Whether a text names a kind. */
export const isChangeKind = (text: string): text is ChangeKind =>
  CHANGE_KINDS.some((kind) => kind === text)

/** How many changed fields a page shows. */
export const CHANGES_A_PAGE = 100

const viewSchema = z.object({
  kind: optionalField(z.enum(CHANGE_KINDS)),
  q: optionalField(z.string().check(z.trim(), z.maxLength(100))),
  sort: optionalField(z.literal('size')),
  page: z.optional(pageField),
})
/** Which changes are shown; names as in the address. */
export type ChangeView = z.infer<typeof viewSchema>

/** Reads the view of an address; all changes if it is not valid. */
export function readChangeView(params: URLSearchParams): ChangeView {
  const parsed = viewSchema.safeParse(Object.fromEntries(params))
  return parsed.success ? parsed.data : {}
}

/** The address of a page with this view. */
export function changesAddress(path: string, view: ChangeView): string {
  const entries = Object.entries(view).flatMap(([name, value]) =>
    value === undefined || (name === 'page' && value === 1) ? [] : [[name, String(value)]],
  )
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries).toString()}`
}
