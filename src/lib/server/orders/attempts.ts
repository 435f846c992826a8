import { type Expression, expressionBuilder, type Selectable } from 'kysely'
import { HOUR_MS } from '#lib/server/durations.ts'
import type { Database, Db, Trx } from '#lib/server/database/schema.ts'
import type { AttemptTable } from '#lib/server/database/schema/orders.ts'
import { forgetBuyers } from './forget-buyer.ts'
import { announceStock, releaseUnits } from './stock.ts'

export type Attempt = Selectable<AttemptTable>

/** Finds an attempt and locks its row. An UPDATE, as SQLite has no SELECT … FOR UPDATE. */
export async function lockAttempt(
  trx: Trx,
  by: { id: string } | { provider: Attempt['provider']; provider_order_id: string },
): Promise<Attempt | undefined> {
  return trx
    .updateTable('attempt')
    .set((eb) => ({ asked: eb.ref('asked') }))
    .where((eb) => eb.and(by))
    .returningAll()
    .executeTakeFirst()
}

/** The attempt that a shopper can pay now. */
export function findOpenAttempt(db: Db, userId: string): Promise<Attempt | undefined> {
  return db
    .selectFrom('attempt')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .executeTakeFirst()
}

/**
 * The attempt that a shopper may have paid already: the open one, or one whose hold has expired while its
 * payment is authorized. It keeps a cart from being paid twice (P7, T10). If the purchase has become an order
 * in another way since, the payment is not captured (F23) and blocks no further checkout.
 */
export async function findAttemptBeingPaid(db: Db, userId: string): Promise<Attempt | undefined> {
  const open = await findOpenAttempt(db, userId)
  if (open) return open
  return db
    .selectFrom('attempt')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'lapsed')
    .where((eb) => eb.exists(authorizedOf(eb.ref('attempt.id'))))
    .where((eb) => eb.not(eb.exists(orderOf(eb.ref('attempt.chain')))))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The order that any attempt of a chain has become. */
const orderOf = (chain: Expression<string>) =>
  expressionBuilder<Database>()
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.chain', '=', chain)

/** Payments that are authorized, and neither an order nor refunded yet. */
const authorizedOf = (attemptId: Expression<string>) =>
  expressionBuilder<Database>()
    .selectFrom('payment')
    .select('payment.id')
    .where('payment.attempt_id', '=', attemptId)
    .where('payment.state', '=', 'authorized')
    .where('payment.outcome', 'is', null)

/** The authorized payment of an attempt, if its money has not arrived yet. */
export function findAuthorized(db: Db, attemptId: string) {
  return db
    .selectFrom('payment')
    .select(['provider_payment_id', 'amount_paise'])
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'authorized')
    .where('outcome', 'is', null)
    .executeTakeFirst()
}

/** Whether an attempt has an authorized payment whose money has not arrived yet. */
export const isAuthorized = async (db: Db, attemptId: string): Promise<boolean> =>
  (await findAuthorized(db, attemptId)) !== undefined

/** A shopper who tries again later than this makes a new purchase. */
const SAME_PURCHASE_MS = HOUR_MS

/**
 * The chain of an expired attempt which a new one continues because the old one may still be paid: it has the
 * same cart, or an authorized payment, or expired a moment ago. Only one attempt of a chain can become an
 * order (F23).
 */
export async function expiredChain(
  trx: Trx,
  userId: string,
  fingerprint: string,
  now: number,
): Promise<string | undefined> {
  const lapsed = await trx
    .selectFrom('attempt')
    .select(['id', 'chain'])
    .where('user_id', '=', userId)
    .where('state', '=', 'lapsed')
    .where((eb) =>
      eb.or([
        eb('fingerprint', '=', fingerprint),
        eb('hold_until', '>', now - SAME_PURCHASE_MS),
        eb.exists(authorizedOf(eb.ref('attempt.id'))),
      ]),
    )
    .where((eb) => eb.not(eb.exists(orderOf(eb.ref('attempt.chain')))))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return lapsed?.chain
}

/** A shopper's own attempt; somebody else's looks like an unknown one (I8). */
export function findAttempt(db: Db, userId: string, id: string): Promise<Attempt | undefined> {
  return db
    .selectFrom('attempt')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** The attempt that a gateway order was made for; the payment's signature proves whose it is (F46). */
export function findAttemptOf(
  db: Db,
  provider: Attempt['provider'],
  gatewayOrderId: string,
): Promise<Attempt | undefined> {
  return db
    .selectFrom('attempt')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_order_id', '=', gatewayOrderId)
    .executeTakeFirst()
}

/** Ends the hold of an open attempt; payments of it are still looked for (F12, F22). */
export async function expireAttempt(trx: Trx, attempt: Attempt, now: number) {
  if (attempt.state !== 'open') return
  const isPayable = attempt.provider_order_id !== null
  const changes = await releaseUnits(trx, attempt.id, now)
  await trx
    .updateTable('attempt')
    .set({
      address_block: null,
      ...(isPayable ? { state: 'lapsed' } : { state: 'closed', outcome: 'unpaid', closed_at: now }),
    })
    .where('id', '=', attempt.id)
    .execute()
  if (!isPayable && attempt.user_id === null) await forgetBuyers(trx, [attempt.id])
  await announceStock(trx, changes)
}

/** Replaces the outcome of an attempt, if it has the one expected. */
export async function setOutcome(
  trx: Trx,
  id: string,
  from: NonNullable<Attempt['outcome']>,
  to: NonNullable<Attempt['outcome']>,
): Promise<void> {
  await trx
    .updateTable('attempt')
    .set({ outcome: to })
    .where('id', '=', id)
    .where('outcome', '=', from)
    .execute()
}

/** Closes an attempt with its final outcome; units that it still holds go back to the shelf. */
export async function closeAttempt(
  trx: Trx,
  { id, user_id }: Attempt,
  outcome: NonNullable<Attempt['outcome']>,
  now: number,
): Promise<void> {
  const changes = await releaseUnits(trx, id, now)
  await trx
    .updateTable('attempt')
    .set({ state: 'closed', outcome, closed_at: now, address_block: null })
    .where('id', '=', id)
    .execute()
  // The account was deleted meanwhile; who is given money back is forgotten later (`forgetFormer`).
  if (user_id === null && outcome === 'unpaid') await forgetBuyers(trx, [id])
  await announceStock(trx, changes)
}
