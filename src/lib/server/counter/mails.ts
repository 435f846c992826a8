import type { Trx } from '#lib/server/database/schema.ts'
import type { End, StepTo } from '#lib/counter/stages.ts'
import type { ActionInput } from '#lib/counter/order-actions.ts'
import { priceText } from '#lib/money.ts'
import { tellBuyer } from '#lib/server/orders/mails.ts'
import {
  endMails,
  endMoneyTexts,
  endReason,
  partRefundMail,
  stepMails,
} from '#lib/texts/page/counter.ts'
import { elsewhereMail, refundSubject } from '#lib/texts/page/elsewhere.ts'
import { dueOf, claimNotice } from './counter.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import { readOrderLines, lineName } from '#lib/server/orders/order-lines.ts'

/** Tells the buyer of a step, in its transaction; once, even if the step is undone and repeated. */
export async function tellStep(trx: Trx, order: OrderRow, to: StepTo, now: number): Promise<void> {
  if (!(await claimNotice(trx, order.id, to, now))) return
  const lines = await readOrderLines(trx, order.id)
  const nameAt = new Map(lines.map((line) => [line.position, lineName(line)]))
  const changed = lines.filter((line) => line.replaces !== null || line.now !== line.quantity)
  const isReplaced = new Set(lines.map(({ replaces }) => replaces))
  const changes = changed
    .filter(({ now: left, position }) => left > 0 || !isReplaced.has(position))
    .map((line) => ({
      ...{ title: lineName(line), quantity: line.now, ordered: line.quantity },
      replaces: line.replaces === null ? undefined : (nameAt.get(line.replaces) ?? ''),
    }))
  const { subject, lines: paragraphs } = stepMails[to]({
    ...{ number: order.number, sum: priceText(dueOf(order)), isCash: order.payment_id === null },
    ...{ changes, rider: order.rider },
  })
  await tellBuyer(trx, order, subject, paragraphs)
}

/** Tells the buyer that the order has ended, once; what is given back of an online payment now has a mail of its own. */
export async function tellEnd(
  trx: Trx,
  order: OrderRow,
  { as, reason, backPaise }: { as: End; reason: string; backPaise: number },
  now: number,
): Promise<void> {
  if (!(await claimNotice(trx, order.id, 'ended', now))) return
  const { subject, line } = endMails[as]
  const online = backPaise > 0 ? 'paid' : 'refunded'
  const money = endMoneyTexts[order.payment_id === null ? 'cash' : online]
  // Money collected at the door has been returned in person.
  const isSettled = as === 'returned' && order.payment_id === null
  const words = [line, ...(isSettled ? [] : [money]), endReason(reason)]
  await tellBuyer(trx, order, subject(order.number), words)
}

/** Tells the buyer that part of their payment is refunded. */
export async function tellPart(
  trx: Trx,
  order: OrderRow,
  amountPaise: number,
  why: string,
): Promise<void> {
  const sum = priceText(amountPaise)
  await tellBuyer(trx, order, refundSubject(sum, order.number), [why, partRefundMail.way(sum)])
}

/** Tells the buyer that a refund which the provider refused is given back in another way; or, corrected, in which. */
export async function tellElsewhere(
  trx: Trx,
  order: OrderRow,
  amountPaise: number,
  { how, reference }: Pick<ActionInput<'elsewhere'>, 'how' | 'reference'>,
  isCorrected: boolean,
): Promise<void> {
  const { reference: referenceLine, missing } = elsewhereMail
  const given = isCorrected ? elsewhereMail.corrected : elsewhereMail.given
  const told = reference === '' ? [] : [referenceLine(reference)]
  const lines = [given(amountPaise, how), ...told, missing]
  await tellBuyer(trx, order, refundSubject(priceText(amountPaise), order.number), lines)
}
