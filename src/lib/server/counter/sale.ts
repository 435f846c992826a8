import { sql } from 'kysely'
import { TAKEN_BACK } from '#lib/checkout/order.ts'

/** The condition that buyers keep an order: neither was it called off, nor its goods refused or brought back. */
export const IS_KEPT = sql<boolean>`(orders.ended is null
  and orders.status not in (${sql.join(TAKEN_BACK)}))`

const OUTSIDE_PAISE = sql`coalesce((
  select sum(outside_refund.amount_paise) from outside_refund
  where outside_refund.provider = payment.provider
    and outside_refund.provider_payment_id = payment.provider_payment_id), 0)`

/**
 * What an order came to as a sale, in paise, in a query about orders with their payment, if any: the bill less its
 * credit notes. Of one that was called off after it was paid, what was not refunded stays.
 */
export const SALE_PAISE = sql<number>`case
  when orders.payment_id is null and ${IS_KEPT} then orders.amount_paise - orders.reduced_paise
  when orders.payment_id is null or payment.state = 'refunded' then 0
  when payment.refund_paise + ${OUTSIDE_PAISE} > orders.amount_paise then 0
  else orders.amount_paise - payment.refund_paise - ${OUTSIDE_PAISE}
  end`
