import { type Expression, expressionBuilder, type Selectable } from 'kysely'
import type { Database, Db, Trx } from '#lib/server/database/schema.ts'
import type { AttemptTable } from '#lib/server/database/schema/orders.ts'
import { forgetBuyers } from './forget-buyer.ts'
import { announceStock, releaseUnits } from './stock.ts'

export type Attempt = Selectable<AttemptTable>

/**
 * Finds an attempt and has all others who change it wait; an UPDATE, as SQLite knows no other lock.
 */
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

/** The attempt that a shopper could pay now. */
export function findOpenAttempt(db: Db, userId: string): Promise<Attempt | undefined> {
  return db
    .selectFrom('attempt')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .executeTakeFirst()
}

/**
 * The attempt that a shopper may have paid: the open one, or else one whose hold is over while its
 * money is still on the way. Nobody pays twice for one cart (P7, T10). What was bought in another way since is
 * charged no more (F23), and keeps nobody from buying.
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

/** The order that one of the attempts of a chain has become. */
const orderOf = (chain: Expression<string>) =>
  expressionBuilder<Database>()
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.chain', '=', chain)

/** Payments whose money is on its way, and which are neither an order nor given back yet. */
const authorizedOf = (attemptId: Expression<string>) =>
  expressionBuilder<Database>()
    .selectFrom('payment')
    .select('payment.id')
    .where('payment.attempt_id', '=', attemptId)
    .where('payment.state', '=', 'authorized')
    .where('payment.outcome', 'is', null)

/** The payment of an attempt that somebody has made, though the money is not here yet. */
export function findAuthorized(db: Db, attemptId: string) {
  return db
    .selectFrom('payment')
    .select(['provider_payment_id', 'amount_paise'])
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'authorized')
    .where('outcome', 'is', null)
    .executeTakeFirst()
}

/** Whether somebody has paid an attempt, though the money is not here yet. */
export const isAuthorized = async (db: Db, attemptId: string): Promise<boolean> =>
  (await findAuthorized(db, attemptId)) !== undefined

/** A shopper who goes on after that buys anew. */
const SAME_PURCHASE_MS = 3_600_000

/**
 * The chain of an attempt whose time ran out and which may still be paid: of the same cart, with money on
 * its way, or of a moment ago, whatever was put into the cart since. Should it become an order after all,
 * that is the only one (F23).
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

/** One's own attempt; that of another is like an unknown one (I8). */
export function findAttempt(db: Db, userId: string, id: string): Promise<Attempt | undefined> {
  return db
    .selectFrom('attempt')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** The attempt that an order of the gateway was made for; whose it is, its signature says (F46). */
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

/** Ends the hold of an attempt; a payment of it is still looked for (F12, F22). */
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

/** Another end for an attempt that has that one. */
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

/** Says for good what became of an attempt; what it still holds goes back. */
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
  // The account was deleted meanwhile, and nobody has anything to do with it any more.
  if (user_id === null && outcome !== 'attention') await forgetBuyers(trx, [id])
  await announceStock(trx, changes)
}
