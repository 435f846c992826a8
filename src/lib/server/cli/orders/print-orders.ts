import { formatMoment, isoMoment } from '#lib/dates.ts'
import { formatPaise } from '#lib/money.ts'
import type { OrderCard } from '#lib/server/counter/find-orders.ts'

/** One order on a line. */
export const lineOf = ({ number, status, duePaise, createdAt, name, city, isCash }: OrderCard) =>
  `${number}  ${formatMoment(createdAt)}  ${status}  Rs ${formatPaise(duePaise)} ${isCash ? 'cash' : 'paid'}  ${name}, ${city}`

/** One order as `--json` has it; amounts in rupees. */
export function shapeOf(card: OrderCard) {
  const { number, id, status, stage, amountPaise, duePaise, createdAt, name, isCash } = card
  return {
    ...{ order: number, id, status, stage, amount: amountPaise / 100, due: duePaise / 100 },
    ...{ at: isoMoment(createdAt), name, payment: isCash ? 'cod' : 'online' },
  }
}
