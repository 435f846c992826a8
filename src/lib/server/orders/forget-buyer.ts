import { type ExpressionBuilder, expressionBuilder, sql } from 'kysely'
import type { OrderStatus } from '#lib/checkout/order.ts'
import { UNDO_MS } from '#lib/counter/stages.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Database, Db, Trx } from '#lib/server/database/schema.ts'
import { accountMessages } from '#lib/texts/page/account.ts'
import { HIDDEN_KEY } from './buyer-keys.ts'
import { isVain } from './vain-orders.ts'

/** The name shown for a buyer whose account was deleted. */
export const FORMER_CUSTOMER = accountMessages.formerCustomer
/** What a forgotten buyer's columns become; amounts, goods, state and PIN code are kept for the books. */
export const ANONYMISED = {
  ...{ fullname: FORMER_CUSTOMER, street1: '', street2: '' },
  ...{ phone: '', email: '', note: '' },
}
/** The same for an order, which also loses its tracking link. */
const NOBODY_ORDERED = { ...ANONYMISED, track: null }
/** Statuses of orders of which nothing is to be delivered any more. */
export const FINISHED: readonly OrderStatus[] = ['delivered', 'cancelled', 'refunded']

/**
 * Removes the personal data of deleted accounts from these attempts and from their orders. Of one that came in vain the
 * hidden keys of its buyer stay until it no longer counts (`forgetVain`): else a new account would be without it.
 */
export async function forgetBuyers(trx: Trx, attemptIds: readonly string[]): Promise<void> {
  if (attemptIds.length === 0) return
  const orders = await trx
    .updateTable('orders')
    .set((eb) => ({ ...NOBODY_ORDERED, search: sql<string>`lower(${eb.ref('number')})` }))
    .where('attempt_id', 'in', attemptIds)
    .returning('id')
    .execute()
  const ids = orders.map(({ id }) => id)
  if (ids.length > 0) {
    await forgetWords(trx, ids)
    await trx.updateTable('bill').set({ buyer: '' }).where('order_id', 'in', ids).execute()
  }
  const attempts = trx.updateTable('attempt').where('id', 'in', attemptIds)
  await attempts.set(ANONYMISED).execute()
  await attempts
    .set({ account_key: null })
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders')
            .select('id')
            .whereRef('orders.attempt_id', '=', 'attempt.id')
            .where(isVain),
        ),
      ),
    )
    .execute()
  await trx
    .updateTable('orders')
    .set({ phone_key: null, door_key: null })
    .where('attempt_id', 'in', attemptIds)
    .where((eb) => eb.or([eb.not(isVain(eb)), eb('phone_key', 'not like', `${HIDDEN_KEY}%`)]))
    .execute()
}

/**
 * Removes what somebody at the desk may have written about the buyers of orders: changes of an address are recorded
 * word for word, and the reference of a refund given back by hand may be a name or a UPI ID. How much went back, how
 * and when is kept for the books.
 */
async function forgetWords(trx: Trx, orderIds: readonly string[]): Promise<void> {
  const actions = trx.updateTable('order_action').where('order_id', 'in', orderIds)
  await actions.set({ before: '', after: '' }).where('kind', '=', 'details').execute()
  await actions.set({ note: '' }).where('kind', '=', 'elsewhere').execute()
  await trx
    .updateTable('cash_entry')
    .set({ reference: '' })
    .where('order_id', 'in', orderIds)
    .where('refund_id', 'is not', null)
    .execute()
  await trx
    .updateTable('refund')
    .set({ given_reference: '' })
    .where('given_how', 'is not', null)
    .where('payment_id', 'in', (eb) =>
      eb
        .selectFrom('orders')
        .select('payment_id')
        .where('orders.id', 'in', orderIds)
        .where('payment_id', 'is not', null)
        .$castTo<{ payment_id: string }>(),
    )
    .execute()
}

const AT_ONCE = 50

/**
 * Purchases of which a refund has not been made: their buyers are still to be told of it, and the owner may have to
 * call them (P17).
 */
const owedChains = () =>
  expressionBuilder<Database>()
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .innerJoin('attempt as owed', 'owed.id', 'payment.attempt_id')
    .select('owed.chain')
    .where('refund.state', 'in', ['pending', 'failed'])

/** Whether nothing of an order is to be brought or given back, and its delivery can no longer be undone. */
export const isOver =
  (now: number) =>
  ({ and, eb, not, exists, selectFrom }: ExpressionBuilder<Database, 'orders'>) =>
    and([
      eb('orders.status', 'in', FINISHED),
      eb('orders.chain', 'not in', owedChains()),
      not(
        exists(
          selectFrom('order_event')
            .select('id')
            .whereRef('order_event.order_id', '=', 'orders.id')
            .where('order_event.status', '=', 'delivered')
            .where('order_event.created_at', '>=', now - UNDO_MS),
        ),
      ),
    ])

/** Whether no order came of an attempt, nor can any more, and nothing of it is to be given back. */
export const isLeftOver = ({ and, eb }: ExpressionBuilder<Database, 'attempt'>) =>
  and([
    eb('attempt.outcome', 'in', ['unpaid', 'refunded']),
    eb('attempt.chain', 'not in', owedChains()),
  ])

/**
 * Forgets the buyers of deleted accounts in orders and attempts that are over since. Until then the rider may need the
 * address, and who is owed money is told of it. @returns how many were forgotten
 */
export async function forgetFormer(db: Db, now: number): Promise<number> {
  const done = await inTransaction(db, async (trx) => {
    const orders = await trx
      .selectFrom('orders')
      .select('attempt_id as id')
      .where('user_id', 'is', null)
      .where('phone', '<>', '')
      .where(isOver(now))
      .limit(AT_ONCE)
      .execute()
    const attempts = await trx
      .selectFrom('attempt')
      .select('id')
      .where('user_id', 'is', null)
      .where('phone', '<>', '')
      .where(isLeftOver)
      .limit(AT_ONCE)
      .execute()
    const ids = [...orders, ...attempts].map(({ id }) => id)
    await forgetBuyers(trx, ids)
    return { ok: true, value: ids.length }
  })
  return done.ok ? done.value : 0
}
