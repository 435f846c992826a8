import type { Trx } from '#lib/server/database/schema.ts'
import { ANONYMISED, forgetBuyers, isLeftOver, isOver } from '#lib/server/orders/forget-buyer.ts'
import { indexOrder } from '#lib/server/orders/order-lines.ts'
import { isVain, VAIN_MS } from '#lib/server/orders/vain-orders.ts'
import { UNPAID } from '#lib/server/orders/checkout/unpaid.ts'
import { unnameReviews } from './unname-reviews.ts'

/** What is kept for a mail address alone. */
const MAIL_TABLES = ['stock_alert', 'newsletter'] as const

/** The key of the deleted account, and what hides those of its telephones and doors. */
type Former = { key: string; hide: (key: string) => string }

/**
 * Removes a shopper's name from what remains when the account is deleted: reviews, and finished orders, which
 * keep amounts, goods, city, state and PIN code for the books. A confirmed mail address is taken off the newsletter too
 * (G33), and waits for no product any more; an unconfirmed one may be somebody else's. Orders on their way, or of which
 * money is owed, lose the name when they are over (forget-buyer.ts). `former` tells whose those were that limits count.
 */
export async function forgetShopper(
  trx: Trx,
  userId: string,
  former: Former,
  now: number,
): Promise<void> {
  await unnameReviews(trx, userId)
  for (const table of MAIL_TABLES) {
    await trx
      .deleteFrom(table)
      .where('email', 'in', (eb) =>
        eb
          .selectFrom('user')
          .select((user) => user.fn<string>('lower', ['email']).as('email'))
          .where('id', '=', userId)
          .where('email_verified', '=', true),
      )
      .execute()
  }
  await keepCounted(trx, userId, former, now)
  const finished = await trx
    .selectFrom('orders')
    .select('attempt_id')
    .where('user_id', '=', userId)
    .where(isOver(now))
    .execute()
  await forgetBuyers(
    trx,
    finished.map(({ attempt_id }) => attempt_id),
  )
  await trx
    .updateTable('attempt')
    .set(ANONYMISED)
    .where('user_id', '=', userId)
    .where(isLeftOver)
    .execute()
  // The others keep the address for the rider, but are no longer found by the account's mail.
  const others = await trx
    .updateTable('orders')
    .set({ user_id: null })
    .where('user_id', '=', userId)
    .where((eb) => eb.not(isOver(now)(eb)))
    .returning('id')
    .execute()
  for (const { id } of others) await indexOrder(trx, id)
}

/** Keeps, hidden, whose those attempts and cash orders were that count against an account opened anew. */
async function keepCounted(
  trx: Trx,
  userId: string,
  { key, hide }: Former,
  now: number,
): Promise<void> {
  const counted = await trx
    .selectFrom('orders')
    .select(['id', 'attempt_id', 'phone_key', 'door_key'])
    .where('user_id', '=', userId)
    .where('payment_id', 'is', null)
    .where((eb) =>
      eb.or([
        eb('status', 'in', UNPAID),
        eb.and([isVain(eb), eb('created_at', '>', now - VAIN_MS)]),
      ]),
    )
    .execute()
  await trx
    .updateTable('attempt')
    .set({ account_key: key })
    .where('user_id', '=', userId)
    .where((eb) => {
      const ids = counted.map(({ attempt_id }) => attempt_id)
      const isOpen = eb('state', '=', 'open')
      return ids.length === 0 ? isOpen : eb.or([isOpen, eb('id', 'in', ids)])
    })
    .execute()
  for (const { id, phone_key: phone, door_key: door } of counted) {
    const hidden = { phone_key: phone && hide(phone), door_key: door && hide(door) }
    await trx.updateTable('orders').set(hidden).where('id', '=', id).execute()
  }
}
