import * as z from 'zod/mini'
import { isDay } from '#lib/dates.ts'
import { MAX_FORMER, splitFormer } from './former-addresses.ts'

/** Texts that editors write in Markdown: pages of the shop, and blog articles. */
export type ContentKind = 'page' | 'blog'
export const CONTENT_KINDS = ['page', 'blog'] as const

/** A page or article as shown in lists. */
export type ContentEntry = {
  kind: ContentKind
  id: string
  title: string
  description: string
  /** `2026-11-05`; a page may have none. */
  publishedOn: string | null
  /** Epoch milliseconds of the last change of anything the page shows. */
  changedAt: number
}

export type ContentPage = ContentEntry & { body: string }

/** The folder of a catalogue for each kind. */
export const CONTENT_FOLDERS = { page: 'pages', blog: 'blog' } as const

/** Maximum length of a text in characters: some thirty printed pages. */
export const MAX_BODY = 100_000

/** What the address of a text looks like; its file has that name. */
const ADDRESS = /^[a-z\d]+(?:-[a-z\d]+)*$/

/** Whether a text can have this address, as far as its letters go. */
export const isAddress = (text: string): boolean => ADDRESS.test(text) && text.length <= MAX_ADDRESS

/** Maximum length of the address of a text in characters. */
export const MAX_ADDRESS = 80

function areAddresses(text: string): boolean {
  const all = splitFormer(text)
  return all.length <= MAX_FORMER && all.every(isAddress)
}

const line = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most))
const day = z.string().check(z.refine(isDay))
const addresses = z.string().check(z.refine(areAddresses))

/** The front matter of a text file. */
export const frontMatterSchema = z.strictObject({
  title: line(120),
  description: line(300),
  date: z.optional(day),
  formerly: z.optional(addresses),
})

/** The address of a page or article. */
export function contentPath(kind: ContentKind, id: string): string {
  return kind === 'blog' ? `/blog/${id}` : `/${id}`
}

/** First path segments that the shop itself uses, so no text may have them as id. */
const RESERVED = new Set(
  [
    '404 500 admin api blog brand cart category checkout compare confirm desk download editor feed forgot gone',
    'google healthz index invoice list location my-list myaccount myorders mylist newsletter offers offline order',
    'orders product products quick quickview readyz reset robots search sign-in sign-up signin signout signup',
    'site sitemap static subcat track uploads verifyotp wishlist',
  ]
    .join(' ')
    .split(' '),
)

/** Whether an id would collide with a page of the shop. */
export function isReserved(kind: ContentKind, id: string): boolean {
  return kind === 'page' && RESERVED.has(id)
}
