import { retryWhileLocked } from '#lib/server/database/database.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import type { GatewayPayment, GatewayRefund } from '#lib/server/payments/provider.ts'
import { storeOutsideRefund } from './outside-refunds.ts'
import { settlePayment } from '../settle-payment.ts'
import { settleRefund } from './settle-refund.ts'

/**
 * Processes the news of a refund. If it arrives before that of its payment, the payment is settled first in
 * its present state, so that late news of the capture makes no order without money (F15, T12).
 * @throws when the payment is unknown, so that the job is tried again
 */
export async function takeRefund(
  payments: Payments,
  { refund, payment }: { refund: GatewayRefund; payment: GatewayPayment | undefined },
): Promise<void> {
  if (payment && !(await isDecided(payments, payment.id))) {
    if (refund.state === 'processed') {
      const { db, provider, now } = payments
      // Nobody here can have requested it before the payment was decided.
      await retryWhileLocked(() => storeOutsideRefund(db, provider.name, refund, now()))
    }
    const settled = await settlePayment(payments, payment)
    if (settled.kind === 'unknown') return
  }
  const isKnown = await settleRefund(payments, refund)
  if (!isKnown) throw new Error(`A refund of ${refund.paymentId} came before its payment`)
}

async function isDecided({ db, provider }: Payments, paymentId: string): Promise<boolean> {
  const known = await db
    .selectFrom('payment')
    .select('outcome')
    .where('provider', '=', provider.name)
    .where('provider_payment_id', '=', paymentId)
    .executeTakeFirst()
  return known !== undefined && known.outcome !== null
}
