import { randomUUID } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'
import type { PaymentTable, RefundTable } from '#lib/server/database/schema-orders.ts'
import { mailRefund } from './mails.ts'
import { restOf } from './outside-refunds.ts'

type Money = Pick<
  Selectable<PaymentTable>,
  'id' | 'provider' | 'provider_payment_id' | 'amount_paise'
>
type Receiver = { user_id: string | null; email: string }

/**
 * Asks for all that is left of a payment back, in the transaction that decides it; a worker does it. A
 * payment has at most one refund (P7), so asking twice is asking once.
 */
export async function requestRefund(
  trx: Transaction<Database>,
  payment: Money,
  reason: RefundTable['reason'],
  receiver: Receiver,
  now: number,
): Promise<void> {
  const amountPaise = await restOf(trx, payment)
  if (amountPaise <= 0) return
  const isNew = await trx
    .insertInto('refund')
    .values({
      ...{ id: randomUUID(), payment_id: payment.id, amount_paise: amountPaise, reason },
      ...{ state: 'pending' },
      ...{ provider_refund_id: null, tries: 0, next_try_at: now, created_at: now, done_at: null },
    })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  const isAll = amountPaise === payment.amount_paise
  if (isNew) await mailRefund(trx, receiver, { reason, amountPaise, isAll })
}
