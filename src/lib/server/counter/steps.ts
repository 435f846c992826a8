import type { Trx } from '#lib/server/database/schema.ts'
import type { ActionInput } from '#lib/counter/order-actions.ts'
import {
  isStage,
  nextStep,
  type Stage,
  stageOf,
  STATUS_OF_STEP,
  type StepTo,
  UNDO_MS,
} from '#lib/counter/stages.ts'
import { moveOrder } from '#lib/server/orders/statuses.ts'
import { verifyReviews } from '#lib/server/shopper/reviews/bought.ts'
import { orderEventTexts } from '#lib/texts/page/order-events.ts'
import { takeAtDoor, undoMoneySince } from './cash.ts'
import { type Done, readOrderRow, refuseAction, refuseAbove } from './counter.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import { type Actor, recordOrderAction } from '#lib/server/orders/record-order-action.ts'
import { tellStep } from './mails.ts'
import { restOf, readTaken } from './taken.ts'

/**
 * Moves an order a step forward: accepted, packed, out for delivery, delivered. Refused if the order is no
 * longer at the stage where it was seen, so that nothing happens twice.
 */
export async function takeStep(
  trx: Trx,
  order: OrderRow,
  actor: Actor,
  input: ActionInput<'step'>,
  now: number,
): Promise<Done> {
  const { to, from, rider, collectedPaise, how, reference } = input
  const stage = stageOf(order)
  if (from !== undefined && from !== stage) return refuseAction('changed')
  if (!mayStepTo(stage, to)) return refuseAction('notNow')
  if (collectedPaise !== undefined) {
    const restPaise = restOf(order, await readTaken(trx, order.id))
    if (collectedPaise > restPaise) return refuseAbove(restPaise)
  }
  const status = STATUS_OF_STEP[to]
  if (order.status !== status) {
    const isMoved = await moveOrder(trx, order.id, status, orderEventTexts.byShop, now)
    if (!isMoved) return refuseAction('notNow')
  }
  await trx
    .updateTable('orders')
    .set({ accepted_at: order.accepted_at ?? now, ...(rider !== '' && { rider }) })
    .where('id', '=', order.id)
    .execute()
  const after = await readOrderRow(trx, order.id)
  await recordOrderAction(
    trx,
    order,
    actor,
    { kind: 'step', before: stage, after: to, note: rider },
    now,
  )
  if (to === 'delivered' && order.payment_id === null) {
    await takeAtDoor(trx, after, actor, { collectedPaise, how, reference }, now)
  }
  await tellStep(trx, after, to, now)
  return { ok: true, value: after }
}

/** Whether this is the next step, or packs a new order directly, which `moveOrder` refuses while it is unpaid. */
function mayStepTo(stage: Stage, to: StepTo): boolean {
  return nextStep(stage) === to || (stage === 'new' && to === 'packed')
}

/**
 * Undoes the last step, if nothing was done since and it is recent. Refused if the order is no longer at the
 * stage where it was seen, e.g. when the button was pressed twice.
 */
export async function undoStep(
  trx: Trx,
  order: OrderRow,
  actor: Actor,
  { from }: ActionInput<'undo'>,
  now: number,
): Promise<Done> {
  const stage = stageOf(order)
  if (from !== undefined && from !== stage) return refuseAction('changed')
  const done = await trx
    .selectFrom('order_action')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('undone_at', 'is', null)
    .where('kind', '<>', 'undo')
    .orderBy('created_at', 'desc')
    .execute()
  const last = lastStep(done)
  if (!last || !isStage(last.before)) return refuseAction(done.length > 0 ? 'notLast' : 'nothing')
  if (now - last.created_at > UNDO_MS) return refuseAction('tooLate')
  if (stage !== last.after) return refuseAction('changed')
  await trx.updateTable('order_action').set({ undone_at: now }).where('id', '=', last.id).execute()
  await forgetEvent(trx, order)
  await trx
    .updateTable('orders')
    .set(columnsOf(order, last.before))
    .where('id', '=', order.id)
    .execute()
  if (last.after === 'delivered') {
    await undoMoneySince(trx, order.id, last.created_at, now)
    if (order.user_id !== null) await verifyReviews(trx, order.user_id, order.id)
  }
  await recordOrderAction(
    trx,
    order,
    actor,
    { kind: 'undo', before: last.after, after: last.before },
    now,
  )
  return { ok: true, value: await readOrderRow(trx, order.id) }
}

/**
 * The step that can be undone, from an order's actions, newest first: the last action, or a delivery after
 * which only its money was corrected, which is undone with it.
 */
export function lastStep<Action extends { kind: string; after: string }>(
  done: readonly Action[],
): Action | undefined {
  const last = done.find(({ kind }) => kind !== 'cash')
  const isFree = last === done[0] || last?.after === 'delivered'
  return last?.kind === 'step' && isFree ? last : undefined
}

function columnsOf(
  order: OrderRow,
  stage: Stage,
): Partial<Pick<OrderRow, 'status' | 'accepted_at'>> {
  if (stage === 'new') {
    return { status: order.payment_id === null ? 'pending' : 'confirmed', accepted_at: null }
  }
  if (stage === 'attention') return { status: 'needs_attention', accepted_at: null }
  if (stage === 'accepted') return { status: 'confirmed' }
  return { status: stage === 'out' ? 'out_for_delivery' : 'packed' }
}

/** Removes an undone step from the buyer's timeline; the audit list keeps both. */
async function forgetEvent(trx: Trx, { id, status }: OrderRow): Promise<void> {
  const events = await trx
    .selectFrom('order_event')
    .select(['id', 'status'])
    .where('order_id', '=', id)
    .orderBy('created_at', 'desc')
    .execute()
  const latest = events.find((event) => event.status === status)
  // The first event tells how the order was placed.
  if (!latest || latest === events.at(-1)) return
  await trx.deleteFrom('order_event').where('id', '=', latest.id).execute()
}
