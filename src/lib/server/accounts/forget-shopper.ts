import type { Trx } from '#lib/server/database/schema.ts'
import { FINISHED, forgetBuyers, ANONYMISED } from '#lib/server/orders/forget-buyer.ts'
import { indexOrder } from '#lib/server/orders/order-lines.ts'
import { UNPAID } from '#lib/server/orders/checkout/unpaid-limits.ts'
import { unnameReviews } from './unname-reviews.ts'

/** What is kept for a mail address alone. */
const MAIL_TABLES = ['stock_alert', 'newsletter'] as const

/**
 * Removes a shopper's name from what remains when the account is deleted: reviews, and finished orders, which
 * keep amounts, goods, state and PIN code for the books. A confirmed mail address is taken off the newsletter too
 * (G33), and waits for no product any more; an unconfirmed one may be somebody else's. Orders on their way lose the name when they arrive (forget-buyer.ts); until then `key` tells whose they were.
 */
export async function forgetShopper(trx: Trx, userId: string, key: string): Promise<void> {
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
  const finished = await trx
    .selectFrom('orders')
    .select('attempt_id')
    .where('user_id', '=', userId)
    .where('status', 'in', FINISHED)
    .execute()
  await forgetBuyers(
    trx,
    finished.map(({ attempt_id }) => attempt_id),
  )
  await trx
    .updateTable('attempt')
    .set({ account_key: key })
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'open'),
        eb(
          'id',
          'in',
          eb
            .selectFrom('orders')
            .select('attempt_id')
            .where('orders.user_id', '=', userId)
            .where('payment_id', 'is', null)
            .where('status', 'in', UNPAID),
        ),
      ]),
    )
    .execute()
  await trx
    .updateTable('attempt')
    .set(ANONYMISED)
    .where('user_id', '=', userId)
    .where('outcome', 'in', ['unpaid', 'refunded'])
    .execute()
  // Orders on their way keep the address for the rider, but are no longer found by the account's mail.
  const open = await trx
    .updateTable('orders')
    .set({ user_id: null })
    .where('user_id', '=', userId)
    .where('status', 'not in', FINISHED)
    .returning('id')
    .execute()
  for (const { id } of open) await indexOrder(trx, id)
}
