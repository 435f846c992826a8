import { loadShop } from '#lib/server/catalogue/shop-json.ts'
import type { AttemptAnswer } from '#lib/checkout/checkout.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import { paymentTexts } from '#lib/texts/page/payments.ts'
import type { Attempt } from '#lib/server/orders/attempts.ts'

/** The data to open the gateway's dialog with (S-187): the gateway order's id and the public key, no secret. */
export async function describeAttempt(
  { db, provider }: Payments,
  attempt: Attempt,
): Promise<AttemptAnswer> {
  const { name } = await loadShop(db)
  return {
    attempt: attempt.id,
    provider: provider.name,
    key: provider.keyId,
    orderid: attempt.provider_order_id ?? '',
    amount: attempt.amount_paise,
    currency: 'INR',
    receipt: attempt.id,
    name,
    description: paymentTexts.orderFrom(name),
    expires: attempt.hold_until,
    prefill: { name: attempt.fullname, email: attempt.email, contact: attempt.phone },
  }
}
