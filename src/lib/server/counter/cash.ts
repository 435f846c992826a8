import type { Trx } from '#lib/server/database/schema.ts'
import { randomUUID } from 'node:crypto'
import type { ActionInput } from '#lib/counter/order-actions.ts'
import { formatPaise } from '#lib/money.ts'
import { type Done, dueOf, refuseAction, refuseAboveDue } from './counter.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import { type Actor, recordOrderAction } from '#lib/server/orders/record-order-action.ts'

type Money = {
  /** Undefined means all that is due. */
  amountPaise: number | undefined
  how: 'cash' | 'upi'
  reference: string
  rider?: string
  /** Keep an earlier record, such as a UPI payment on the way, if no amount is given. */
  isFirst?: boolean
  /** Given when a record is corrected: the time of the original, so that it stays in that day's cash book. */
  takenAt?: number
}

/** Records what was taken at the door; a new record replaces an earlier one. */
export async function takeMoney(
  trx: Trx,
  order: OrderRow,
  actor: Actor,
  { amountPaise, how, reference, rider = order.rider, isFirst = false, takenAt }: Money,
  now: number,
): Promise<void> {
  const known = await moneyTaken(trx, order.id)
  if (known && isFirst && amountPaise === undefined) return
  if (known) await undoMoney(trx, order.id, now)
  await trx
    .insertInto('cash_entry')
    .values({
      ...{ id: randomUUID(), order_id: order.id, kind: 'taken', how, rider, reference },
      ...{ due_paise: dueOf(order), amount_paise: amountPaise ?? dueOf(order) },
      ...{ user_id: actor.id, who: actor.who, created_at: takenAt ?? now, undone_at: null },
    })
    .execute()
}

/** The record of what was taken for an order, if there is one. */
function moneyTaken(trx: Trx, orderId: string) {
  return trx
    .selectFrom('cash_entry')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('kind', '=', 'taken')
    .where('undone_at', 'is', null)
    .executeTakeFirst()
}

/** Undoes the record made by the step at `stepAt`; one that it had replaced, such as a UPI payment, counts again. */
export async function undoMoneyOf(
  trx: Trx,
  orderId: string,
  stepAt: number,
  now: number,
): Promise<void> {
  const replaced = await trx
    .selectFrom('cash_entry')
    .select('id')
    .where('order_id', '=', orderId)
    .where('undone_at', '=', stepAt)
    .execute()
  await undoMoney(trx, orderId, now, stepAt)
  for (const { id } of replaced) {
    await trx.updateTable('cash_entry').set({ undone_at: null }).where('id', '=', id).execute()
  }
}

/** Marks the records of an order's money as undone; with `since` only those made from then on. */
async function undoMoney(trx: Trx, orderId: string, now: number, since = 0): Promise<void> {
  await trx
    .updateTable('cash_entry')
    .set({ undone_at: now })
    .where('order_id', '=', orderId)
    .where('created_at', '>=', since)
    .where('undone_at', 'is', null)
    .execute()
}

/** Records that the money taken was handed back to the buyer; once. */
export async function returnMoney(
  trx: Trx,
  order: OrderRow,
  actor: Actor,
  now: number,
): Promise<void> {
  const taken = await moneyTaken(trx, order.id)
  if (!taken || taken.amount_paise === 0) return
  await trx
    .insertInto('cash_entry')
    .values({
      ...{ id: randomUUID(), order_id: order.id, kind: 'returned', how: taken.how },
      ...{ due_paise: taken.amount_paise, amount_paise: taken.amount_paise },
      ...{ rider: '', reference: '', user_id: actor.id, who: actor.who },
      ...{ created_at: now, undone_at: null },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Records, or corrects, what was taken for an order and how. */
export async function noteCash(
  trx: Trx,
  order: OrderRow,
  actor: Actor,
  { amountPaise, how, rider, reference }: ActionInput<'cash'>,
  now: number,
): Promise<Done> {
  if (order.payment_id !== null) return refuseAction('notCash')
  if (order.status !== 'out_for_delivery' && order.status !== 'delivered')
    return refuseAction('notNow')
  if (order.ended !== null) return refuseAction('notNow')
  if (amountPaise > dueOf(order)) return refuseAboveDue(order)
  const before = await moneyTaken(trx, order.id)
  const takenAt = order.status === 'delivered' ? before?.created_at : undefined
  const money = { amountPaise, how, reference, ...(rider !== '' && { rider }) }
  await takeMoney(trx, order, actor, { ...money, ...(takenAt && { takenAt }) }, now)
  const wordOf = (paise: number | undefined) => (paise === undefined ? '' : formatPaise(paise))
  const note = {
    kind: 'cash' as const,
    before: wordOf(before?.amount_paise),
    after: wordOf(amountPaise),
  }
  await recordOrderAction(
    trx,
    order,
    actor,
    { ...note, note: [how, reference].join(' ').trim() },
    now,
  )
  return { ok: true, value: order }
}
