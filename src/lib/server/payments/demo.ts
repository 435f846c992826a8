import { randomBytes } from 'node:crypto'
import { inTransaction, retryWhileLocked } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { queueJob } from '#lib/server/jobs/queue.ts'
import { entityOf, refundOf, withRefunded } from './demo-entities.ts'
import { readEvent, toPayment } from './entities.ts'
import { MIN_REFUND_PAISE, type PaymentProvider } from './provider.ts'
import { hmacHex, isSignature } from './signature.ts'

/** The shopper's choice in the demo gateway's dialog. */
type DemoAction = 'pay' | 'fail' | 'slow'

/** How long a slow payment stays authorized. */
const SLOW_MS = 8000

export type DemoGateway = PaymentProvider & {
  /** Pays an order, as the gateway's own page does; undefined if it is unknown or paid already. */
  pay: (
    orderId: string,
    action: DemoAction,
  ) => Promise<{ paymentId: string; signature: string; isPaid: boolean } | undefined>
  /** Body and signature of a webhook with the payment's current state. */
  webhookOf: (paymentId: string) => Promise<{ raw: Buffer; signature: string; eventId: string }>
}

/**
 * The built-in gateway: Razorpay's interface, states, signatures and webhooks, with tables of its own in the
 * shop's database (P8). In production the shop does not start with it (H13).
 */
export function openDemo(db: Db, secret: string, now = Date.now): DemoGateway {
  const keySecret = hmacHex(secret, 'demo gateway key')
  const webhookSecret = hmacHex(secret, 'demo gateway webhook')
  const verifyCallback: PaymentProvider['verifyCallback'] = (proof) =>
    isSignature(proof.signature, hmacHex(keySecret, `${proof.orderId}|${proof.paymentId}`))
  const find = async (by: 'id' | 'order_id', value: string) => {
    const rows = await withRefunded(db).where(by, '=', value).execute()
    return rows.map((row) => entityOf(row, now()))
  }
  const gateway: DemoGateway = {
    name: 'demo',
    keyId: 'demo',
    isAvailable: () => true,
    forBuyer: () => gateway,
    async createOrder({ receipt, amountPaise }) {
      const row = { id: newId('order'), receipt, amount: amountPaise, created_at: now() }
      const insert = db
        .insertInto('demo_order')
        .values(row)
        .onConflict((conflict) => conflict.column('receipt').doNothing())
      await retryWhileLocked(() => insert.execute())
      const { id, amount } = await db
        .selectFrom('demo_order')
        .select(['id', 'amount'])
        .where('receipt', '=', receipt)
        .executeTakeFirstOrThrow()
      return { ok: true, value: { id, amountPaise: amount, currency: 'INR' } }
    },
    verifyCallback,
    parseWebhook(raw, { signature, eventId }) {
      if (!isSignature(signature, hmacHex(webhookSecret, raw)))
        return { ok: false, error: 'unsigned' }
      return readEvent(raw, eventId ?? hmacHex('event', raw))
    },
    fetchPayments: async (orderId) => ({
      ok: true,
      value: (await find('order_id', orderId)).map(toPayment),
    }),
    async listPayments({ sinceMs, untilMs, skip, count }) {
      const rows = await withRefunded(db)
        .where('created_at', '>=', sinceMs)
        .where('created_at', '<=', untilMs)
        .orderBy('created_at')
        .orderBy('id')
        .limit(count)
        .offset(skip)
        .execute()
      return { ok: true, value: rows.map((row) => toPayment(entityOf(row, now()))) }
    },
    async capture({ id }) {
      await retryWhileLocked(() =>
        db
          .updateTable('demo_payment')
          .set({ status: 'captured' })
          .where('id', '=', id)
          .where('status', '=', 'authorized')
          .execute(),
      )
      const [payment] = await find('id', id)
      return payment ? { ok: true, value: toPayment(payment) } : { ok: false, error: 'refused' }
    },
    async fetchRefunds(paymentId) {
      const rows = await db
        .selectFrom('demo_refund')
        .select(['id', 'key', 'amount'])
        .where('payment_id', '=', paymentId)
        .execute()
      const value = rows.map(({ id, key, amount }) => refundOf({ id, paymentId, key, amount }))
      return { ok: true, value }
    },
    refund: (asked) => refund(db, asked),
    pay: (orderId, action) => pay(db, orderId, action, keySecret, now()),
    async webhookOf(paymentId) {
      const [entity] = await find('id', paymentId)
      if (!entity) throw new Error(`No demo payment ${paymentId}`)
      const event = `payment.${entity.status}`
      const body = {
        entity: 'event',
        event,
        contains: ['payment'],
        payload: { payment: { entity } },
      }
      const raw = Buffer.from(JSON.stringify(body))
      return { raw, signature: hmacHex(webhookSecret, raw), eventId: `${event}-${paymentId}` }
    },
  }
  return gateway
}

async function pay(db: Db, orderId: string, action: DemoAction, keySecret: string, now: number) {
  const paymentId = newId('pay')
  const made = await inTransaction(db, async (trx) => {
    const order = await trx
      .updateTable('demo_order')
      .set((eb) => ({ created_at: eb.ref('created_at') })) // locks the order: one payment at a time
      .where('id', '=', orderId)
      .returning('amount')
      .executeTakeFirst()
    const paid = await trx
      .selectFrom('demo_payment')
      .select('id')
      .where('order_id', '=', orderId)
      .where('status', '<>', 'failed')
      .executeTakeFirst()
    if (!order || paid) return { ok: false, error: 'refused' }
    const status = { pay: 'captured', fail: 'failed', slow: 'authorized' } as const
    const capture_at = action === 'slow' ? now + SLOW_MS : now
    const row = { id: paymentId, order_id: orderId, amount: order.amount, capture_at }
    await trx
      .insertInto('demo_payment')
      .values({ ...row, status: status[action], created_at: now })
      .execute()
    await queueJob(trx, 'demo-webhook', { paymentId })
    return { ok: true, value: undefined }
  })
  if (!made.ok) return undefined
  const signature = hmacHex(keySecret, `${orderId}|${paymentId}`)
  return { paymentId, signature, isPaid: action !== 'fail' }
}

type RefundRequest = Parameters<PaymentProvider['refund']>[0]

/** Gives money back once per key, and no more of a payment than was paid. */
function refund(
  db: Db,
  { key, paymentId, amountPaise }: RefundRequest,
): ReturnType<PaymentProvider['refund']> {
  return inTransaction(db, async (trx) => {
    const payment = await trx
      .updateTable('demo_payment')
      .set((eb) => ({ created_at: eb.ref('created_at') })) // locks the payment: one refund at a time
      .where('id', '=', paymentId)
      .returning('amount')
      .executeTakeFirst()
    const given = await trx
      .selectFrom('demo_refund')
      .select(['id', 'key', 'amount'])
      .where('payment_id', '=', paymentId)
      .execute()
    const known = given.find((one) => one.key === key)
    const answer = (id: string, amount: number) => ({
      ok: true as const,
      value: refundOf({ id, paymentId, key, amount }),
    })
    if (known) return answer(known.id, known.amount)
    const left = (payment?.amount ?? 0) - given.reduce((sum, one) => sum + one.amount, 0)
    if (amountPaise < MIN_REFUND_PAISE || amountPaise > left) return { ok: false, error: 'refused' }
    const id = newId('rfnd')
    await trx
      .insertInto('demo_refund')
      .values({ id, key, payment_id: paymentId, amount: amountPaise })
      .execute()
    if (amountPaise === left) {
      const whole = trx.updateTable('demo_payment').set({ status: 'refunded' })
      await whole.where('id', '=', paymentId).execute()
    }
    return answer(id, amountPaise)
  })
}

const newId = (kind: string) => `${kind}_demo${randomBytes(12).toString('hex')}`
