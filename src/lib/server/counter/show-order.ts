import type { Selectable } from 'kysely'
import { nextStep, stageOf, UNDO_MS } from '#lib/counter/stages.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { RefundTable } from '#lib/server/database/schema/orders.ts'
import { dueOf } from './counter.ts'
import { lastStep } from './steps.ts'
import { restOf, sumTaken } from './taken.ts'
import { readOrderLines } from '#lib/server/orders/order-lines.ts'
import { disputedPaise } from '#lib/server/orders/refunds/disputes.ts'
import { freePaise, isRefused } from '#lib/server/orders/refunds/refund-rows.ts'

/**
 * An order with everything that the desk shows; sums in paise. `freePaise` can still be refunded, and
 * `reduciblePaise` is what a refund, or of a cash order what is taken off, reduces. Of a cash order
 * `takenPaise` was taken and not given back, `restPaise` was not, and `toCollectPaise` of this is still to be collected
 * at the door, as some may have been paid on the way. Of its refunds, `canGiveElsewhere` says whether the owner may
 * give it back without the provider, and `isUnsure` that the provider may have made it all the same.
 */
export async function showOrder(db: Db, which: string, now: number) {
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', which), eb('number', '=', which.toUpperCase())]))
    .executeTakeFirst()
  if (!order) return undefined
  const actions = await db
    .selectFrom('order_action')
    .select(['kind', 'who', 'before', 'after', 'note', 'created_at', 'undone_at'])
    .where('order_id', '=', order.id)
    .orderBy('created_at', 'desc')
    .execute()
  const cash = await db
    .selectFrom('cash_entry')
    .select(['id', 'kind', 'how', 'due_paise', 'amount_paise', 'rider', 'reference', 'who'])
    .select(['created_at', 'refund_id'])
    .where('order_id', '=', order.id)
    .where('undone_at', 'is', null)
    .orderBy('created_at')
    // What is given back in the same moment was taken before.
    .orderBy('kind', 'desc')
    .orderBy('id')
    .execute()
  const payment =
    order.payment_id === null
      ? undefined
      : await db
          .selectFrom('payment')
          .select(['provider', 'provider_payment_id', 'amount_paise', 'refund_paise', 'state'])
          .where('id', '=', order.payment_id)
          .executeTakeFirst()
  const refunds =
    order.payment_id === null
      ? []
      : await db
          .selectFrom('refund')
          .select(['id', 'amount_paise', 'note', 'state', 'provider_refund_id', 'tries'])
          .select([
            'refused_at',
            'restored_at',
            'given_how',
            'given_reference',
            'given_by',
            'twice_at',
          ])
          .where('payment_id', '=', order.payment_id)
          .orderBy('created_at')
          .orderBy('id')
          .execute()
  const stage = stageOf(order)
  const last = lastStep(actions.filter((one) => one.kind !== 'undo' && one.undone_at === null))
  const canUndo = last?.after === stage && now - last.created_at <= UNDO_MS
  const duePaise = dueOf(order)
  const taken = cash.filter(({ refund_id }) => refund_id === null)
  const restPaise = order.payment_id === null ? restOf(order, taken) : 0
  const free = payment ? await freePaise(db, payment) : 0
  const cashPaise = stage === 'ended' ? 0 : duePaise
  const isOver = order.payment_id !== null || stage === 'ended' || stage === 'delivered'
  return {
    ...{ order, stage, next: nextStep(stage), duePaise, restPaise, takenPaise: sumTaken(taken) },
    toCollectPaise: isOver ? 0 : restPaise,
    freePaise: free,
    reduciblePaise: order.payment_id === null ? cashPaise : free,
    disputedPaise: payment ? await disputedPaise(db, payment) : 0,
    ...{ lines: await readOrderLines(db, order.id), actions, cash, payment, canUndo },
    refunds: refunds.map((refund) => ({
      ...{ ...refund, state: shownState(refund) },
      canGiveElsewhere: payment?.state !== 'refunded' && isRefused(refund),
      isUnsure:
        refund.restored_at !== null || (refund.state === 'failed' && refund.refused_at === null),
    })),
  }
}

type RefundState = Pick<
  Selectable<RefundTable>,
  'state' | 'tries' | 'provider_refund_id' | 'refused_at' | 'given_how'
>
type Shown = RefundState['state'] | 'refused' | 'elsewhere'

/** The state of a refund to show; `refused` while the provider has accepted none of our requests for it. */
function shownState(refund: RefundState): Shown {
  const { state, tries, provider_refund_id, refused_at, given_how } = refund
  if (given_how !== null) return 'elsewhere'
  const isUntaken = refused_at !== null || (tries > 0 && provider_refund_id === null)
  return state === 'pending' && isUntaken ? 'refused' : state
}

export type ShownOrder = NonNullable<Awaited<ReturnType<typeof showOrder>>>
