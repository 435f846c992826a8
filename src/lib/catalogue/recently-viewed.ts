import * as z from 'zod/mini'
import { RECENT_PRODUCTS } from '#lib/limits.ts'
import { decodeStored } from '#lib/browser/stored.ts'

const viewedSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  name: z.string().check(z.maxLength(300)),
  /** Address of a picture in /uploads; '' without one. */
  image: z.string().check(z.regex(/^(\/uploads\/[\w.-]+)?$/)),
})
const listSchema = z.array(viewedSchema).check(z.maxLength(RECENT_PRODUCTS))

/** A product viewed in this browser. Without a price, as a stored one would soon be wrong (I6). */
export type Viewed = z.infer<typeof viewedSchema>

export const NONE_VIEWED: readonly Viewed[] = Object.freeze([])

/** Reads the stored list of products viewed; empty if it is not valid. */
export function decodeViewed(text: string): readonly Viewed[] {
  return decodeStored(listSchema, text, NONE_VIEWED)
}

/** The list with this product moved to the front. */
export function withViewed(list: readonly Viewed[], product: Viewed): Viewed[] {
  return [product, ...list.filter(({ id }) => id !== product.id)].slice(0, RECENT_PRODUCTS)
}
