import type { Trx } from '#lib/server/database/schema.ts'
import type { End, StepTo } from '#lib/counter/stages.ts'
import type { ActionInput } from '#lib/counter/order-actions.ts'
import type { OrderMessage } from '#lib/server/mail/message-templates.ts'
import { priceText } from '#lib/money.ts'
import { tellBuyer } from '#lib/server/orders/mails.ts'
import {
  changesOf,
  endMails,
  endMoneyTexts,
  endReason,
  lessMail,
  partRefundMail,
  stepMails,
} from '#lib/texts/page/counter.ts'
import { elsewhereMail, refundSubject } from '#lib/texts/page/elsewhere.ts'
import { isDisputed } from '#lib/server/orders/refunds/disputes.ts'
import { dueOf, claimNotice } from './counter.ts'
import type { Returned } from './give-back.ts'
import { lineChanges } from './line-changes.ts'
import { moneyOf } from './order-money.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import { readOrderLines } from '#lib/server/orders/order-lines.ts'
import { restOf, readTaken } from './taken.ts'

/** Tells the buyer of a step, in its transaction; once, even if the step is undone and repeated. */
export async function tellStep(trx: Trx, order: OrderRow, to: StepTo, now: number): Promise<void> {
  if (!(await claimNotice(trx, order.id, to, now))) return
  const { number, rider } = order
  const changes = lineChanges(await readOrderLines(trx, order.id))
  const told = { number, rider, changes, ...(await sumsOf(trx, order)) }
  const { subject, lines } = stepMails[to](told)
  const { sum, back, isCash } = told
  await tellBuyer(trx, order, subject, lines, {
    ...{ template: to, sum, back, rider, pay: isCash ? 'cash' : 'online' },
    changes: changesOf(told).join('; '),
  })
}

/** What is to be paid for the order, or was paid; and what of that has gone back beside the changes to its lines. */
async function sumsOf(trx: Trx, order: OrderRow) {
  const duePaise = dueOf(order)
  const money = (await moneyOf(trx, [order.id]))(order.id)
  const keptPaise = money.how === 'online' ? money.refundablePaise : duePaise
  const back = keptPaise < duePaise ? priceText(duePaise - keptPaise) : ''
  return {
    ...{ sum: priceText(duePaise), back, isAllBack: keptPaise === 0 },
    isCash: order.payment_id === null,
  }
}

/** What the end of an order is told with; of a cash order, the money that was taken and is given back. */
type Ending = { as: End; reason: string; backPaise: number; returned: Returned[] }

/** Tells the buyer that the order has ended, once; what is given back of an online payment now has a mail of its own. */
export async function tellEnd(
  trx: Trx,
  order: OrderRow,
  { as, reason, backPaise, returned }: Ending,
  now: number,
): Promise<void> {
  if (!(await claimNotice(trx, order.id, 'ended', now))) return
  const { subject, line } = endMails[as]
  const isHeld = order.payment_id !== null && (await isDisputed(trx, order.payment_id))
  const sent = backPaise > 0 ? 'paid' : 'refunded'
  const online = isHeld ? 'disputed' : sent
  const none = returned.length === 0 ? [endMoneyTexts.cash] : returnedWords(returned)
  const money = order.payment_id === null ? none : [endMoneyTexts[online]]
  // Money collected at the door has been returned in person.
  const isSettled = as === 'returned' && order.payment_id === null
  const said = isSettled ? [] : money
  const words = [line, ...said, endReason(reason)]
  const message = { template: as, reason, money: said.join(' ') }
  await tellBuyer(trx, order, subject(order.number), words, message)
}

const returnedWords = (returned: readonly Returned[]) =>
  returned.map(({ how, paise }) => endMoneyTexts.returned(priceText(paise), how))

/** Why a cash order costs less: of goods that were not taken or given back, or of a sum that was taken off. */
type Less = { goods: string } | { offPaise: number; reason: string }

/** Tells the buyer why a cash order costs less, and what became of its sum. */
export async function tellLess(
  trx: Trx,
  order: OrderRow,
  less: Less,
  returned: readonly Returned[],
): Promise<void> {
  const restPaise = restOf(order, await readTaken(trx, order.id))
  const sum = priceText(dueOf(order))
  const left = restPaise > 0 ? priceText(restPaise) : ''
  const money =
    'goods' in less
      ? returnedWords(returned)
      : returned.map(({ how, paise }) => endMoneyTexts.handedBack(priceText(paise), how))
  const figures = { sum, left, money: money.join(' ') }
  const off = 'goods' in less ? '' : priceText(less.offPaise)
  const [why, message]: [string, OrderMessage] =
    'goods' in less
      ? [lessMail.goods(less.goods), { template: 'changed', goods: less.goods, ...figures }]
      : [lessMail.off(off, less.reason), { template: 'less', off, reason: less.reason, ...figures }]
  const toPay = left === '' ? [] : [lessMail.left(left)]
  const lines = [why, lessMail.total(sum), ...toPay, ...money]
  await tellBuyer(trx, order, lessMail.subject(order.number), lines, message)
}

/** Tells the buyer that part of their payment is refunded. */
export async function tellPart(
  trx: Trx,
  order: OrderRow,
  amountPaise: number,
  why: string,
): Promise<void> {
  const sum = priceText(amountPaise)
  const message = { template: 'refund', sum, reason: why } as const
  const lines = [why, partRefundMail.way(sum)]
  await tellBuyer(trx, order, refundSubject(sum, order.number), lines, message)
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
  const sum = priceText(amountPaise)
  const message = { template: 'elsewhere', sum, how, reference } as const
  await tellBuyer(trx, order, refundSubject(sum, order.number), lines, message)
}
