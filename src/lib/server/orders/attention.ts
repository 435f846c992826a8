import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { whenFree } from '#lib/server/database/database.ts'
import type { Database, Db, Trx } from '#lib/server/database/schema.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import { attentionActions } from '#lib/texts/page/attention.ts'
import { mailAttention } from './mails.ts'

/** Why the shopkeeper has to look. */
type AttentionReason = keyof typeof attentionActions

type About = {
  provider: string
  paymentRef: string
  attemptId?: string | undefined
  orderId?: string | undefined
  detail: string
}

/**
 * Puts something on the shopkeeper's list and mails it, once each (I2). Further news of the
 * same kind about the same payment is added, and has it on the list again.
 */
export async function needAttention(
  trx: Trx,
  reason: AttentionReason,
  { provider, paymentRef, attemptId = undefined, orderId = undefined, detail }: About,
  now: number,
): Promise<void> {
  const action = attentionActions[reason]
  const isNew = await trx
    .insertInto('attention')
    .values({
      ...{ id: randomUUID(), reason, provider, payment_ref: paymentRef, detail, action },
      ...{ attempt_id: attemptId ?? null, order_id: orderId ?? null },
      ...{ created_at: now, resolved_at: null },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['reason', 'provider', 'payment_ref'])
        .doUpdateSet({ detail: sql`attention.detail || ' ' || excluded.detail`, resolved_at: null })
        .where(sql<boolean>`attention.detail not like '%' || excluded.detail || '%'`),
    )
    .returning('id')
    .executeTakeFirst()
  if (isNew) await mailAttention(trx, { reason, action, detail, paymentRef })
}

/** Leaves a line of each that nobody has told yet (A44). @returns all that are told now */
export async function logAttention(
  { db, log }: Pick<Payments, 'db' | 'log'>,
  told: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const open = await db
    .selectFrom('attention')
    .select(['id', 'reason', 'payment_ref as payment', 'attempt_id as attempt'])
    .where('resolved_at', 'is', null)
    .execute()
  for (const { id, ...about } of open) {
    if (!told.has(id)) log.warn(about, 'A payment needs attention')
  }
  return new Set(open.map(({ id }) => id))
}

/** Takes what was seen to off the list, by the payment. @returns how many cases that were */
export function closeAttention(
  db: Kysely<Database>,
  paymentRef: string,
  now: number,
): Promise<number> {
  return whenFree(() => resolveAttention(db, paymentRef, now))
}

/** The same inside a transaction, for one reason or for all. */
export async function resolveAttention(
  db: Db,
  paymentRef: string,
  now: number,
  reason?: AttentionReason,
): Promise<number> {
  const settled = await db
    .updateTable('attention')
    .set({ resolved_at: now })
    .where('payment_ref', '=', paymentRef)
    .where('resolved_at', 'is', null)
    .$if(reason !== undefined, (query) => query.where('reason', '=', reason ?? ''))
    .returning('id')
    .execute()
  return settled.length
}

/** What is not settled yet, newest first, as `shop status` shows it. */
export async function listAttention(db: Db) {
  const rows = await db
    .selectFrom('attention')
    .selectAll()
    .where('resolved_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ reason, provider, payment_ref, order_id, detail, action, created_at }) => ({
    ...{ reason, provider, payment: payment_ref, order: order_id, detail, action },
    at: new Date(created_at).toISOString(),
  }))
}
