import type { Trx } from '#lib/server/database/schema.ts'
import { randomUUID } from 'node:crypto'
import type { ActionInput } from '#lib/counter/order-actions.ts'
import { formatPaise } from '#lib/money.ts'
import { cashEntryText, counterTexts } from '#lib/texts/page/counter-desk.ts'
import { type Done, dueOf, refuseAction, refuseAbove } from './counter.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import { type Actor, recordOrderAction } from '#lib/server/orders/record-order-action.ts'
import { restOf, readTaken, sumClaimed, type TakenEntry } from './taken.ts'

type Money = Pick<TakenEntry, 'amount_paise' | 'how' | 'rider' | 'reference'>

/**
 * Records what was taken when the order was delivered, beside what was paid on the way.
 * `collectedPaise` undefined means all that was left; the caller has checked that it is not more.
 */
export async function takeAtDoor(
  trx: Trx,
  order: OrderRow,
  actor: Actor,
  {
    collectedPaise,
    how,
    reference,
  }: Pick<ActionInput<'step'>, 'collectedPaise' | 'how' | 'reference'>,
  now: number,
): Promise<void> {
  const taken = await readTaken(trx, order.id)
  const restPaise = restOf(order, taken)
  if (restPaise === 0 && taken.length > 0) return
  const money = { amount_paise: collectedPaise ?? restPaise, how, reference, rider: order.rider }
  await addEntry(trx, order, actor, { ...money, due_paise: unclaimedOf(order, taken) }, now)
}

/** What is due for an order and not yet claimed by one of its records. */
const unclaimedOf = (order: OrderRow, taken: readonly TakenEntry[]): number =>
  Math.max(0, dueOf(order) - sumClaimed(taken))

/** Adds a record of money, unless it says of a refund what is recorded already. */
export async function addEntry(
  trx: Trx,
  { id }: Pick<OrderRow, 'id'>,
  actor: Actor,
  money: Money & { due_paise: number; kind?: 'returned'; refund_id?: string },
  at: number,
): Promise<void> {
  await trx
    .insertInto('cash_entry')
    .values({
      ...{ id: randomUUID(), order_id: id, kind: 'taken', ...money },
      ...{ user_id: actor.id, who: actor.who, created_at: at, undone_at: null },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Undoes what was recorded at or after a delivery that is taken back; what was paid on the way stays, and so does a
 * refund that was given back by hand.
 */
export async function undoMoneySince(
  trx: Trx,
  orderId: string,
  stepAt: number,
  now: number,
): Promise<void> {
  await trx
    .updateTable('cash_entry')
    .set({ undone_at: now })
    .where('order_id', '=', orderId)
    .where('created_at', '>=', stepAt)
    .where('refund_id', 'is', null)
    .where('undone_at', 'is', null)
    .execute()
  // What is short is said again at the next delivery.
  await trx
    .updateTable('cash_entry')
    .set((eb) => ({ due_paise: eb.ref('amount_paise') }))
    .where('order_id', '=', orderId)
    .where('kind', '=', 'taken')
    .where('undone_at', 'is', null)
    .execute()
}

/** Why no money can be recorded for this order now. */
function whyNoMoney(order: OrderRow) {
  if (order.payment_id !== null) return refuseAction('notCash')
  const isAtDoor = order.status === 'out_for_delivery' || order.status === 'delivered'
  return isAtDoor && order.ended === null ? undefined : refuseAction('notNow')
}

/**
 * Records money that was taken, beside what is recorded already. `restPaise` is what was left when the page
 * was shown: a second press, or somebody else's, finds less and is refused (P6).
 */
export async function noteCash(
  trx: Trx,
  order: OrderRow,
  actor: Actor,
  { amountPaise, restPaise, how, rider, reference }: ActionInput<'cash'>,
  now: number,
): Promise<Done> {
  const refused = whyNoMoney(order)
  if (refused) return refused
  const taken = await readTaken(trx, order.id)
  if (restPaise !== restOf(order, taken)) return refuseAction('changed')
  if (amountPaise === 0) return refuseAction('malformed')
  if (amountPaise > restPaise) return refuseAbove(restPaise)
  const money = { amount_paise: amountPaise, how, reference, rider: rider || order.rider }
  const unclaimed = unclaimedOf(order, taken)
  // On the way nothing is short yet; a later payment makes up for what was short on the day of the delivery.
  const due = order.status === 'delivered' ? unclaimed : Math.min(amountPaise, unclaimed)
  await addEntry(trx, order, actor, { ...money, due_paise: due }, now)
  const note = { kind: 'cash' as const, before: '', after: formatPaise(amountPaise) }
  const way = cashEntryText({ ...money, amount_paise: undefined })
  await recordOrderAction(trx, order, actor, { ...note, note: way }, now)
  return { ok: true, value: order }
}

/**
 * Corrects one record of money, or takes it back. It stays in the cash book of its day, and so does what is
 * short by it. A record that was corrected meanwhile is refused.
 */
export async function correctCash(
  trx: Trx,
  order: OrderRow,
  actor: Actor,
  { entry: id, amountPaise, takeback, how, rider, reference }: ActionInput<'correct'>,
  now: number,
): Promise<Done> {
  const refused = whyNoMoney(order)
  if (refused) return refused
  const taken = await readTaken(trx, order.id)
  const entry = taken.find((one) => one.id === id && one.kind === 'taken')
  if (!entry) return refuseAction('changed')
  const others = restOf(
    order,
    taken.filter((one) => one !== entry),
  )
  const paise = takeback === 'yes' ? 0 : amountPaise
  if (paise > others) return refuseAbove(others)
  const money =
    paise === 0 ? { ...entry, amount_paise: 0 } : { amount_paise: paise, how, reference, rider }
  const [before, after] = [entry, money].map(cashEntryText)
  if (before === after) return { ok: true, value: order }
  const due_paise = order.status === 'delivered' ? entry.due_paise : paise
  await replaceEntry(trx, order, actor, entry, { ...money, due_paise }, now)
  return { ok: true, value: order }
}

/** Puts what is right in the place of a record, in the cash book of its day. */
export async function replaceEntry(
  trx: Trx,
  order: OrderRow,
  actor: Actor,
  entry: TakenEntry,
  right: Money & { due_paise: number },
  now: number,
): Promise<void> {
  const { how, rider, reference, amount_paise, due_paise } = right
  await trx.updateTable('cash_entry').set({ undone_at: now }).where('id', '=', entry.id).execute()
  // A delivery's record is kept with nothing, as what is short by it must stay in the book.
  if (amount_paise > 0 || due_paise > 0) {
    const kept = { how, rider, reference, amount_paise, due_paise }
    await addEntry(trx, order, actor, kept, entry.created_at)
  }
  const after = amount_paise === 0 ? counterTexts.undone : cashEntryText(right)
  const said = { kind: 'cash' as const, before: cashEntryText(entry), after }
  await recordOrderAction(trx, order, actor, said, now)
}
