import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * News of payments that need attention, identified by code and refund. What was told before stays as text;
 * whatever might be told again is recorded here, with facts if the refund is known.
 */
export const attentionNews: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('attention_news')
      .addColumn('attention_id', 'text', (c) => c.notNull().references('attention.id'))
      .addColumn('code', 'text', (c) => c.notNull())
      .addColumn('about', 'text', (c) => c.notNull())
      .addColumn('facts', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('resolved_at', 'bigint')
      .addPrimaryKeyConstraint('attention_news_key', ['attention_id', 'code', 'about'])
      .execute()
    const told = sql`insert into attention_news
      (attention_id, code, about, facts, created_at, resolved_at)`
    await sql`${told}
      select id, case
          when reason = 'wrong amount' then 'amount'
          when reason = 'no receiver' then 'closed'
          when detail like '%which the shop has left%' then 'former'
          else 'unknown'
        end, '', null, created_at, resolved_at
      from attention where reason in ('unknown order', 'wrong amount', 'no receiver')`.execute(db)
    for (const [code, text] of [
      ['outside', 'The provider has refunded it, though'],
      ['whole', 'All of the payment has gone back'],
    ]) {
      await sql`${told}
        select id, cast(${code} as text), '', null, created_at, resolved_at from attention
        where reason = 'refunded outside' and detail like ${`%${text}%`}`.execute(db)
    }
    await sql`${told}
      select attention.id, 'part', provider_refund_id, null, attention.created_at, resolved_at
      from attention join outside_refund on outside_refund.provider = attention.provider
        and outside_refund.provider_payment_id = attention.payment_ref
      where reason = 'refunded outside'`.execute(db)
    // With facts, so that they replace the text, which does not say which refund it is about.
    await sql`${told}
      select attention.id, refund.state, refund.id,
        '{"code":"' || refund.state || '","refund":"' || refund.id || '","paise":' ||
          refund.amount_paise || '}',
        attention.created_at, resolved_at
      from attention join payment on payment.provider = attention.provider
        and payment.provider_payment_id = attention.payment_ref
      join refund on refund.payment_id = payment.id
      where attention.reason = 'refund failed' and (refund.state = 'failed' or (
        refund.state = 'pending' and provider_refund_id is not null
        and refund.created_at < attention.created_at))`.execute(db)
    await sql`update attention set detail = '' where reason = 'refund failed' and exists (
      select 1 from attention_news where attention_id = attention.id)`.execute(db)
  },
}
