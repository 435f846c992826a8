import * as z from 'zod/mini'

const lineSchema = z.object({
  /** Of the cart's line. */
  id: z.string(),
  title: z.string(),
  choice: z.string(),
  /** What one of it weighs or holds, as printed on it. */
  unit: z.string(),
  quantity: z.int(),
  pricePaise: z.int(),
  /** What it cost when the shopper chose it, where that was another price (I6). */
  wasPricePaise: z.optional(z.int()),
  /** Why it cannot be ordered; empty where it can. */
  reason: z.string(),
})
/** A line of YOUR ORDER. */
export type OrderLine = z.infer<typeof lineSchema>

/** YOUR ORDER as it is now: what is paid for, what holds it up, and what changed. */
const orderViewSchema = z.object({
  lines: z.array(lineSchema),
  leftOut: z.array(lineSchema),
  totalPaise: z.int(),
  /** The total that the shopper was shown before, where that or its lines were other ones. */
  wasPaise: z.optional(z.int()),
  /** Names these lines, for the shop to know what the shopper was shown. */
  shown: z.string(),
  /** When the held stock goes back, in epoch milliseconds; undefined where nothing is held. */
  heldUntil: z.optional(z.int()),
  /** How long that is from the answer on: a phone's clock may be wrong. */
  heldMs: z.optional(z.int()),
  /** This sum was begun to be paid before: the same attempt goes on (F04). */
  isOpen: z.boolean(),
})
export type OrderView = z.infer<typeof orderViewSchema>

/**
 * Where a shopper stands who may have paid already (T10): `checking` while money is on its way,
 * `over` when it became an order or nothing is left to be paid.
 */
const stateSchema = z.enum(['payable', 'checking', 'over'])

/** What GET /api/checkout says beside `attempt`. */
export const checkoutViewSchema = z.object({ state: stateSchema, order: orderViewSchema })
export type CheckoutView = z.infer<typeof checkoutViewSchema>
