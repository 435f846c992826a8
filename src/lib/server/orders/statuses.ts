import { randomUUID } from 'node:crypto'
import { type OrderStatus, TAKEN_BACK } from '#lib/checkout/order.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import { verifyReviews } from '#lib/server/shopper/reviews/bought.ts'
import { orderEventTexts } from '#lib/texts/page/order-events.ts'
import { issueCredit } from './bills/bills.ts'
import { FINISHED } from './forget-buyer.ts'
import { clearShortfalls } from './allocation.ts'

/**
 * Which statuses may follow each; the desk's steps and ends are in lib/counter/stages.ts. Only an order that
 * has ended becomes `refunded`: for one still in the shop somebody must say where its units are.
 */
export const NEXT_STATUSES: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['confirmed', 'cancelled', 'needs_attention'],
  confirmed: ['packed', 'cancelled', 'needs_attention'],
  packed: ['out_for_delivery', 'cancelled', 'needs_attention'],
  out_for_delivery: ['delivered', 'cancelled'],
  delivered: ['refunded'],
  cancelled: ['refunded'],
  refunded: [],
  needs_attention: ['confirmed', 'cancelled'],
}

/** Whether a shopper may still cancel the order: until it is packed. */
export const canCancel = (status: OrderStatus): boolean =>
  status === 'pending' || status === 'confirmed'

/** Moves an order if its status allows it, and records the event. @returns whether it was moved */
export async function moveOrder(
  trx: Trx,
  orderId: string,
  to: OrderStatus,
  note: string,
  now: number,
): Promise<boolean> {
  const from = (Object.keys(NEXT_STATUSES) as OrderStatus[]).filter((status) =>
    NEXT_STATUSES[status].includes(to),
  )
  const moved = await trx
    .updateTable('orders')
    .set({ status: to })
    .where('id', '=', orderId)
    .where('status', 'in', from)
    .returning(['attempt_id', 'user_id'])
    .executeTakeFirst()
  if (!moved) return false
  await noteEvent(trx, orderId, to, note, now)
  const isSettled = to === 'delivered' || TAKEN_BACK.includes(to)
  if (moved.user_id !== null && isSettled) await verifyReviews(trx, moved.user_id, orderId)
  // However it ended, nothing is owed for it any more.
  if (TAKEN_BACK.includes(to)) await issueCredit(trx, orderId, Infinity, to, now)
  if (FINISHED.includes(to)) {
    await trx
      .updateTable('attempt')
      .set({ address_block: null })
      .where('id', '=', moved.attempt_id)
      .where('address_block', 'is not', null)
      .execute()
  }
  return true
}

/**
 * An order's money went back without anybody here having asked for it: leaves the order to the owner.
 * @returns whether its status was changed
 */
export async function flagForAttention(trx: Trx, orderId: string, now: number): Promise<boolean> {
  const packed = await trx
    .selectFrom('orders')
    .select('attempt_id')
    .where('id', '=', orderId)
    .where('status', '=', 'packed')
    .executeTakeFirst()
  if (packed) await clearShortfalls(trx, packed.attempt_id)
  const note = orderEventTexts.returnedByBank
  if (!(await moveOrder(trx, orderId, 'needs_attention', note, now))) return false
  await trx
    .updateTable('orders')
    .set({ was_packed: packed ? 1 : 0 })
    .where('id', '=', orderId)
    .execute()
  return true
}

/** Adds an event to the timeline of an order. */
export async function noteEvent(
  trx: Trx,
  orderId: string,
  status: OrderStatus,
  note: string,
  now: number,
): Promise<void> {
  await trx
    .insertInto('order_event')
    .values({ id: randomUUID(), order_id: orderId, status, note, created_at: now })
    .execute()
}
