import * as z from 'zod/mini'

/**
 * Whether a line can be ordered. `short`: fewer are left than it wants; `soldout`: none are left for
 * it; `withdrawn`: the shop no longer sells it. Only `ok` lines count towards the total.
 */
const lineStateSchema = z.enum(['ok', 'short', 'soldout', 'withdrawn'])
export type LineState = z.infer<typeof lineStateSchema>

/** A line of the cart as the API returns it, in rupees, with additional fields. */
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
  /** What was chosen, as shown to people: `1 kg`; empty if there is nothing to choose. */
  choice: z.string(),
  /** Label of the pack that determines price and stock; empty if the product itself does. */
  pack: z.optional(z.string()),
  /**
   * Weight or volume of one unit, as printed on it; missing in a line that was added a moment ago.
   */
  unit: z.optional(z.string()),
  productrams: z.string(),
  productsize: z.string(),
  productweight: z.string(),
  oldprice: z.nullable(z.number()),
  /** The price when it was added to the cart, if that was different. */
  wasprice: z.nullable(z.number()),
  /** Most units that this line may have: those not taken by other lines; null when stock is not tracked. */
  stock: z.nullable(z.int()),
  state: lineStateSchema,
})
export type CartItem = z.infer<typeof cartItemSchema>

/**
 * The answer to every write of the cart. `cart` is the whole cart as it is now, at `revision`: of
 * two carts, the one with the larger revision is newer (docs/cart.md).
 */
export const cartAnswerSchema = z.object({
  status: z.boolean(),
  error: z.boolean(),
  msg: z.string(),
  field: z.optional(z.string()),
  /** The line that was added or changed. */
  id: z.optional(z.string()),
  cart: z.optional(z.array(cartItemSchema)),
  revision: z.optional(z.int()),
})

/** Header of GET /api/cart with the revision of its array. */
export const REVISION_HEADER = 'x-cart-revision'
