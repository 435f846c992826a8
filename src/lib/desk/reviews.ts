import * as z from 'zod/mini'
import { optionalField } from '#lib/optional-field.ts'
import { pageField } from '#lib/page-field.ts'
import { PLAIN_TEXT } from '#lib/plain-text.ts'

/** Where reviews are looked through at the desk. */
export const reviewsPath = '/desk/reviews'
/** The call that takes one down or shows it again. */
export const reviewCall = (id: string): string => `/api${reviewsPath}/${id}`

export const REVIEWS_A_PAGE = 20
/** In characters: what the shop notes of why it took a review down. */
export const REASON_LENGTH = 200

/** `changed`: taken down, and written anew since. */
export const REVIEW_STATES = ['shown', 'down', 'changed'] as const

/** Which reviews are looked for; the names of the address. */
const reviewSearchSchema = z.object({
  q: optionalField(z.string().check(z.trim(), z.maxLength(100))),
  stars: optionalField(z.pipe(z.string().check(z.regex(/^[1-5]$/)), z.transform(Number))),
  state: optionalField(z.enum(REVIEW_STATES)),
  page: optionalField(pageField),
})
export type ReviewSearch = z.infer<typeof reviewSearchSchema>

/** The search of an address; all reviews where it is none. */
export function readReviewSearch(params: URLSearchParams): ReviewSearch {
  const parsed = reviewSearchSchema.safeParse(Object.fromEntries(params))
  return parsed.success ? parsed.data : {}
}

/** The address of the page with this search. */
export function reviewsAddress(search: ReviewSearch): string {
  const entries = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === '' || (name === 'page' && value === 1)
      ? []
      : [[name, String(value)]],
  )
  return entries.length === 0
    ? reviewsPath
    : `${reviewsPath}?${new URLSearchParams(entries).toString()}`
}

const moment = z.pipe(
  z.union([z.number(), z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number))]),
  z.int().check(z.minimum(0)),
)

/** What the form of a review says; `seen` is when what it showed was written, in epoch milliseconds. */
export const verdictSchema = z.strictObject({
  what: z.enum(['takedown', 'show']),
  reason: z._default(
    z.string().check(z.trim(), z.maxLength(REASON_LENGTH), z.regex(PLAIN_TEXT)),
    '',
  ),
  seen: moment,
})
export type Verdict = z.infer<typeof verdictSchema>

/** Whether a text can be the id of a review. */
export const isReviewId = (text: string | undefined): text is string =>
  /^[\w-]{1,100}$/.test(text ?? '')
