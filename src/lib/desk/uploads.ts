import * as z from 'zod/mini'

const whose = z.enum(['mine', 'theirs'])
/** A checkbox, which a form sends only if it is ticked. */
const ticked = z.optional(z.literal('yes'))

const FORMATS = ['kirana', 'shopify', 'woocommerce', 'withdraw', 'soldout'] as const

/** How to read a list; with `withdraws`, products missing from it are withdrawn. */
export const readingSchema = z.strictObject({
  format: z._default(z.enum(FORMATS), 'kirana'),
  withdraws: z.pipe(
    ticked,
    z.transform((text) => text === 'yes'),
  ),
})
/**
 * How to read an uploaded list again: with `asis`, changes made by others since it was written are
 * overwritten; with `letters`, broken characters are repaired first.
 */
export const recheckSchema = z.extend(readingSchema, {
  format: z._default(z.enum([...FORMATS, 'matched']), 'kirana'),
  asis: ticked,
  letters: z.optional(z.literal('repair')),
})
/**
 * `skipinvalid` leaves refused rows out, `stock` decides about counts of unknown age, `confirm`
 * repeats the number of a grave alarm, `side.3` decides whose value wins the fourth conflict, and
 * `rest` does so for conflicts that are not shown.
 */
const publishSchema = z.strictObject({
  skipinvalid: ticked,
  stock: z.optional(z.enum(['keep', 'set'])),
  confirm: z.optional(z.string().check(z.trim(), z.maxLength(12))),
  rest: z.optional(whose),
})
const sidesSchema = z.record(z.string().check(z.regex(/^side\.\d{1,3}$/)), whose)

/** Reads the form that publishes a list; undefined if it is not valid. */
export function readPublish(body: object) {
  const fields = Object.entries(body)
  const isSide = ([name]: [string, unknown]) => name.startsWith('side.')
  const options = publishSchema.safeParse(
    Object.fromEntries(fields.filter((field) => !isSide(field))),
  )
  const sides = sidesSchema.safeParse(Object.fromEntries(fields.filter(isSide)))
  if (!options.success || !sides.success) return undefined
  const places = Object.entries(sides.data).map(
    ([name, said]) => [Number(name.slice('side.'.length)), said] as const,
  )
  return { ...options.data, sides: new Map(places) }
}
/** Whether a text can be the id of an upload. */
export const isUploadId = (text: string | undefined): text is string =>
  /^[0-9a-f]{32}$/.test(text ?? '')

/** Whether a preview can show a page: only those that the shop publishes for people. */
export const isShopPage = (path: string): boolean =>
  /^\/(?:(?:product|category|subcat|brand|blog)\/[\w-]+(?:\/page\/\d{1,5})?|[\w-]+)?$/.test(path) &&
  !/^\/(desk|api)$/.test(path)

/** The progress of the work on a list; `ratio` goes from 0 to 1. */
export const uploadStatusSchema = z.object({
  state: z.string(),
  isLive: z.boolean(),
  text: z.string(),
  ratio: z.number(),
})
export type UploadStatus = z.infer<typeof uploadStatusSchema>

/** File types in which the products can be downloaded. */
export const LIST_KINDS = ['xlsx', 'csv'] as const
export type ListKind = (typeof LIST_KINDS)[number]
/** Whether a text names a file type. */
export const isListKind = (text: string | null): text is ListKind =>
  LIST_KINDS.some((kind) => kind === text)
/** The address of the products as a file. */
export const downloadPath = (kind: ListKind): string => `/api/desk/export?as=${kind}`

/** The page where lists are uploaded and imports undone. */
export const deskPath = '/desk/lists'
/** The page of a list. */
export const uploadPath = (id: string): string => `/desk/uploads/${id}`
/** The event stream of a list's progress. */
export const progressPath = (id: string): string => `${statusPath(id)}/progress`
/** The progress of a list, for polling. */
export const statusPath = (id: string): string => `/api/desk/uploads/${id}`
/** The page where the columns of a list are matched with the shop's. */
export const columnsPath = (id: string): string => `${uploadPath(id)}/columns`
/** A page of the shop as it would be with a list. */
export const previewPath = (id: string, path: string): string =>
  `${uploadPath(id)}/preview?path=${encodeURIComponent(path)}`

/** The two sides of a comparison: a page as it is, and as it would be with the list. */
export const SIDES = ['now', 'list'] as const
export type PreviewSide = (typeof SIDES)[number]
/** Whether a text names a side. */
export const isSide = (text: string | null): text is PreviewSide =>
  SIDES.some((side) => side === text)
/** The page that compares both sides. */
export const sideBySidePath = (id: string, path: string): string =>
  `${uploadPath(id)}/compare?path=${encodeURIComponent(path)}`
/** The content of one side's frame. */
export const framedPath = (id: string, path: string, side: PreviewSide): string =>
  `${uploadPath(id)}/framed?path=${encodeURIComponent(path)}&as=${side}`

const ACTIONS = [
  ...(['upload', 'check', 'preview', 'publish', 'undo'] as const),
  ...(['discard', 'export', 'grant', 'revoke', 'takedown', 'show', 'takeback'] as const),
] as const
const historySchema = z.object({
  before: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))),
  who: z.optional(z.string().check(z.maxLength(254))),
  kind: z.optional(z.union([z.literal(''), z.enum(ACTIONS)])),
})

/**
 * Reads which part of the history an address asks for: before an import, by a person, of a kind.
 */
export function readHistory(params: URLSearchParams) {
  const parsed = historySchema.safeParse(Object.fromEntries(params))
  const { before, who, kind } = parsed.success ? parsed.data : {}
  return { before: before || undefined, who: who || undefined, kind: kind || undefined }
}
