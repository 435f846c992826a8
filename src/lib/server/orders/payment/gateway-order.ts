import type { Result } from '#lib/result.ts'
import { inTransaction, retryWhileLocked } from '#lib/server/database/database.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import { type Attempt, closeAttempt, lockAttempt } from '#lib/server/orders/attempts.ts'

type Made = Result<Attempt, 'unavailable' | 'paid'>

/**
 * Equal requests within one process ask the provider once (F27); between processes the receipt prevents a
 * second order.
 */
const underWay = new Map<string, Promise<Made>>()

/** Has the provider make its order for an attempt, or finds it; if that fails, the stock goes back. */
export async function makeGatewayOrder(payments: Payments, attempt: Attempt): Promise<Made> {
  if (attempt.provider_order_id !== null) return { ok: true, value: attempt }
  const waiting = underWay.get(attempt.id)
  if (waiting) return waiting
  const making = make(payments, attempt).finally(() => underWay.delete(attempt.id))
  underWay.set(attempt.id, making)
  return making
}

async function make(payments: Payments, attempt: Attempt): Promise<Made> {
  const { db, provider, step, log } = payments
  const { id, amount_paise: amountPaise, currency } = attempt
  const made = await provider.createOrder({ receipt: id, amountPaise })
  if (!made.ok) return abandon(payments, attempt)
  step('kp:gateway-order-made', id)
  if (made.value.amountPaise !== amountPaise || made.value.currency !== currency) {
    log.error({ attempt: id }, 'The payment provider made an order of another amount')
    return abandon(payments, attempt)
  }
  const save = db
    .updateTable('attempt')
    .set({ provider_order_id: made.value.id })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('provider_order_id', 'is', null)
  await retryWhileLocked(() => save.execute())
  step('kp:gateway-order-saved', id)
  const saved = await db
    .selectFrom('attempt')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (saved.outcome === 'order') return { ok: false, error: 'paid' }
  return saved.provider_order_id === null
    ? { ok: false, error: 'unavailable' }
    : { ok: true, value: saved }
}

/** Restores cart and stock (F24), unless another request for the attempt succeeded meanwhile. */
async function abandon({ db, now }: Payments, { id }: Attempt): Promise<Made> {
  await inTransaction(db, async (trx) => {
    const attempt = await lockAttempt(trx, { id })
    if (attempt?.state === 'open' && attempt.provider_order_id === null) {
      await closeAttempt(trx, attempt, 'unpaid', now())
    }
    return { ok: true, value: undefined }
  })
  return { ok: false, error: 'unavailable' }
}
