import { formatMoment, isoMoment } from '#lib/dates.ts'
import { formatPaise, paiseToRupees } from '#lib/money.ts'
import type { OrderCard } from '#lib/server/counter/find-orders.ts'
import type { OrderMoney } from '#lib/server/counter/order-money.ts'

/** An order as one line of text. */
export const orderSummary = (
  { number, status, duePaise, createdAt, name, city }: OrderCard,
  money: OrderMoney,
) =>
  `${number}  ${formatMoment(createdAt)}  ${status}  ${moneyText(duePaise, money)}  ${name}, ${city}`

/** What is to be collected or was paid, and what became of it. */
function moneyText(duePaise: number, money: OrderMoney): string {
  const also = (paise: number, what: string) =>
    paise === 0 ? [] : [`Rs ${formatPaise(paise)} ${what}`]
  if (money.how === 'online') {
    const { paidPaise, refundedPaise, refundablePaise } = money
    const left = refundedPaise === 0 ? [] : [`Rs ${formatPaise(refundablePaise)} left`]
    const paid = `Rs ${formatPaise(paidPaise)} paid`
    return [paid, ...also(refundedPaise, 'refunded'), ...left].join(', ')
  }
  const { collectedPaise, shortPaise, returnedPaise } = money
  const taken = collectedPaise === undefined ? [] : [`Rs ${formatPaise(collectedPaise)} collected`]
  const rest = [...also(shortPaise, 'short'), ...also(returnedPaise, 'given back')]
  return [`Rs ${formatPaise(duePaise)} cash`, ...taken, ...rest].join(', ')
}

/** The sums of an order's money, in rupees. */
function sumsOf(money: OrderMoney) {
  if (money.how === 'online') {
    const { paidPaise, refundedPaise, refundablePaise } = money
    return {
      paid: paiseToRupees(paidPaise),
      refunded: paiseToRupees(refundedPaise),
      left: paiseToRupees(refundablePaise),
    }
  }
  const { collectedPaise, shortPaise, returnedPaise } = money
  const collected = collectedPaise === undefined ? null : paiseToRupees(collectedPaise)
  return { collected, short: paiseToRupees(shortPaise), returned: paiseToRupees(returnedPaise) }
}

/** An order in the format of `--json`; amounts in rupees. */
export function shapeOf(card: OrderCard, money: OrderMoney) {
  const { number, id, status, stage, amountPaise, duePaise, createdAt, name, isCash } = card
  return {
    ...{ order: number, id, status, stage },
    ...{ amount: paiseToRupees(amountPaise), due: paiseToRupees(duePaise) },
    ...{ at: isoMoment(createdAt), name, payment: isCash ? 'cod' : 'online' },
    ...sumsOf(money),
  }
}
