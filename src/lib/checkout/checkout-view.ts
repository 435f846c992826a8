import * as z from 'zod/mini'

const lineSchema = z.object({
  /** Id of the cart line. */
  id: z.string(),
  title: z.string(),
  choice: z.string(),
  /** Weight or volume of one unit, as printed on it. */
  unit: z.string(),
  quantity: z.int(),
  pricePaise: z.int(),
  /** The MRP printed on it, if that is known. */
  mrpPaise: z.optional(z.int()),
  /** The price when the shopper added it, if that was different (I6). */
  wasPricePaise: z.optional(z.int()),
  /** Why it cannot be ordered; empty if it can. */
  reason: z.string(),
})
/** A line of YOUR ORDER. */
export type CheckoutLine = z.infer<typeof lineSchema>

/** YOUR ORDER as it is now: what is paid for, what cannot be ordered, and what has changed. */
const orderViewSchema = z.object({
  lines: z.array(lineSchema),
  leftOut: z.array(lineSchema),
  totalPaise: z.int(),
  /** The GST that the total includes; missing where none is collected. */
  taxPaise: z.optional(z.int()),
  /** The total shown to the shopper before, if it or its lines were different. */
  wasPaise: z.optional(z.int()),
  /** A fingerprint of the lines, by which the server knows what the shopper was shown. */
  shown: z.string(),
  /** When the held stock is released, in epoch milliseconds; undefined if nothing is held. */
  heldUntil: z.optional(z.int()),
  /** The same as milliseconds from now, since a phone's clock may be wrong. */
  heldMs: z.optional(z.int()),
  /** A payment of this sum was begun before: the same attempt goes on (F04). */
  isOpen: z.boolean(),
})
export type OrderView = z.infer<typeof orderViewSchema>

/**
 * The state of a shopper who may have paid already (T10): `checking` while a payment is being
 * confirmed, `over` when it has become an order or nothing is left to pay.
 */
const stateSchema = z.enum(['payable', 'checking', 'over'])

/** The answer of GET /api/checkout, apart from `attempt`. */
export const checkoutViewSchema = z.object({ state: stateSchema, order: orderViewSchema })
export type CheckoutView = z.infer<typeof checkoutViewSchema>
