import * as z from 'zod/mini'

/** Orders on one page of the list. */
export const ORDERS_PER_PAGE = 10

export type OrderStatus =
  | ('pending' | 'confirmed' | 'packed' | 'out_for_delivery' | 'delivered')
  | ('cancelled' | 'refunded' | 'needs_attention')

/** The order was cancelled or refunded. */
export const TAKEN_BACK: readonly OrderStatus[] = ['cancelled', 'refunded']

/** One product of an order as it was bought; price and subtotal in rupees (S-110). */
export type OrderProduct = {
  productid: string
  producttitle: string
  image: string
  price: number
  quantity: number
  subtotal: number
  choice: string
  /** Weight or volume of one unit, as printed on it; empty in old orders. */
  unit: string
  hsn: string
  gst: number | null
}

/** An order as its owner sees it (S-110); `amount` is in paise (S-109), less later reductions. */
export type Order = {
  _id: string
  /** A short number for people. */
  number: string
  /** The provider's payment id; empty for cash on delivery. */
  paymentid: string
  name: string
  phonenumber: string
  address: string
  city: string
  state: string
  country: string
  zipcode: string
  amount: number
  /** `amount` in rupees. */
  total: number
  email: string
  userid: string
  status: OrderStatus
  /** ISO 8601, UTC. */
  date: string
  note: string
  /** When it comes, in the shop's words at the time of ordering; '' without words. */
  arrives: string
  payment: 'online' | 'cod'
  /** The state of its latest refund, or how the shop gave it back without the payment provider. */
  refund: 'pending' | 'processed' | 'failed' | 'cash' | 'upi' | 'bank' | null
  /** Its paise if it leaves some of the payment with the shop, else 0. */
  refundpart: number
  cancancel: boolean
  page: number
  totalpages: number
  products: OrderProduct[]
  /** Only present on a single order: what happened, oldest first. */
  events?: { status: OrderStatus; date: string; note: string }[] | undefined
}

/**
 * The answer of POST /api/orders/create: the order, or that the payment is still being checked
 * (202).
 */
export const orderAnswerSchema = z.object({
  error: z.boolean(),
  msg: z.string(),
  /** `unproven`: asking again is of no use to this browser; the server finds out by itself. */
  code: z.optional(
    z.enum(['checking', 'pending', 'refunded', 'attention', 'unpaid', 'unproven', 'signedOut']),
  ),
  /**
   * Only its presence matters: a newer server's answer may have more fields, which must not count
   * as unreadable.
   */
  order: z.optional(z.object({ _id: z.string() })),
})
export type OrderAnswer = z.infer<typeof orderAnswerSchema>
