import type { ActionInput } from '#lib/counter/order-actions.ts'
import { decimalPrice } from '#lib/money.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import { type Actor, recordOrderAction } from '#lib/server/orders/record-order-action.ts'
import { giveElsewhere } from '#lib/server/orders/refunds/give-elsewhere.ts'
import { correctedWay, givenWay } from '#lib/texts/page/elsewhere.ts'
import { type Done, readOrderRow, refuseAction } from './counter.ts'
import { noteGivenBack, undoGivenBack } from './give-back.ts'
import { tellElsewhere } from './mails.ts'

/**
 * Records that the owner gave a refused refund back without the provider (P15), or corrects how: in the order's
 * history and in the cash book, unless it came from the bank; and tells the buyer. Sent twice, it is done once.
 */
export async function refundElsewhere(
  trx: Trx,
  order: OrderRow,
  actor: Actor,
  { refund, ...said }: ActionInput<'elsewhere'>,
  now: number,
): Promise<Done> {
  if (order.payment_id === null) return refuseAction('notPaid')
  const by = actor.who
  const given = await giveElsewhere(trx, order.payment_id, refund, { ...said, by }, now)
  if (!given.ok) return given
  const { amountPaise, ...told } = given.value
  if (told.kind !== 'same') {
    const { how, reference } = said
    const isCorrected = told.kind === 'corrected'
    if (isCorrected) await undoGivenBack(trx, refund, now)
    // A correction stays in the book of the day on which the money was given.
    const at = isCorrected ? told.at : now
    if (how !== 'bank') {
      await noteGivenBack(trx, order, actor, { refund, how, reference, amountPaise }, at)
    }
    const note = isCorrected ? correctedWay(told.before, said) : givenWay(said)
    const action = { kind: 'elsewhere' as const, before: '', after: decimalPrice(amountPaise) }
    await recordOrderAction(trx, order, actor, { ...action, note }, now)
    await tellElsewhere(trx, order, amountPaise, said, isCorrected)
  }
  return { ok: true, value: { ...(await readOrderRow(trx, order.id)), backPaise: amountPaise } }
}
