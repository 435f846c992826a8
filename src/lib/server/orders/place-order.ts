import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '#lib/server/database/schema.ts'
import type { OrderRow } from '#lib/server/database/schema/orders.ts'
import { orderEventTexts } from '#lib/texts/page/order-events.ts'
import { announceOrder } from './announce-order.ts'
import { indexOrder } from './order-lines.ts'
import { isGuest } from '#lib/server/shopper/guests/guests.ts'
import { removeBought } from '#lib/server/shopper/cart/change-cart.ts'
import { type Attempt, expireAttempt, lockAttempt } from './attempts.ts'
import { needAttention } from './attention.ts'
import { issueBill } from './bills/bills.ts'
import { buyerKeys } from './buyer-keys.ts'
import { newTrack } from './guest-orders.ts'
import { mailConfirmation } from './mails.ts'
import { announceStock, holdUnits, releaseUnits, sellUnits } from './stock.ts'
import { noteEvent } from './statuses.ts'

/** `second`: the purchase is an order already. `late`: the hold had expired, and the stock or its price is gone. */
type Placed = { ok: true; value: OrderRow } | { ok: false; error: 'second' | 'late' }

/**
 * Makes the order of an attempt: head, lines, stock, cart, bill and mail, all in the given transaction. Of
 * two who try, the unique keys of `orders` let one win (I1, F14); the other changes nothing.
 * @param isTooLate whether its stored prices no longer hold
 */
export async function placeOrder(
  trx: Trx,
  attempt: Attempt,
  paymentId: string | null,
  now: number,
  isTooLate = false,
): Promise<Placed> {
  const isGuests = attempt.user_id !== null && (await isGuest(trx, attempt.user_id))
  const track = isGuests ? newTrack() : null
  const order: OrderRow = { ...orderOf(attempt, paymentId, now), track }
  await sql`savepoint before_order`.execute(trx)
  const isNew = await trx
    .insertInto('orders')
    .values(order)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!isNew) return { ok: false, error: 'second' }
  await endSiblings(trx, attempt, now)
  const isThere = !isTooLate && (attempt.state === 'open' || (await holdAgain(trx, attempt, now)))
  if (!isThere) {
    // The attempt that the shopper is paying now keeps its hold (F22, T18).
    await sql`rollback to savepoint before_order`.execute(trx)
    return { ok: false, error: 'late' }
  }
  const { lines } = await copyLines(trx, attempt.id, order.id)
  await indexOrder(trx, order.id)
  await announceOrder(trx, order.id)
  await noteEvent(
    trx,
    order.id,
    order.status,
    orderEventTexts[paymentId === null ? 'ordered' : 'paid'],
    now,
  )
  await removeBought(trx, attempt.user_id, lines)
  await mailConfirmation(trx, order)
  if (paymentId !== null && attempt.user_id === null) await tellOwner(trx, order, paymentId, now)
  await sellUnits(trx, attempt.id, now)
  await trx
    .updateTable('attempt')
    .set({
      ...{ state: 'closed', outcome: 'order', closed_at: now },
      // Paid units no longer count towards the network's limit of unpaid ones; cash orders do.
      ...(paymentId !== null && { address_block: null }),
    })
    .where('id', '=', attempt.id)
    .execute()
  await issueBill(trx, order, now)
  return { ok: true, value: order }
}

function orderOf(attempt: Attempt, paymentId: string | null, now: number): Omit<OrderRow, 'track'> {
  const { fullname, country, street1, street2, city, region, zipcode, phone, email, note } = attempt
  const { arrives } = attempt
  return {
    id: randomUUID(),
    number: newNumber(),
    ...{ attempt_id: attempt.id, chain: attempt.chain, payment_id: paymentId },
    user_id: attempt.user_id,
    status: statusOf(attempt, paymentId),
    amount_paise: attempt.amount_paise,
    created_at: now,
    ...(paymentId === null ? buyerKeys(attempt) : { phone_key: null, door_key: null }),
    ...{ accepted_at: null, reduced_paise: 0, ended: null, end_reason: '', rider: '', search: '' },
    was_packed: 0,
    ...{ fullname, country, street1, street2, city, region, zipcode, phone, email, note, arrives },
  }
}

/** The buyer of a deleted account can neither see nor cancel the order, so the owner looks at it first (F46). */
function statusOf({ user_id }: Attempt, paymentId: string | null): OrderRow['status'] {
  if (paymentId === null) return 'pending'
  return user_id === null ? 'needs_attention' : 'confirmed'
}

async function tellOwner(trx: Trx, order: OrderRow, paymentId: string, now: number): Promise<void> {
  const { provider, provider_payment_id: paymentRef } = await trx
    .selectFrom('payment')
    .select(['provider', 'provider_payment_id'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const news = { code: 'closed' as const, number: order.number }
  const about = { provider, paymentRef, attemptId: order.attempt_id, orderId: order.id, news }
  await needAttention(trx, 'no receiver', about, now)
}

/** A random order number (not from the clock, F45), without letters and digits that are easily confused. */
function newNumber(): string {
  const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
  const random = randomBytes(10)
  return `K${[...random].map((byte) => letters[byte % letters.length]).join('')}`
}

/** Expires other open attempts of the same purchase; a payment for one of them is refunded (F23). */
async function endSiblings(trx: Trx, { id, chain }: Attempt, now: number): Promise<void> {
  const others = await trx
    .selectFrom('attempt')
    .select('id')
    .where('chain', '=', chain)
    .where('id', '<>', id)
    .where('state', '=', 'open')
    .orderBy('id')
    .execute()
  for (const other of others) {
    // Locked, as its order at the gateway may just have been made.
    const locked = await lockAttempt(trx, { id: other.id })
    if (locked) await expireAttempt(trx, locked, now)
  }
}

/** After the hold has expired, tries to hold the units again: the stock may still be there (F22). */
async function holdAgain(trx: Trx, attempt: Attempt, now: number): Promise<boolean> {
  const rows = await trx
    .selectFrom('attempt_line')
    .select(['position', 'product_id', 'pack_label', 'quantity'])
    .where('attempt_id', '=', attempt.id)
    .execute()
  const units = rows.map(({ position, product_id, pack_label, quantity }) => ({
    ...{ position, productId: product_id, packLabel: pack_label, quantity },
  }))
  const { isHeld, changes } = await holdUnits(trx, attempt.id, units, now)
  if (!isHeld) changes.push(...(await releaseUnits(trx, attempt.id, now)))
  await announceStock(trx, changes)
  return isHeld
}

async function copyLines(trx: Trx, attemptId: string, orderId: string) {
  const lines = await trx
    .selectFrom('attempt_line')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .orderBy('position')
    .execute()
  const items = lines.map(({ attempt_id: _, pack_label: __, ...line }) => ({
    ...line,
    order_id: orderId,
  }))
  await trx.insertInto('order_item').values(items).execute()
  return { lines }
}
