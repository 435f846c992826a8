import type { Db } from '#lib/server/database/schema.ts'
import type { GatewayRefund } from '#lib/server/payments/provider.ts'

/** Stores a refund made in the provider's dashboard; a repeat changes nothing (P4). */
export async function storeOutsideRefund(
  db: Db,
  provider: string,
  { id, paymentId, amountPaise }: GatewayRefund,
  now: number,
): Promise<void> {
  await db
    .insertInto('outside_refund')
    .values({
      ...{ provider, provider_refund_id: id, provider_payment_id: paymentId },
      ...{ amount_paise: amountPaise, created_at: now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether a refund is known as one made in the provider's dashboard. */
export async function isStoredOutside(
  db: Db,
  provider: string,
  { id }: GatewayRefund,
): Promise<boolean> {
  const stored = db
    .selectFrom('outside_refund')
    .select('provider_refund_id')
    .where('provider', '=', provider)
    .where('provider_refund_id', '=', id)
  return (await stored.executeTakeFirst()) !== undefined
}

/** What is left of a payment after refunds made in the provider's dashboard, in paise (P7). */
export async function leftAfterOutsideRefunds(
  db: Db,
  payment: { provider: string; provider_payment_id: string; amount_paise: number },
): Promise<number> {
  const { paise } = await db
    .selectFrom('outside_refund')
    .select((eb) => eb.fn.sum('amount_paise').as('paise'))
    .where('provider', '=', payment.provider)
    .where('provider_payment_id', '=', payment.provider_payment_id)
    .executeTakeFirstOrThrow()
  return payment.amount_paise - Number(paise ?? 0)
}
