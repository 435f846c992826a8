import { inTransaction, whenFree } from '#lib/server/database/database.ts'
import { type JobHandler, queueJob } from '#lib/server/jobs/queue.ts'
import { leanBody, readEvent } from '#lib/server/payments/entities.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import type { IncomingHeaders } from '#lib/server/payments/signature.ts'
import { settlePayment } from './settle-payment.ts'
import { takeRefund } from './take-refund.ts'

/**
 * Takes a provider's webhook in: signature, then event and job in one transaction, once per event id
 * (P3, P4, F13, F16). What it says is done from the queue. @returns the HTTP status
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
  const { id: eventId } = event.value
  await inTransaction(db, async (trx) => {
    const row = { provider: name, event_id: eventId, body: leanBody(raw), received_at: now() }
    const isNew = await trx
      .insertInto('webhook_event')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('event_id')
      .executeTakeFirst()
    if (isNew) await queueJob(trx, 'webhook', { provider: name, eventId })
    return { ok: true, value: undefined }
  })
  return 200
}

/**
 * Does what a stored webhook says; again after a crash, with the same end. Then its body goes: its
 * id is enough to know a repeat.
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
    // It was done before the process ended.
    if (body === '') return
    const event = readEvent(body, eventId)
    if (event.ok && event.value.kind === 'payment') {
      await settlePayment(payments, event.value.payment)
    } else if (event.ok && event.value.kind === 'refund') await takeRefund(payments, event.value)
    const forget = payments.db
      .updateTable('webhook_event')
      .set({ body: '' })
      .where('provider', '=', provider)
      .where('event_id', '=', eventId)
    await whenFree(() => forget.execute())
  }
}

/** The demo gateway's own delivery: signed and taken in like that of any other (P8, T13). */
export function demoWebhookHandler(payments: Payments): JobHandler<'demo-webhook'> {
  return async ({ payload: { paymentId } }) => {
    const { demo } = payments
    if (!demo) return
    const { raw, ...headers } = await demo.webhookOf(paymentId)
    const status = await receiveWebhook(payments, demo.name, raw, headers)
    if (status !== 200) throw new Error(`The shop answered ${status}`)
  }
}
