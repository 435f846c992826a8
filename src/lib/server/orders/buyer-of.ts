import type { Trx } from '#lib/server/database/schema.ts'
import type { ToldBuyer } from './mails.ts'

/**
 * Whom to tell about a payment: the buyer of the order that the purchase became, by this attempt or another, else of
 * the attempt itself.
 * @throws if the attempt does not exist
 */
export async function buyerOf(trx: Trx, attemptId: string): Promise<ToldBuyer> {
  const attempt = await trx
    .selectFrom('attempt')
    .select(['user_id', 'email', 'phone', 'country', 'chain'])
    .where('id', '=', attemptId)
    .executeTakeFirstOrThrow()
  const order = await trx
    .selectFrom('orders')
    .select(['user_id', 'email', 'phone', 'country', 'number', 'track'])
    .where('chain', '=', attempt.chain)
    .executeTakeFirst()
  return order ?? attempt
}
