import * as z from 'zod/mini'
import { CHOICE_KINDS } from './product.ts'

const paise = z.int()
const packSchema = z.object({
  label: z.string(),
  pricePaise: paise,
  oldPricePaise: z.nullable(paise),
  /** Whether the old price is the printed MRP, not just the price before a sale. */
  isMrp: z.optional(z.boolean()),
  /** Units left; null when stock is not tracked. */
  stock: z.nullable(z.int()),
})
/** What can be bought of a product: the product as a whole, or one of its packs. */
export type PackView = z.infer<typeof packSchema>

const pictureSchema = z.object({
  id: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
})

const productViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  brand: z.string(),
  rating: z.int(),
  /** Number of reviews behind the rating; with 0, the rating is the shop's own. */
  reviewCount: z.int(),
  veg: z.enum(['veg', 'nonveg', '']),
  /** Address of its smallest picture; '' without one. */
  thumbnail: z.string(),
  /** At least one; several if packs have prices of their own. */
  packs: z.array(packSchema).check(z.minLength(1)),
  /** The kind of choice that these packs are; null if there are none. */
  packKind: z.nullable(z.enum(CHOICE_KINDS)),
  /** All choices by kind, including the packs. */
  choices: z.array(z.object({ kind: z.enum(CHOICE_KINDS), labels: z.array(z.string()) })),
})
/** What the buying form shows of a product, on its page and in the quick view. */
export type ProductView = z.infer<typeof productViewSchema>

/** What the quick view shows in addition. */
export const quickViewSchema = z.object({
  product: productViewSchema,
  description: z.string(),
  pictures: z.array(pictureSchema),
  /** Whether this is a copy stored by the service worker (worker/pages.ts). */
  isKept: z.optional(z.boolean()),
})
export type QuickView = z.infer<typeof quickViewSchema>
