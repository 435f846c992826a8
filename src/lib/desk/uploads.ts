import * as z from 'zod/mini'

const whose = z.enum(['mine', 'theirs'])
/** A box of a form that is ticked, or not there. */
const ticked = z.optional(z.literal('yes'))

const FORMATS = ['kirana', 'shopify', 'woocommerce', 'withdraw', 'soldout'] as const

/** How a list is to be read: with `withdraws`, products that it lacks are withdrawn. */
export const readingSchema = z.strictObject({
  format: z._default(z.enum(FORMATS), 'kirana'),
  withdraws: z.pipe(
    ticked,
    z.transform((text) => text === 'yes'),
  ),
})
/**
 * The same of a list that is there: with `asis`, what others changed since it was written is overwritten;
 * with `letters`, those that a program broke are put right first.
 */
export const recheckSchema = z.extend(readingSchema, {
  format: z._default(z.enum([...FORMATS, 'matched']), 'kirana'),
  asis: ticked,
  letters: z.optional(z.literal('repair')),
})
/**
 * With `skipinvalid`, refused rows are left out; `stock` says what becomes of counts of unknown age,
 * `confirm` repeats the number of a grave alarm, `side.3` says whose value the fourth conflict gets, `rest`
 * whose those get that are not shown.
 */
const publishSchema = z.strictObject({
  skipinvalid: ticked,
  stock: z.optional(z.enum(['keep', 'set'])),
  confirm: z.optional(z.string().check(z.trim(), z.maxLength(12))),
  rest: z.optional(whose),
})
const sidesSchema = z.record(z.string().check(z.regex(/^side\.\d{1,3}$/)), whose)

/** What a form says that publishes a list; undefined where it is none of ours. */
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

/** Pages that a preview shows: those that the shop publishes for people. */
export const isShopPage = (path: string): boolean =>
  /^\/(?:(?:product|category|subcat|brand|blog)\/[\w-]+(?:\/page\/\d{1,5})?|[\w-]+)?$/.test(path) &&
  !/^\/(desk|api)$/.test(path)

/** What a page is told while a list is worked on; `ratio` goes from 0 to 1. */
export const uploadStatusSchema = z.object({
  state: z.string(),
  isLive: z.boolean(),
  text: z.string(),
  ratio: z.number(),
})
export type UploadStatus = z.infer<typeof uploadStatusSchema>

/** The kinds of files that the products are downloaded as. */
export const LIST_KINDS = ['xlsx', 'csv'] as const
export type ListKind = (typeof LIST_KINDS)[number]
export const isListKind = (text: string | null): text is ListKind =>
  LIST_KINDS.some((kind) => kind === text)
export const downloadPath = (kind: ListKind): string => `/api/desk/export?as=${kind}`

/** Where lists are brought and imports taken back. */
export const deskPath = '/desk/lists'
export const uploadPath = (id: string): string => `/desk/uploads/${id}`
/** The stream of how far a list is, and the same asked for once. */
export const progressPath = (id: string): string => `${statusPath(id)}/progress`
export const statusPath = (id: string): string => `/api/desk/uploads/${id}`
/** Where the columns of a list are matched with ours. */
export const columnsPath = (id: string): string => `${uploadPath(id)}/columns`
export const previewPath = (id: string, path: string): string =>
  `${uploadPath(id)}/preview?path=${encodeURIComponent(path)}`

/** A page as it is, or as it would be with the list. */
export const SIDES = ['now', 'list'] as const
export type Side = (typeof SIDES)[number]
export const isSide = (text: string | null): text is Side => SIDES.some((side) => side === text)
/** Where both are seen side by side, and what is in each frame there. */
export const sideBySidePath = (id: string, path: string): string =>
  `${uploadPath(id)}/compare?path=${encodeURIComponent(path)}`
export const framedPath = (id: string, path: string, side: Side): string =>
  `${uploadPath(id)}/framed?path=${encodeURIComponent(path)}&as=${side}`

const ACTIONS = [
  ...(['upload', 'check', 'preview', 'publish', 'undo'] as const),
  ...(['discard', 'export', 'grant', 'revoke', 'takedown', 'show'] as const),
] as const
const historySchema = z.object({
  before: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))),
  who: z.optional(z.string().check(z.maxLength(254))),
  kind: z.optional(z.union([z.literal(''), z.enum(ACTIONS)])),
})

/** Which part of the history an address asks for: before an import, of a person, of a kind. */
export function readHistory(params: URLSearchParams) {
  const parsed = historySchema.safeParse(Object.fromEntries(params))
  const { before, who, kind } = parsed.success ? parsed.data : {}
  return { before: before || undefined, who: who || undefined, kind: kind || undefined }
}
