import type { End } from '#lib/counter/stages.ts'

const cancelledByShop = 'Cancelled by the shop'

/** How an order ends that was on its way. */
export const endings = {
  refused: 'Refused at the door',
  undelivered: 'Could not be delivered',
  returned: 'Returned',
}
const ends: Record<End, string> = {
  cancelled: cancelledByShop,
  ...endings,
}

/**
 * What stands beside each step of an order's timeline, as it is kept with the order: older orders keep the words of
 * their time, and nothing is ever looked for by them.
 */
export const orderEvents = {
  ordered: 'Ordered',
  paid: 'Paid',
  byShop: 'Updated by the shop',
  cancelledByShop,
  cancelledByCustomer: 'Cancelled by the customer',
  ends,
  /** Beside the step 'Refunded'. */
  refunded: 'Refunded in full',
  returnedByBank: 'The payment was returned by the bank',
}
