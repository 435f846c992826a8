import { priceText } from '#lib/money.ts'
import type { OrderAction } from '#lib/counter/order-actions.ts'
import type { End, Stage, StepTo } from '#lib/counter/stages.ts'
import { searchTexts } from '../browser/shared.ts'
import { elsewhereMessage, givenWayTexts } from './elsewhere.ts'
import { counterTexts, endedName, STAGE_NAMES } from './counter-desk.ts'

/** Why an action on an order was refused. */
export const actionReasons = {
  unknown: 'There is no such order.',
  changed: 'This order has changed since you looked at it. Please look again.',
  notNow: 'That cannot be done at this stage of the order.',
  nothing: 'There is no step to undo.',
  notLast:
    'Something else has been done with this order since its last step, so that step can no longer be undone.',
  tooLate: 'A step can be undone for ten minutes only.',
  notCash: 'It was paid online; there is nothing to collect.',
  notPaid: 'It was not paid online; there is nothing to refund.',
  wentBack:
    'The payment provider has made this refund after all. If you gave the money back too, ask the customer for it.',
  underWay:
    'This refund may still go through: the provider has accepted it, is being asked, or has not answered. The shop keeps asking; unless the provider has accepted it, you can record it here after 24 hours.',
  disputed:
    'The customer’s bank holds the money of this order, or has taken it: answer that first, at the payment provider.',
  tooMuch: 'That is more than can be refunded.',
  tooLittle: 'At least ₹1 can be refunded at a time; give a smaller sum back by hand.',
  leavesLittle: 'That would leave less than ₹1, which could not be refunded. Leave ₹1 or nothing.',
  aboveDue: 'That is more than there is to collect.',
  noLine: 'The order has no such line.',
  notFewer: 'Enter fewer units than the line has now: a line can only be reduced.',
  otherTotal:
    'The amount and the new total do not fit together. Enter how much is taken off, and what the order costs then.',
  beyond:
    'More is recorded as taken than the order costs then. Say whether it was handed back or never collected.',
  allGone: 'That would leave nothing of the order. Close it instead.',
  offBefore:
    'So much was taken off this order before that this would leave nothing to pay. Close it, or leave the line as it is.',
  noProduct: 'No product in the shop has this SKU and pack.',
  needsPack: 'It is sold in packs: name one of them.',
  short: 'There is not enough of it on the shelf.',
  veg: 'The replacement has a different green or brown mark. Ask the customer first.',
  notAgreed:
    'The customer has not asked for something similar. Call them, and tick that they agree.',
  malformed: 'Something is missing or cannot be read. Please check what you entered.',
  pin: 'We do not deliver to this PIN code.',
} as const

type Fault = { error: keyof typeof actionReasons; duePaise?: number; packs?: string[] }

/** The text of a refusal, with the sum or the packs if they are given. */
export const faultText = (
  { error, duePaise, packs }: Fault,
  words: Record<keyof typeof actionReasons, string> = actionReasons,
): string => {
  if (duePaise === 0) return 'All that was due is recorded already. Correct a record instead.'
  if (duePaise !== undefined) return `That is more than the ${priceText(duePaise)} to collect.`
  return packs ? `${words[error].replace(/\.$/, '')} (${packs.join(', ')}).` : words[error]
}

type Line = { title: string; quantity: number; ordered: number; replaces: string | undefined }
type Told = {
  number: string
  sum: string
  isCash: boolean
  /** What of the payment has been refunded beside the changes; '' for nothing. */
  back: string
  isAllBack: boolean
  changes: Line[]
  rider: string
}

const cashLine = (told: Told): string[] => {
  const { isCash, isAllBack, sum } = told
  if (isCash) return [`Please have ${sum} ready, in cash or by UPI.`]
  return isAllBack ? backLine(told) : [`Already paid: ${sum}.`, ...backLine(told)]
}

const totalLine = (told: Told): string[] => {
  const { isCash, isAllBack, sum, changes } = told
  if (isCash) return [`To be paid at the door: ${sum}.`]
  if (isAllBack) return [`Total: ${sum}.`, ...backLine(told)]
  const total = changes.length === 0 ? `Total: ${sum}, already paid.` : `New total: ${sum}.`
  return [total, ...backLine(told)]
}

const backLine = ({ back, isAllBack }: Told): string[] => {
  if (isAllBack) return [endMoneyTexts.refunded]
  return back === '' ? [] : [`Of this, ${back} has been refunded or is on its way back to you.`]
}

/** What has changed in an order, a line for each. */
export const changesOf = ({ changes }: Pick<Told, 'changes'>): string[] =>
  changes.map(({ title, quantity, ordered, replaces }) => {
    if (replaces !== undefined) return `${quantity} x ${title} instead of ${replaces}`
    return quantity === 0
      ? `${title}: out of stock, so it is left out`
      : `${title}: ${quantity} instead of ${ordered}`
  })

/** The mail to the buyer after each step: subject and lines. */
export const stepMails: Record<StepTo, (told: Told) => { subject: string; lines: string[] }> = {
  accepted: (told) => ({
    subject: `Order ${told.number} has been accepted`,
    lines: ['We have seen your order and will pack it soon.'],
  }),
  packed: (told) => ({
    subject: `Order ${told.number} has been packed`,
    lines: [
      told.changes.length === 0
        ? 'All of your order is packed.'
        : 'Your order is packed. This has changed:',
      ...changesOf(told),
      ...totalLine(told),
    ],
  }),
  out: (told) => ({
    subject: `Order ${told.number} is on its way`,
    lines: [
      told.rider === '' ? 'Your order has left the shop.' : `${told.rider} is bringing your order.`,
      // Also what was changed after it was packed, of which no other mail told.
      ...(told.changes.length === 0 ? [] : ['This has changed:', ...changesOf(told)]),
      ...cashLine(told),
    ],
  }),
  delivered: (told) => ({
    subject: `Order ${told.number} has been delivered`,
    lines: ['Your order was delivered. Thank you for buying from us.'],
  }),
}

/**
 * The mail about an order that is not kept. What was paid online is refunded, which has a mail of
 * its own.
 */
export const endMails: Record<End, { subject: (number: string) => string; line: string }> = {
  cancelled: { subject: cancelledSubject, line: 'The shop has cancelled your order.' },
  refused: { subject: cancelledSubject, line: 'Your order was not accepted at the door.' },
  undelivered: { subject: cancelledSubject, line: 'We could not deliver your order.' },
  returned: {
    subject: (number) => `Order ${number} has been returned`,
    line: 'We have received what you sent back.',
  },
}
function cancelledSubject(number: string): string {
  return `Order ${number} has been cancelled`
}
export const endMoneyTexts = {
  cash: 'There is nothing to pay.',
  paid: 'You will get back what you paid; we will send you a separate message about that.',
  refunded: 'What you paid has been refunded already, or is on its way back to you.',
  disputed: 'Your bank holds what you paid, and decides what becomes of it.',
  returned: (sum: string, how: 'cash' | 'upi') =>
    `${sum} that you paid ${givenWayTexts[how]} is being given back to you.`,
  handedBack: (sum: string, how: 'cash' | 'upi') =>
    `${sum} that you paid ${givenWayTexts[how]} was given back to you.`,
}
/** The line of the mail about an order's end that states why. */
export const endReason = (reason: string): string => `Reason: ${reason}`

/** The mail about a cash order that costs less: not all goods were taken, or a sum was taken off. */
export const lessMail = {
  subject: (number: string) => `Your order ${number} has changed`,
  goods: (goods: string) => `Not taken, or given back: ${goods}.`,
  off: (sum: string, reason: string) => `${sum} was taken off: ${reason}`,
  total: (sum: string) => `New total: ${sum}.`,
  left: (sum: string) => `To be paid: ${sum}.`,
}

/** The mail about a partial refund. */
export const partRefundMail = {
  short: (title: string) => `We could not deliver ${title} as you ordered it.`,
  way: (sum: string) =>
    `We are refunding ${sum} to the account or card you paid from. Banks can take up to seven working days.`,
}

/** The mail about a new order to the shop's own address. */
export const newOrderMail = {
  subject: (number: string, sum: string) => `New order ${number}: ${sum}`,
  plain: (number: string) => `New order ${number}`,
  signIn: 'Sign in at the desk on this device to see more.',
  again: (number: string) => `Order ${number} is still waiting`,
  paid: (sum: string) => `Paid: ${sum}`,
  cash: (sum: string) => `To collect at the door: ${sum}`,
  waits: 'Nobody has accepted it yet.',
  items: searchTexts.productCount,
  open: 'Open the order',
}

type Changed = {
  number: string
  stage: Stage
  ended: End | null
  status: string
  isCash: boolean
  /** How much of its payment goes back by the change. */
  backPaise?: number
}

/** Confirms to the desk what was done with an order. */
export const actionMessages: Record<OrderAction, (order: Changed) => string> = {
  step: ({ number, stage }) => `Order ${number}: ${STAGE_NAMES[stage].toLowerCase()}.`,
  undo: ({ number, stage }) => `Taken back. Order ${number}: ${STAGE_NAMES[stage].toLowerCase()}.`,
  end: ({ backPaise = 0, ...order }) => {
    const said = `Order ${order.number}: ${endedName(order).toLowerCase()}.`
    return backPaise > 0 ? `${said} ${counterTexts.goesBack(backPaise)}` : said
  },
  line: ({ number, backPaise = 0 }) =>
    backPaise > 0
      ? `Order ${number} was changed. ${counterTexts.goesBack(backPaise)}`
      : `Order ${number} was changed.`,
  refund: (order) =>
    order.isCash
      ? `Order ${order.number} was changed.${order.backPaise ? ` ${counterTexts.handedBack(order.backPaise)}` : ''}`
      : `Part of order ${order.number} is being refunded. ${counterTexts.goesBack(order.backPaise ?? 0)}`,
  elsewhere: ({ number, backPaise = 0 }) => elsewhereMessage(number, backPaise),
  cash: ({ number }) => `The money for order ${number} is recorded.`,
  correct: ({ number }) => `The money for order ${number} has been corrected.`,
  details: ({ number }) => `Order ${number} was changed.`,
}
