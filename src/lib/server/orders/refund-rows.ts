import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { RefundTable } from '../database/schema-orders.ts'
import { mailRefund } from './mails.ts'

type Money = { id: string; amount_paise: number }
type Receiver = { user_id: string | null; email: string }

/**
 * Asks for the whole of a payment back, in the transaction that decides it; a worker does it. A
 * payment has at most one refund (P7), so asking twice is asking once.
 */
export async function requestRefund(
  trx: Transaction<Database>,
  { id: paymentId, amount_paise }: Money,
  reason: RefundTable['reason'],
  receiver: Receiver,
  now: number,
): Promise<void> {
  const isNew = await trx
    .insertInto('refund')
    .values({
      ...{ id: randomUUID(), payment_id: paymentId, amount_paise, reason, state: 'pending' },
      ...{ provider_refund_id: null, tries: 0, next_try_at: now, created_at: now, done_at: null },
    })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (isNew) await mailRefund(trx, receiver, { reason, amountPaise: amount_paise })
}
