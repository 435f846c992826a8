import * as z from 'zod/mini'

/** Most lines of one cart, most that one order may cost (A09). */
export const MAX_LINES = 50
export const MAX_ORDER_PAISE = 50_000_000

/**
 * What holds a line back: fewer are left than it wants, none are left for it, or the shop sells it no more.
 * Only an `ok` line is counted in the total and can be ordered.
 */
const lineStateSchema = z.enum(['ok', 'short', 'soldout', 'withdrawn'])
export type LineState = z.infer<typeof lineStateSchema>

/** A line of the cart as the API gives it, in rupees, with marks of our own. */
export const cartItemSchema = z.object({
  _id: z.string(),
  productid: z.string(),
  userid: z.string(),
  producttitle: z.string(),
  /** File name in /uploads; empty without a picture. */
  image: z.string(),
  rating: z.number(),
  price: z.number(),
  quantity: z.int(),
  /** Price times quantity in rupees, exact to the paisa. */
  subtotal: z.number(),
  /** What was chosen, as people read it: `1 kg`; empty where nothing is to be chosen. */
  choice: z.string(),
  /** Label of the pack whose price and stock count; empty where the product's own do. */
  pack: z.optional(z.string()),
  /** What one of it weighs or holds, as printed on it; not known of what was put in a moment ago. */
  unit: z.optional(z.string()),
  productrams: z.string(),
  productsize: z.string(),
  productweight: z.string(),
  oldprice: z.nullable(z.number()),
  /** The price when it was put into the cart, where that was another one. */
  wasprice: z.nullable(z.number()),
  /** How many this line may be: of those left what other lines leave; null when stock is not tracked. */
  stock: z.nullable(z.int()),
  state: lineStateSchema,
})
export type CartItem = z.infer<typeof cartItemSchema>

/**
 * What every write of the cart answers. `cart` is the whole cart as it is now, at `revision`: of two
 * carts the one with the larger revision is the newer one (docs/cart.md).
 */
export const cartAnswerSchema = z.object({
  status: z.boolean(),
  error: z.boolean(),
  msg: z.string(),
  field: z.optional(z.string()),
  /** The line that was added to or changed. */
  id: z.optional(z.string()),
  cart: z.optional(z.array(cartItemSchema)),
  revision: z.optional(z.int()),
})

/** The header of GET /api/cart that names the revision of its array. */
export const REVISION_HEADER = 'x-cart-revision'
