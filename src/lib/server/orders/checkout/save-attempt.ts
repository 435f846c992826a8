import { randomUUID } from 'node:crypto'
import type { Trx } from '#lib/server/database/schema.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import { type Attempt, expiredChain } from '#lib/server/orders/attempts.ts'
import type { CheckedCart } from './check-cart.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import { deliveryOf } from './delivery-of.ts'
import { whenDelivered } from '#lib/server/orders/delivery.ts'
import { announceStock, holdUnits } from '#lib/server/orders/stock.ts'

type New = {
  user: { id: string; isConfirmed: boolean }
  request: CheckoutRequest
  cart: CheckedCart
  open: Attempt | undefined
}

/** Saves the attempt with its lines and holds its units; undefined if one is short (then undo the transaction). */
export async function saveAttempt(
  trx: Trx,
  { provider, settings }: Payments,
  { user, request, cart, open }: New,
  now: number,
): Promise<Attempt | undefined> {
  const id = randomUUID()
  const isOpen = open?.state === 'open'
  const chain = isOpen
    ? open.chain
    : ((await expiredChain(trx, user.id, cart.fingerprint, now)) ?? id)
  const attempt = await trx
    .insertInto('attempt')
    .values({
      ...{ id, user_id: user.id, chain, fingerprint: cart.fingerprint },
      ...{ idempotency_key: await freeKey(trx, user.id, request.key), body_hash: request.hash },
      provider_order_id: null,
      provider: request.isCod ? 'cod' : provider.name,
      ...{ state: 'open', outcome: null, amount_paise: cart.totalPaise, currency: 'INR' },
      hold_until: now + (user.isConfirmed ? settings.holdMs : settings.holdUnconfirmedMs),
      ...{ asked: 0, next_ask_at: now + settings.reconcileMs },
      ...{ created_at: now, closed_at: null, ...deliveryOf(request) },
      arrives: await whenDelivered(trx, request.billing.zipcode),
      address_block: request.addressBlock ?? null,
      is_proven: request.isProven ? 1 : 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('attempt_line')
    .values(cart.lines.map((line) => ({ ...line, attempt_id: id })))
    .execute()
  const units = cart.lines.map(({ position, product_id, pack_label, quantity }) => ({
    ...{ position, productId: product_id, packLabel: pack_label, quantity },
  }))
  const { isHeld, changes } = await holdUnits(trx, id, units, now)
  if (!isHeld) return undefined
  await announceStock(trx, changes)
  return attempt
}

/** Makes a key free for reuse: it names the latest result only, and an attempt without an order passes it on (F27). */
async function freeKey(trx: Trx, userId: string, key: string | undefined) {
  if (key === undefined) return null
  await trx
    .updateTable('attempt')
    .set({ idempotency_key: null })
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .execute()
  return key
}
