import type { ActionInput } from '#lib/counter/order-actions.ts'
import { decimalPrice } from '#lib/money.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import { type Actor, recordOrderAction } from '#lib/server/orders/record-order-action.ts'
import { giveElsewhere } from '#lib/server/orders/refunds/give-elsewhere.ts'
import { givenWay } from '#lib/texts/page/elsewhere.ts'
import { noteGivenBack } from './cash.ts'
import { type Done, readOrderRow, refuseAction } from './counter.ts'
import { tellElsewhere } from './mails.ts'

/**
 * Records that the owner gave a refused refund back without the provider (P15): in the order's history and in the
 * cash book, unless it came from the bank; and tells the buyer. Sent twice, it is done once.
 */
export async function refundElsewhere(
  trx: Trx,
  order: OrderRow,
  actor: Actor,
  { refund, ...way }: ActionInput<'elsewhere'>,
  now: number,
): Promise<Done> {
  if (order.payment_id === null) return refuseAction('notPaid')
  const given = await giveElsewhere(trx, order.payment_id, refund, { ...way, by: actor.who }, now)
  if (!given.ok) return given
  const { amountPaise, isNew } = given.value
  if (isNew) {
    const { how, reference } = way
    if (how !== 'bank') {
      await noteGivenBack(trx, order, actor, { refund, how, reference, amountPaise }, now)
    }
    const action = { kind: 'elsewhere' as const, before: '', after: decimalPrice(amountPaise) }
    await recordOrderAction(trx, order, actor, { ...action, note: givenWay(way) }, now)
    await tellElsewhere(trx, order, amountPaise, way)
  }
  return { ok: true, value: { ...(await readOrderRow(trx, order.id)), backPaise: amountPaise } }
}
