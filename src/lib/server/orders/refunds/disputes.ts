import type { Db, Trx } from '#lib/server/database/schema.ts'
import type { GatewayDispute } from '#lib/server/payments/provider.ts'

/** Stores what was told of a dispute, unless something newer was. @returns whether it was stored */
export async function storeDispute(
  trx: Trx,
  provider: string,
  { id, paymentId, amountPaise: amount_paise, state, isHeld, at: told_at }: GatewayDispute,
): Promise<boolean> {
  const row = { amount_paise, state, is_held: isHeld ? 1 : 0, told_at }
  const stored = trx
    .insertInto('dispute')
    .values({ provider, provider_dispute_id: id, provider_payment_id: paymentId, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'provider_dispute_id'])
        .doUpdateSet(row)
        .where('dispute.told_at', '<=', told_at),
    )
    .returning('provider')
  return (await stored.executeTakeFirst()) !== undefined
}

type PaymentRef = { provider: string; provider_payment_id: string }

/** What a bank holds of a payment, or has taken back, in paise. */
export async function disputedPaise(db: Db, payment: PaymentRef): Promise<number> {
  return (await heldPaise(db, payment)) + (await lostPaise(db, payment))
}

/** What a bank has taken back for good. */
export const lostPaise = (db: Db, payment: PaymentRef): Promise<number> =>
  sumOf(db, payment, ['lost'])

/** What is not decided yet. */
const heldPaise = (db: Db, payment: PaymentRef): Promise<number> =>
  sumOf(db, payment, ['asked', 'review'])

async function sumOf(
  db: Db,
  payment: PaymentRef,
  states: readonly GatewayDispute['state'][],
): Promise<number> {
  const { paise } = await db
    .selectFrom('dispute')
    .select((eb) => eb.fn.sum('amount_paise').as('paise'))
    .where('provider', '=', payment.provider)
    .where('provider_payment_id', '=', payment.provider_payment_id)
    .where('is_held', '=', 1)
    .where('state', 'in', states)
    .executeTakeFirstOrThrow()
  return Number(paise ?? 0)
}

/** Whether a bank holds a part of a payment, by our id for it, and it is not decided who gets it. */
export async function isDisputed(db: Db, paymentId: string): Promise<boolean> {
  const payment = db
    .selectFrom('payment')
    .select(['provider', 'provider_payment_id'])
    .where('id', '=', paymentId)
  return (await heldPaise(db, await payment.executeTakeFirstOrThrow())) > 0
}
