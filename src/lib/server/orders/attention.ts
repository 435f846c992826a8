import { randomUUID } from 'node:crypto'
import { retryWhileLocked } from '#lib/server/database/database.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import { attentionActions } from '#lib/texts/page/attention.ts'
import { newsKey, type AttentionNews, factsText, newsText } from './attention-news.ts'
import { mailAttention } from './mails.ts'

/** Why the shopkeeper has to look at a payment. */
type AttentionReason = keyof typeof attentionActions

type About = {
  provider: string
  paymentRef: string
  attemptId?: string | undefined
  orderId?: string | undefined
  news: AttentionNews
}

/**
 * Puts a case on the shopkeeper's list and mails it, once each (I2). Further news with the same reason about
 * the same payment is added to the case, which reopens it.
 */
export async function needAttention(
  trx: Trx,
  reason: AttentionReason,
  { provider, paymentRef, attemptId = undefined, orderId = undefined, news }: About,
  now: number,
): Promise<void> {
  const action = attentionActions[reason]
  const { id } = await trx
    .insertInto('attention')
    .values({
      ...{ id: randomUUID(), reason, provider, payment_ref: paymentRef, detail: '', action },
      ...{ attempt_id: attemptId ?? null, order_id: orderId ?? null },
      ...{ created_at: now, resolved_at: null },
    })
    // The update locks the row, so that others with news of the same case wait.
    .onConflict((conflict) =>
      conflict.columns(['reason', 'provider', 'payment_ref']).doUpdateSet({ action }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const isNew = await trx
    .insertInto('attention_news')
    .values({
      ...{ attention_id: id, code: news.code, about: newsKey(news) },
      ...{ facts: JSON.stringify(news), created_at: now, resolved_at: null },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .executeTakeFirst()
  if (!isNew) return
  await trx.updateTable('attention').set({ resolved_at: null }).where('id', '=', id).execute()
  await mailAttention(trx, { reason, action, detail: newsText(news), paymentRef })
}

/** Logs each open case that has not been logged yet (A44). @returns the ids of all open cases */
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

/** Takes the cases of a payment off the list. @returns how many there were */
export function closeAttention(db: Db, paymentRef: string, now: number): Promise<number> {
  return retryWhileLocked(() => resolveAttention(db, paymentRef, now))
}

/** Like `closeAttention`, within a transaction, for one reason or for all. */
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
  if (settled.length === 0) return 0
  await db
    .updateTable('attention_news')
    .set({ resolved_at: now })
    .where(
      'attention_id',
      'in',
      settled.map(({ id }) => id),
    )
    .where('resolved_at', 'is', null)
    .execute()
  return settled.length
}

/** Resolves the news of a finished refund; its case leaves the list unless other news of it is open. */
export async function resolveRefund(
  trx: Trx,
  paymentRef: string,
  refundId: string,
  now: number,
): Promise<void> {
  await trx
    .updateTable('attention_news')
    .set({ resolved_at: now })
    .where('about', '=', refundId)
    .where('code', 'in', ['failed', 'pending'])
    .where('resolved_at', 'is', null)
    .execute()
  await trx
    .updateTable('attention')
    .set({ resolved_at: now })
    .where('reason', '=', 'refund failed' satisfies AttentionReason)
    .where('payment_ref', '=', paymentRef)
    .where('resolved_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attention_news')
            .select('code')
            .whereRef('attention_id', '=', 'attention.id')
            .where('attention_news.resolved_at', 'is', null),
        ),
      ),
    )
    .execute()
}

/** Tells a smaller sum of a refund that was given up, after a part of it went back in another way. */
export async function lowerFailed(trx: Trx, refundId: string, paise: number): Promise<void> {
  const news: AttentionNews = { code: 'failed', refund: refundId, paise }
  await trx
    .updateTable('attention_news')
    .set({ facts: JSON.stringify(news) })
    .where('about', '=', refundId)
    .where('code', '=', news.code)
    .execute()
}

/** Open cases, newest first, as `shop status` shows them. */
export async function listAttention(db: Db) {
  const rows = await db
    .selectFrom('attention')
    .selectAll()
    .where('resolved_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()
  const news = await db
    .selectFrom('attention_news')
    .innerJoin('attention', 'attention.id', 'attention_id')
    .select(['attention_id', 'facts'])
    .where('attention.resolved_at', 'is', null)
    .where('attention_news.resolved_at', 'is', null)
    .orderBy('attention_news.created_at')
    .orderBy('code')
    .orderBy('about')
    .execute()
  const factsOf = Map.groupBy(news, ({ attention_id }) => attention_id)
  return rows.map(({ id, reason, provider, payment_ref, order_id, detail, action, created_at }) => {
    const told = (factsOf.get(id) ?? []).flatMap(({ facts }) => facts ?? [])
    return {
      ...{ reason, provider, payment: payment_ref, order: order_id, action },
      detail: [detail, ...told.map(factsText)].filter(Boolean).join(' '),
      at: new Date(created_at).toISOString(),
    }
  })
}
