import { offCause } from '#lib/checkout/bill.ts'
import type { ActionInput } from '#lib/counter/order-actions.ts'
import { stageOf } from '#lib/counter/stages.ts'
import { priceText } from '#lib/money.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import { issueCredit } from '#lib/server/orders/bills/bills.ts'
import { type Actor, recordOrderAction } from '#lib/server/orders/record-order-action.ts'
import { type Done, dueOf, readOrderRow, reduceBy, refuseAction } from './counter.ts'
import { fitMoney } from './give-back.ts'
import { tellLess } from './mails.ts'
import { readTaken, sumTaken } from './taken.ts'

/**
 * Takes a sum off a cash order, for a reason in the owner's words: so much less is collected. As nothing brings it
 * back, the new total is entered too, against a slip. What is recorded beyond that total was handed back, or never
 * collected, as whoever does it must say. If the total has changed since they saw it, e.g. because the request was sent
 * twice, it is refused (P6).
 */
export async function takeOff(
  trx: Trx,
  order: OrderRow,
  actor: Actor,
  { amountPaise, reason, reduciblePaise, newTotalPaise, beyond }: ActionInput<'refund'>,
  now: number,
): Promise<Done> {
  if (stageOf(order) === 'ended') return refuseAction('notNow')
  if (amountPaise === 0) return refuseAction('malformed')
  const duePaise = dueOf(order)
  if (reduciblePaise !== duePaise || newTotalPaise === duePaise) return refuseAction('changed')
  if (amountPaise >= duePaise) return refuseAction('allGone')
  if (newTotalPaise !== duePaise - amountPaise) return refuseAction('otherTotal')
  const isBeyond = sumTaken(await readTaken(trx, order.id)) > newTotalPaise
  if (isBeyond && beyond === undefined) return refuseAction('beyond')
  await reduceBy(trx, order, amountPaise)
  const [before, after] = [duePaise, duePaise - amountPaise].map(priceText)
  const said = { kind: 'refund' as const, before: before ?? '', after: after ?? '', note: reason }
  const noted = await recordOrderAction(trx, order, actor, said, now)
  await issueCredit(trx, order.id, amountPaise, offCause(noted), now)
  const changed = await readOrderRow(trx, order.id)
  const returned = await fitMoney(trx, changed, actor, now, beyond)
  await tellLess(trx, changed, { offPaise: amountPaise, reason }, returned)
  const backPaise = returned.reduce((sum, { paise }) => sum + paise, 0)
  return { ok: true, value: { ...changed, backPaise } }
}
