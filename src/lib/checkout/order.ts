import * as z from 'zod/mini'

/** Orders on one page of the list. */
export const ORDERS_PER_PAGE = 10

export type OrderStatus =
  | ('pending' | 'confirmed' | 'packed' | 'out_for_delivery' | 'delivered')
  | ('cancelled' | 'refunded' | 'needs_attention')

/** An order that was called off, or whose money was given back. */
export const TAKEN_BACK: readonly OrderStatus[] = ['cancelled', 'refunded']

/** One product of an order as it was bought; price and subtotal in rupees (S-110). */
type OrderProduct = {
  productid: string
  producttitle: string
  image: string
  price: number
  quantity: number
  subtotal: number
  choice: string
  /** What one of it weighs or holds, as printed on it; empty where an old order does not say. */
  unit: string
  hsn: string
  gst: number | null
}

/** An order as its owner reads it (S-110); `amount` is paise (S-109), less what came off since. */
export type Order = {
  _id: string
  /** Short, for people. */
  number: string
  /** The provider's; empty for cash on delivery. */
  paymentid: string
  name: string
  phonenumber: string
  address: string
  city: string
  state: string
  country: string
  zipcode: string
  amount: number
  /** The same in rupees. */
  total: number
  email: string
  userid: string
  status: OrderStatus
  /** ISO 8601, UTC. */
  date: string
  note: string
  payment: 'online' | 'cod'
  refund: 'pending' | 'processed' | 'failed' | null
  cancancel: boolean
  page: number
  totalpages: number
  products: OrderProduct[]
  /** Only on one order: what happened, oldest first. */
  events?: { status: OrderStatus; date: string; note: string }[] | undefined
}

/** What POST /api/orders/create answers: the order, or that the payment is still looked at (202). */
export const orderAnswerSchema = z.object({
  error: z.boolean(),
  msg: z.string(),
  /** `unproven`: for whoever asks, asking again changes nothing; the shop finds out by itself. */
  code: z.optional(
    z.enum(['checking', 'pending', 'refunded', 'attention', 'unpaid', 'unproven', 'signedOut']),
  ),
  /** All that is read of it here is that it is there: a newer shop's has more, and is no reason to ask on. */
  order: z.optional(z.object({ _id: z.string() })),
})
export type OrderAnswer = z.infer<typeof orderAnswerSchema>
