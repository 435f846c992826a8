import type { End } from '#lib/counter/stages.ts'

const cancelledByShop = 'Cancelled by the shop'

/** How an order ends that was on its way. */
export const endingTexts = {
  refused: 'Refused at the door',
  undelivered: 'Could not be delivered',
  returned: 'Returned',
}
/** What an invoice says of an order that was not kept; `refunded` where only its money went back. */
export const invoiceEndTexts: Record<End | 'refunded', string> = {
  cancelled: 'This order was cancelled.',
  refused: 'This order was refused at the door.',
  undelivered: 'This order could not be delivered.',
  returned: 'This order was returned.',
  refunded: 'This order was refunded.',
}
const ends: Record<End, string> = {
  cancelled: cancelledByShop,
  ...endingTexts,
}

/**
 * Notes beside the steps of an order's timeline. They are stored with the order, so older orders
 * keep earlier wordings, and no code may compare them.
 */
export const orderEventTexts = {
  ordered: 'Ordered',
  paid: 'Paid',
  byShop: 'Updated by the shop',
  cancelledByShop,
  cancelledByCustomer: 'Cancelled by the customer',
  ends,
  /** Beside the step 'Refunded'. */
  refunded: 'Refunded in full',
  takenByBank: 'The bank gave the money back to the buyer',
  returnedByBank: 'The payment was returned by the bank',
}

type Named = { number: string; day: string }

const numbered = ({ number, day }: Named): string => `${number} of ${day}`

/** What stands below a bill about changes since: further bills, credit notes, and what was brought. */
export const billChangeTexts = {
  numbered,
  further: 'For goods delivered in place of goods billed earlier. Seller:',
  past: 'Written before the delivery address changed to another state; a credit note cancels what was left of it. Seller:',
  creditFor: (bills: readonly Named[]) =>
    bills.length === 1
      ? `For bill ${bills.map(numbered).join()}, whose total it reduces.`
      : `For bills ${bills.map(numbered).join(' and ')}, whose total it reduces.`,
  ofBill: (bill: Named) => `From bill ${numbered(bill)}:`,
  unsplit: 'What was billed has several rates of GST; this sum is not split by them.',
  shared: 'It is shared among the rates of GST in proportion to what was left of each.',
  brought: 'What was brought, after changes to this order',
}
