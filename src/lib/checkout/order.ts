import * as z from 'zod/mini'

/** Orders on one page of the list. */
export const ORDERS_PER_PAGE = 10

const orderStatusSchema = z.enum([
  ...(['pending', 'confirmed', 'packed', 'out_for_delivery', 'delivered'] as const),
  ...(['cancelled', 'refunded', 'needs_attention'] as const),
])
export type OrderStatus = z.infer<typeof orderStatusSchema>

/** An order that was called off, or whose money was given back. */
export const TAKEN_BACK: readonly OrderStatus[] = ['cancelled', 'refunded']

/** One product of an order as it was bought; price and subtotal in rupees (S-110). */
const orderProductSchema = z.object({
  productid: z.string(),
  producttitle: z.string(),
  image: z.string(),
  price: z.number(),
  quantity: z.int(),
  subtotal: z.number(),
  choice: z.string(),
  /** What one of it weighs or holds, as printed on it; empty where an old order does not say. */
  unit: z._default(z.string(), ''),
  hsn: z.string(),
  gst: z.nullable(z.number()),
})

/** An order as its owner reads it (S-110); `amount` is paise (S-109), less what came off since. */
const orderSchema = z.object({
  _id: z.string(),
  /** Short, for people. */
  number: z.string(),
  /** The provider's; empty for cash on delivery. */
  paymentid: z.string(),
  name: z.string(),
  phonenumber: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  zipcode: z.string(),
  amount: z.int(),
  /** The same in rupees. */
  total: z.number(),
  email: z.string(),
  userid: z.string(),
  status: orderStatusSchema,
  /** ISO 8601, UTC. */
  date: z.string(),
  note: z.string(),
  payment: z.enum(['online', 'cod']),
  refund: z.nullable(z.enum(['pending', 'processed', 'failed'])),
  cancancel: z.boolean(),
  page: z.int(),
  totalpages: z.int(),
  products: z.array(orderProductSchema),
  /** Only on one order: what happened, oldest first. */
  events: z.optional(
    z.array(z.object({ status: orderStatusSchema, date: z.string(), note: z.string() })),
  ),
})
export type Order = z.infer<typeof orderSchema>

/** What POST /api/orders/create answers: the order, or that the payment is still looked at (202). */
export const orderAnswerSchema = z.object({
  error: z.boolean(),
  msg: z.string(),
  /** `unproven`: for whoever asks, asking again changes nothing; the shop finds out by itself. */
  code: z.optional(
    z.enum(['checking', 'pending', 'refunded', 'attention', 'unpaid', 'unproven', 'signedOut']),
  ),
  order: z.optional(orderSchema),
})
export type OrderAnswer = z.infer<typeof orderAnswerSchema>
