import type { Trx } from '#lib/server/database/schema.ts'
import type * as z from 'zod/mini'
import { ORDER_ACTIONS, type OrderAction } from '#lib/counter/order-actions.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import { correctCash, noteCash } from './cash.ts'
import { type CounterContext, type Done, refuseAction } from './counter.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import { lockOrder } from '#lib/server/orders/lock-order.ts'
import type { Actor } from '#lib/server/orders/record-order-action.ts'
import { changeDetails } from './details.ts'
import { refundElsewhere } from './elsewhere.ts'
import { endOrder } from './ends.ts'
import { changeLine } from './lines.ts'
import { refundPart } from './refund-part.ts'
import { undoStep, takeStep } from './steps.ts'

type Act = (trx: Trx, order: OrderRow, actor: Actor, input: unknown, now: number) => Promise<Done>

/** Parses an action's input by its schema, once. */
function reading<Schema extends z.ZodMiniType>(
  schema: Schema,
  act: (
    trx: Trx,
    order: OrderRow,
    actor: Actor,
    input: z.infer<Schema>,
    now: number,
  ) => Promise<Done>,
): Act {
  return async (trx, order, actor, input, now) => {
    const parsed = schema.safeParse(input)
    return parsed.success ? act(trx, order, actor, parsed.data, now) : refuseAction('malformed')
  }
}

const ACTS: Record<OrderAction, Act> = {
  step: reading(ORDER_ACTIONS.step, takeStep),
  undo: reading(ORDER_ACTIONS.undo, undoStep),
  end: reading(ORDER_ACTIONS.end, endOrder),
  line: reading(ORDER_ACTIONS.line, changeLine),
  refund: reading(ORDER_ACTIONS.refund, refundPart),
  elsewhere: reading(ORDER_ACTIONS.elsewhere, refundElsewhere),
  cash: reading(ORDER_ACTIONS.cash, noteCash),
  correct: reading(ORDER_ACTIONS.correct, correctCash),
  details: reading(ORDER_ACTIONS.details, changeDetails),
}

/**
 * Does something with an order, whether for the desk, its API or the command line: with the order locked, in
 * one transaction, and recorded in the audit list.
 */
export function actOnOrder(
  { db, now }: CounterContext,
  actor: Actor,
  which: string,
  action: OrderAction,
  input: unknown,
): Promise<Done> {
  return inTransaction(db, async (trx): Promise<Done> => {
    const order = await lockOrder(trx, which)
    if (!order) return refuseAction('unknown')
    return ACTS[action](trx, order, actor, input, now())
  })
}
