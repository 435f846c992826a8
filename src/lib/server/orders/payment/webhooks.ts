import type { Insertable } from 'kysely'
import { inTransaction, retryWhileLocked } from '#lib/server/database/database.ts'
import type { Database } from '#lib/server/database/schema.ts'
import { type JobHandler, queueJob } from '#lib/server/jobs/queue.ts'
import { bodyOf, stripWebhook, readEvent } from '#lib/server/payments/entities.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import type { GatewayPayment } from '#lib/server/payments/provider.ts'
import type { IncomingHeaders } from '#lib/server/payments/signature.ts'
import { settlePayment } from '#lib/server/orders/settle-payment.ts'
import { settleDispute } from '#lib/server/orders/refunds/settle-dispute.ts'
import { takeRefund } from '#lib/server/orders/refunds/take-refund.ts'

/**
 * Accepts a provider's webhook: checks its signature, then stores event and job in one transaction, once per
 * event id (P3, P4, F13, F16). The job does the rest. @returns the HTTP status
 */
export async function receiveWebhook(
  { db, provider, log, now }: Payments,
  name: string,
  raw: Buffer,
  headers: IncomingHeaders,
): Promise<200 | 400 | 404 | 503> {
  if (name !== provider.name) return 404
  const event = provider.parseWebhook(raw, headers)
  if (!event.ok) {
    log.warn({ provider: name, reason: event.error }, 'A webhook was refused')
    return event.error === 'closed' ? 503 : 400
  }
  const row = { provider: name, event_id: event.value.id, body: stripWebhook(raw) }
  await queueEvent(db, { ...row, received_at: now() })
  return 200
}

/** Queues a payment from the provider's list, to be settled later and retried after a failure. */
export async function queuePayment(
  { db, provider, now }: Payments,
  payment: GatewayPayment,
): Promise<void> {
  const row = { provider: provider.name, event_id: `list-${payment.id}-${payment.state}` }
  await queueEvent(db, { ...row, body: bodyOf(payment), received_at: now() })
}

async function queueEvent(
  db: Payments['db'],
  row: Insertable<Database['webhook_event']>,
): Promise<void> {
  const { provider, event_id: eventId } = row
  await inTransaction(db, async (trx) => {
    const isNew = await trx
      .insertInto('webhook_event')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('event_id')
      .executeTakeFirst()
    if (isNew) await queueJob(trx, 'webhook', { provider, eventId })
    return { ok: true, value: undefined }
  })
}

/**
 * Processes a stored webhook; after a crash it can be repeated with the same result. Then its body is
 * deleted: the id is enough to recognise a repeat.
 */
export function webhookHandler(payments: Payments): JobHandler<'webhook'> {
  return async ({ payload: { provider, eventId } }) => {
    if (provider !== payments.provider.name) return
    const { body } = await payments.db
      .selectFrom('webhook_event')
      .select('body')
      .where('provider', '=', provider)
      .where('event_id', '=', eventId)
      .executeTakeFirstOrThrow()
    // It was processed just before the process ended.
    if (body === '') return
    const event = readEvent(body, eventId)
    if (event.ok && event.value.kind === 'payment') {
      await settlePayment(payments, event.value.payment)
    } else if (event.ok && event.value.kind === 'refund') {
      await takeRefund(payments, event.value)
    } else if (event.ok && event.value.kind === 'dispute') {
      await settleDispute(payments, event.value.dispute)
    }
    const forget = payments.db
      .updateTable('webhook_event')
      .set({ body: '' })
      .where('provider', '=', provider)
      .where('event_id', '=', eventId)
    await retryWhileLocked(() => forget.execute())
  }
}

/** Delivers the demo gateway's webhooks: signed and received like any other provider's (P8, T13). */
export function demoWebhookHandler(payments: Payments): JobHandler<'demo-webhook'> {
  return async ({ payload: { paymentId } }) => {
    const { demo } = payments
    if (!demo) return
    const { raw, ...headers } = await demo.webhookOf(paymentId)
    const status = await receiveWebhook(payments, demo.name, raw, headers)
    if (status !== 200) throw new Error(`The shop answered ${status}`)
  }
}
