import { DAY_MS } from '#lib/server/durations.ts'
import { retryWhileLocked } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { PAYLOADS } from '#lib/server/jobs/kinds.ts'
import { readEvent } from '#lib/server/payments/entities.ts'
import type { Payments } from '#lib/server/payments/payments.ts'

/**
 * Longer than any provider repeats a webhook. Payers' data is not kept longer, even if a webhook could not be
 * processed.
 */
const KEEP_MS = 90 * DAY_MS

/** Deletes old webhooks, and the bodies of those about deleted accounts. */
export async function forgetWebhooks({ db, now }: Pick<Payments, 'db' | 'now'>): Promise<void> {
  const old = db.deleteFrom('webhook_event').where('received_at', '<', now() - KEEP_MS)
  await retryWhileLocked(() => old.execute())
  await retryWhileLocked(() => forgetBodies(db))
}

/**
 * Deletes the bodies of webhooks about attempts whose account was deleted. A queued one keeps its body until
 * it has been processed or given up, as it may be about money.
 */
export async function forgetBodies(db: Db): Promise<void> {
  const left = await db.selectFrom('webhook_event').selectAll().where('body', '<>', '').execute()
  if (left.length === 0) return
  const waiting = await waitingEvents(db)
  for (const { provider, event_id, body } of left) {
    if (waiting.has(event_id) || !(await isNobodys(db, body))) continue
    await db
      .updateTable('webhook_event')
      .set({ body: '' })
      .where('provider', '=', provider)
      .where('event_id', '=', event_id)
      .execute()
  }
}

async function waitingEvents(db: Db): Promise<Set<string>> {
  const jobs = await db
    .selectFrom('job')
    .select('payload')
    .where('kind', '=', 'webhook')
    .where('failed_at', 'is', null)
    .execute()
  return new Set(jobs.map(({ payload }) => PAYLOADS.webhook.parse(JSON.parse(payload)).eventId))
}

/** Whether a webhook is about an attempt whose account was deleted. */
async function isNobodys(db: Db, body: string): Promise<boolean> {
  const event = readEvent(body, '')
  if (!event.ok || event.value.kind === 'other') return false
  const { kind } = event.value
  const orderId = kind === 'dispute' ? '' : (event.value.payment?.orderId ?? '')
  const about = kind === 'dispute' ? event.value.dispute : kind === 'refund' && event.value.refund
  const paymentId = about ? about.paymentId : ''
  const attempt = await db
    .selectFrom('attempt')
    .leftJoin('payment', 'payment.attempt_id', 'attempt.id')
    .select('attempt.user_id')
    .where((eb) =>
      eb.or([
        eb('attempt.provider_order_id', '=', orderId),
        eb('payment.provider_payment_id', '=', paymentId),
      ]),
    )
    .executeTakeFirst()
  return attempt?.user_id === null
}
