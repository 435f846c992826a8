import type { GivenHow } from '#lib/counter/order-actions.ts'
import { formatMoment } from '#lib/dates.ts'
import { REFUND_HOURS } from '#lib/limits.ts'
import { priceText } from '#lib/money.ts'
import { givenWayTexts } from './elsewhere.ts'

/** What the owner should do about a payment, by reason (docs/payments.md). */
export const attentionActions = {
  'unknown order': 'Look the payment up at the provider; refund it there if it is not yours.',
  'wrong amount': 'It is refunded automatically; ask the provider why the amount differs.',
  'refund failed':
    'Refund it at the provider and tell the customer. Where it belongs to an order, you can also give it back by hand and say so on the order’s page.',
  'refunded twice':
    'Ask the customer for one of the two; then take it off this list with orders settle.',
  'refunded outside':
    'Advance the order if you still want to send it; otherwise refund it here, which cancels it.',
  disputed:
    'Answer in the provider’s dashboard before the date given: send the bill and say who delivered the order and when, or accept the claim. If the bank has only asked, you can also refund the order here.',
  'no receiver': 'Ask the customer by phone or email, then advance the order, or refund it.',
} as const

/** An amount in the smallest unit of its currency, which need not be a hundredth. */
type Sum = { amount: number; currency: string }
const sumText = ({ amount, currency }: Sum): string =>
  currency === 'INR' ? priceText(amount) : `${amount} of the smallest unit of ${currency}`

type Disputed = { paise: number; isHeld: boolean; reason: string; answerBy: number | null }

/** What has happened to a payment. */
export const attentionDetails = {
  unknown: (sum: Sum, orderId: string) =>
    `${sumText(sum)} for the provider's order ${orderId || 'none'}, which this shop did not make.`,
  amount: (given: Sum, expected: Sum) => `${sumText(given)} instead of ${sumText(expected)}.`,
  outside: 'The provider has refunded it, though nobody asked for that here.',
  part: (refund: string, paise: number, allPaise: number) =>
    `The refund ${refund} of ${priceText(paise)} of ${priceText(allPaise)} was not asked for here.`,
  whole: 'The whole payment has been given back, but the order is still open.',
  failed: (paise: number) => `${priceText(paise)} could not be refunded in ${REFUND_HOURS} hours.`,
  pending: (paise: number) =>
    `The provider has not completed the refund of ${priceText(paise)} after ${REFUND_HOURS} hours; ask it why.`,
  twice: (paise: number, how: GivenHow) =>
    `${priceText(paise)} was given back ${givenWayTexts[how]}, and now the provider has refunded it too: the customer gets it twice.`,
  former: (paise: number, provider: string) =>
    `${priceText(paise)} was paid through ${provider}, which this shop no longer uses, so nobody checks it any more.`,
  disputed: ({ paise, isHeld, reason, answerBy }: Disputed) =>
    `The customer’s bank ${isHeld ? 'holds' : 'only asks about'} ${priceText(paise)}${reason && ` (${reason})`}.${answerBy === null ? '' : ` Answer by ${formatMoment(answerBy)}.`}`,
  lost: (paise: number) =>
    `The bank decided for the customer: ${priceText(paise)} was taken from your balance. Take this off the list with orders settle.`,
  closed: (number: string) =>
    `The customer deleted the account while order ${number} was being paid for.`,
}

/** The mail about it to the shop's own address. */
export const attentionMail = {
  subject: (reason: string) => `A payment needs attention: ${reason}`,
  payment: (payment: string, detail: string) => `Payment ${payment}: ${detail}`,
  sender: (shop: string, call: string) => `${shop}: ${call} status lists what needs attention.`,
}
