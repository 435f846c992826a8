import * as z from 'zod/mini'
import { RECENT_PRODUCTS } from '#lib/limits.ts'
import { decodeStored } from '#lib/browser/stored.ts'

const viewedSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  name: z.string().check(z.maxLength(300)),
  /** A picture of the shop; '' where there is none. */
  image: z.string().check(z.regex(/^(\/uploads\/[\w.-]+)?$/)),
})
const listSchema = z.array(viewedSchema).check(z.maxLength(RECENT_PRODUCTS))

/** A product that was looked at. No price: one that is kept would soon be wrong (I6). */
export type Viewed = z.infer<typeof viewedSchema>

export const NONE_VIEWED: readonly Viewed[] = Object.freeze([])

export function decodeViewed(text: string): readonly Viewed[] {
  return decodeStored(listSchema, text, NONE_VIEWED)
}

/** The list with this product first. */
export function withViewed(list: readonly Viewed[], product: Viewed): Viewed[] {
  return [product, ...list.filter(({ id }) => id !== product.id)].slice(0, RECENT_PRODUCTS)
}
