import { expect } from 'vitest'
import type { openPaidShop } from './payment-faults.ts'

/** A shop whose payments go through the stand-in for Razorpay. */
export type PaidShop = Awaited<ReturnType<typeof openPaidShop>>

/** An attempt of the first shopper that is paid at the gateway; the shop does not know yet. */
export async function payAttempt(shop: PaidShop) {
  await shop.put(shop.asha.id)
  const attempt = await shop.attempt()
  return { ...attempt, ...shop.standIn.pay(attempt.orderid) }
}

/** The provider's order id of the only attempt. */
export const orderIdOf = async (shop: PaidShop) =>
  (await shop.db.selectFrom('attempt').select('provider_order_id').executeTakeFirstOrThrow())
    .provider_order_id

/** The refunds on record. */
export const refundsOf = (shop: PaidShop) =>
  shop.db.selectFrom('refund').select(['reason', 'state', 'amount_paise']).execute()

/** Sends the webhook for a completed refund, and processes it. */
export async function tellRefund(
  shop: Pick<PaidShop, 'standIn' | 'webhook' | 'work'>,
  refund: ReturnType<PaidShop['standIn']['refundByHand']>,
): Promise<void> {
  const { raw, signature, eventId } = shop.standIn.refundWebhook('refund.processed', refund)
  expect(await shop.webhook(raw, signature, eventId)).toBe(200)
  await shop.work()
}
