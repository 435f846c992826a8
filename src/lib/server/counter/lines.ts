import type { Trx } from '#lib/server/database/schema.ts'
import { fewerCause } from '#lib/checkout/bill.ts'
import type { ActionInput } from '#lib/counter/order-actions.ts'
import { lineChangeOf, stageOf } from '#lib/counter/stages.ts'
import { issueCredit } from '#lib/server/orders/bills/bills.ts'
import { billReplacement } from '#lib/server/orders/bills/replacement-bill.ts'
import { isDisputed } from '#lib/server/orders/refunds/disputes.ts'
import { leftToRefund, requestPart } from '#lib/server/orders/refunds/refund-rows.ts'
import { MIN_REFUND_PAISE } from '#lib/server/payments/provider.ts'
import { returnSome } from '#lib/server/orders/return-units.ts'
import { lockStock } from '#lib/server/orders/lock-stock.ts'
import { announceStock } from '#lib/server/orders/stock.ts'
import { lessMail, partRefundMail } from '#lib/texts/page/counter.ts'
import {
  type ActionRefusal,
  type Done,
  dueOf,
  readOrderRow,
  reduceBy,
  refuseAction,
} from './counter.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import { type Actor, recordOrderAction } from '#lib/server/orders/record-order-action.ts'
import { fitMoney } from './give-back.ts'
import { tellLess, tellPart } from './mails.ts'
import {
  indexOrder,
  readOrderLines,
  lineName,
  type OrderLine,
} from '#lib/server/orders/order-lines.ts'
import { substituteProduct, findInstead, type Instead } from './substitute.ts'

/**
 * Reduces a line, removes it, or replaces it by another product. The difference is refunded, given back or no longer
 * collected; units not delivered go back to the shelf or are written off.
 */
export async function changeLine(
  trx: Trx,
  order: OrderRow,
  actor: Actor,
  input: ActionInput<'line'>,
  now: number,
): Promise<Done> {
  const change = lineChangeOf(stageOf(order))
  if (!change || (change === 'less' && input.instead !== '')) return refuseAction('notNow')
  const { position, quantity, units } = input
  const lines = await readOrderLines(trx, order.id)
  const line = lines.find((one) => one.position === position)
  if (!line) return refuseAction('noLine')
  if (line.now <= quantity) return refuseAction('notFewer')
  await lockLines(trx, order, position, input)
  const fewerPaise = line.price_paise * (line.now - quantity)
  const instead =
    input.instead === ''
      ? undefined
      : await substituteProduct(trx, order, line, { ...input, fewerPaise }, now)
  if (instead && !instead.ok) return instead
  const backPaise = fewerPaise - (instead?.value.paise ?? 0)
  if (order.payment_id !== null && (await isDisputed(trx, order.payment_id)))
    return refuseAction('disputed')
  // If all the money has been refunded already, the owner has decided to deliver the order all the same.
  const paidPaise = order.payment_id === null ? 0 : await leftToRefund(trx, order.payment_id)
  const staysSome = lines.some((one) => (one === line ? quantity : one.now) > 0)
  const refused = refuseLess(order, { backPaise, paidPaise, staysSome })
  if (refused) return refused
  await writeLine(trx, order, line, quantity)
  await reduceBy(trx, order, backPaise)
  const left = { position, quantity: line.now - quantity }
  const changes = await returnSome(trx, order.attempt_id, left, units, now)
  const words = wordsOf(line, quantity, instead?.value)
  const action = { kind: 'line' as const, ...words, note: units }
  const noted = await recordOrderAction(trx, order, actor, action, now)
  await indexOrder(trx, order.id)
  const replaced = instead && (await billReplacement(trx, order, line, instead.value, now))
  const credit =
    replaced === undefined
      ? { paise: backPaise, cause: fewerCause(position, noted) }
      : { paise: fewerPaise, cause: replaced }
  const { payment_id: paymentId } = order
  const goods = `${left.quantity} x ${lineName(line)}`
  const isRefunded = paymentId !== null && paidPaise > 0 && backPaise > 0
  if (isRefunded) {
    const mail = change === 'any' ? partRefundMail.short(lineName(line)) : lessMail.goods(goods)
    const reason = change === 'any' ? ('short' as const) : ('part' as const)
    const why = { reason, note: words.after, credit }
    const refund = await requestPart(trx, { id: paymentId }, backPaise, why, now)
    if (!refund.ok) return refund
    await tellPart(trx, order, backPaise, mail)
  }
  await announceStock(trx, [...changes, ...(instead?.value.changes ?? [])])
  // Nothing was paid, so nothing is refunded; but the bill must not exceed what is to be paid.
  if (paymentId === null || (replaced !== undefined && !isRefunded))
    await issueCredit(trx, order.id, credit.paise, credit.cause, now)
  const after = await readOrderRow(trx, order.id)
  if (paymentId === null && change === 'less') return giveBackLess(trx, after, actor, goods, now)
  return { ok: true, value: isRefunded ? { ...after, backPaise } : after }
}

/** Why a line may not cost so much less, if it may not; `staysSome`: of some line something is still brought. */
function refuseLess(
  order: OrderRow,
  less: { backPaise: number; paidPaise: number; staysSome: boolean },
): ActionRefusal | undefined {
  const { backPaise, paidPaise, staysSome } = less
  const keptPaise = paidPaise - backPaise
  // An order of which nothing would be delivered, or stay paid, is to be cancelled instead, with a reason.
  if (backPaise >= dueOf(order) || (paidPaise > 0 && keptPaise <= 0))
    return refuseAction(order.payment_id === null && staysSome ? 'offBefore' : 'allGone')
  // If the order were cancelled later, so small a rest could not be refunded.
  const isLittle = keptPaise > 0 && keptPaise < MIN_REFUND_PAISE
  return isLittle ? refuseAction('leavesLittle') : undefined
}

/** Gives back what was paid in cash beyond the new total of an order that has left, and tells the buyer. */
async function giveBackLess(
  trx: Trx,
  order: OrderRow,
  actor: Actor,
  goods: string,
  now: number,
): Promise<Done> {
  const returned = await fitMoney(trx, order, actor, now)
  await tellLess(trx, order, { goods }, returned)
  const backPaise = returned.reduce((sum, { paise }) => sum + paise, 0)
  return { ok: true, value: { ...order, backPaise } }
}

/** Locks the stock of the product removed and of its replacement, in the same order as checkouts do. */
async function lockLines(
  trx: Trx,
  { attempt_id }: OrderRow,
  position: number,
  { instead, pack }: ActionInput<'line'>,
): Promise<void> {
  const holds = trx
    .selectFrom('stock_hold')
    .select(['product_id as productId', 'pack_label as packLabel'])
    .where('attempt_id', '=', attempt_id)
    .where('position', '=', position)
  const product = instead === '' ? undefined : await findInstead(trx, instead, pack)
  const other =
    product && 'id' in product ? [{ productId: product.id, packLabel: product.packLabel }] : []
  await lockStock(trx, [...(await holds.execute()), ...other])
}

async function writeLine(
  trx: Trx,
  { id }: OrderRow,
  { position }: OrderLine,
  quantity: number,
): Promise<void> {
  await trx
    .updateTable('order_item')
    .set({ brought_quantity: quantity })
    .where('order_id', '=', id)
    .where('position', '=', position)
    .execute()
}

function wordsOf(line: OrderLine, quantity: number, instead: Instead | undefined) {
  const more = instead ? `, ${instead.quantity} x ${lineName(instead)}` : ''
  return {
    before: `${line.now} x ${lineName(line)}`,
    after: `${quantity} x ${lineName(line)}${more}`,
  }
}
