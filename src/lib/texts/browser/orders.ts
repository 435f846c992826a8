import type { Order, OrderStatus } from '#lib/checkout/order.ts'

/** Texts of the order screens; verbatim where a rule gives the wording (S-087 to S-090). */
export const orderTexts = {
  title: 'Orders',
  none: 'You have no orders yet.',
  noneLead: 'Your orders will appear here, so you can track them to your door.',
  latest: {
    pending: 'We have your order',
    confirmed: 'Your order is confirmed',
    packed: 'Your order is packed',
    out_for_delivery: 'Your order is on its way to you',
    delivered: 'Your order was delivered',
    cancelled: 'Your order was cancelled',
    refunded: 'Your money was sent back to you',
    needs_attention: 'We are looking into your order',
  },
  numbered: (number: string) => `No. ${number}`,
  itemsFor: (count: number, amount: string) =>
    `${count} ${count === 1 ? 'item' : 'items'} for ₹${amount}`,
  payRider: 'Pay the rider when it arrives',
  paid: 'Paid online',
  track: 'Track your order',
  callShop: 'Call the shop',
  columns: {
    paymentid: 'Payment ID',
    products: 'Products',
    name: 'Name',
    phonenumber: 'Phone Number',
    address: 'Address',
    zipcode: 'ZIP code',
    amount: 'Total Amount',
    email: 'Email',
    userid: 'User ID',
    status: 'Order Status',
    date: 'Date',
  },
  view: 'Click Here To View',
  products: 'Products',
  close: 'Close',
  productColumns: {
    id: 'Product ID',
    title: 'Product Title',
    image: 'Product Image',
    price: 'Price',
    quantity: 'Quantity',
    amount: 'Amount',
  },
  cod: 'Cash on delivery',
  pages: 'Pages of orders',
  first: 'First',
  last: 'Last',
  previous: 'Previous',
  next: 'Next',
  page: (number: number) => `Page ${number}`,

  order: (number: string) => `Order ${number}`,
  comes: (words: string) => `Delivery: ${words}`,
  placedOn: (date: string) => `Placed on ${date}`,
  allOrders: 'All orders',
  timeline: 'Where it is',
  still: 'still to come',
  deliverTo: 'Deliver to',
  payment: 'Payment',
  note: 'Note to the rider',
  subtotal: 'Subtotal',
  takenOff: 'Taken off by the shop',
  shipping: 'Shipping',
  free: 'Free',
  total: 'Total',
  reorder: 'Order this again',
  cancel: 'Cancel the order',
  cancelSure: 'Do you really want to cancel this order?',
  cancelRefund: 'You will get all of your money back.',
  cancelYes: 'Yes, cancel it',
  invoice: 'Invoice',
  print: 'Print the invoice',
  backToOrder: 'Back to the order',
  refund: {
    pending: 'Your refund is on its way.',
    processed: 'Your money was sent back to you.',
    failed: 'Your refund is delayed; we are looking into it.',
    cash: 'The shop is refunding you in cash.',
    upi: 'The shop is refunding you by UPI.',
    bank: 'The shop is refunding you by bank transfer.',
  },
  refundedPart: (sum: string) => `${sum} was sent back to you.`,

  beingMade: (amount: string) =>
    `We have your payment of ₹${amount} and are placing your order. Please do not pay again.`,
  refunded: (amount: string) =>
    `We could not place the order for which you paid ₹${amount}. You will get all of it back.`,
  attention: (amount: string) =>
    `We have your payment of ₹${amount} and are looking into it. We will write to you.`,

  taxInvoice: 'Tax Invoice',
  billOfSupply: 'Bill of Supply',
  creditNotes: 'Credit notes',
  billedLess: (billed: string, left: string) =>
    `Billed ₹${billed}; after these credit notes: ₹${left}`,
  creditNote: (number: string, day: string, amount: string) => `${number} of ${day}: ₹${amount}`,
  invoiceFor: 'Billed and delivered to',
  orderNumber: 'Order number',
  invoiceNumber: 'Invoice number',
  invoiceDate: 'Date',
  gstin: 'GSTIN',
  fssai: 'FSSAI licence',
  item: 'Item',
  hsn: 'HSN',
  gst: 'GST',
  rate: 'Price',
  quantity: 'Quantity',
  amount: 'Amount',
  taxTitle: 'GST included in the prices',
  taxable: 'Taxable value',
  cgst: 'CGST',
  sgst: 'SGST/UTGST',
  igst: 'IGST',
  thanks: 'Thank you for buying from us.',
} as const

/** A status as shown in the badge; `pending` is verbatim (S-089). */
export const statusText = (status: OrderStatus): string => status.replaceAll('_', ' ')

/** Whether an order is neither delivered nor ended. */
export const isUnderWay = (status: OrderStatus): boolean =>
  status === 'pending' ||
  status === 'needs_attention' ||
  WAY.slice(0, -1).some((one) => one === status)

/** The statuses that an order passes through if nothing goes wrong. */
const WAY = [
  'confirmed',
  'packed',
  'out_for_delivery',
  'delivered',
] as const satisfies OrderStatus[]

const ORDERED = 'Ordered'

const STEPS: Record<OrderStatus, string> = {
  pending: 'Waiting to be confirmed',
  confirmed: 'Confirmed',
  packed: 'Packed',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  needs_attention: 'We are looking into it',
}

/** A step of the timeline; without a date, it is still to come. */
export type TimelineStep = { text: string; date?: string; note: string; isNow: boolean }

/**
 * The timeline: what has happened to an order and, unless it has ended, the steps still to come.
 */
export function timelineOf({ events = [], status }: Order): TimelineStep[] {
  const past = events.map(({ status: step, date, note }, at) => {
    const isNow = at === events.length - 1
    // Once the order has moved on, 'waiting to be confirmed' reads as 'ordered'.
    const text = step === 'pending' && !isNow ? ORDERED : STEPS[step]
    return { text, date, note: note === text ? '' : note, isNow }
  })
  const isOver = status === 'cancelled' || status === 'refunded'
  const reached = WAY.findLastIndex((step) => events.some((event) => event.status === step))
  const rest = isOver ? [] : WAY.slice(reached + 1)
  return [...past, ...rest.map((step) => ({ text: STEPS[step], note: '', isNow: false }))]
}
