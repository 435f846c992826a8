import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What is promised of products that are not counted is held as well, so that a first count knows of it (I3).
 * Where a number has begun meanwhile, nothing was taken off it, so these units are noted as missing: an order
 * that is called off adds nothing to it, and the next count or delivery gives its buyers theirs.
 */
export const uncountedHolds: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`insert into stock_movement
      (id, attempt_id, product_id, pack_label, kind, quantity, created_at)
      select attempt_id || ' ' || position, attempt_id, product_id, pack_label, 'hold',
        quantity, created_at
      from ${PROMISED} where ${UNHELD}`.execute(db)
    await sql`insert into stock_hold
      (attempt_id, position, product_id, pack_label, quantity, state, missing)
      select attempt_id, position, product_id, pack_label, quantity, state,
        case when exists (
          select 1 from product
          where id = promised.product_id and promised.pack_label is null and stock is not null
        ) or exists (
          select 1 from pack
          where product_id = promised.product_id and label = promised.pack_label
          and stock is not null
        ) then quantity else 0 end
      from ${PROMISED} where ${UNHELD}`.execute(db)
  },
}

/**
 * Lines of open checkouts, and what is still to be delivered of orders that are not packed yet. A replacement has no
 * line in the checkout; what is chosen of it is its pack.
 */
const PROMISED = sql`(
  select attempt.id as attempt_id, line.position, line.product_id, line.pack_label, line.quantity,
    'held' as state, attempt.created_at
  from attempt
  join attempt_line line on line.attempt_id = attempt.id
  where attempt.state = 'open'
  union all
  select orders.attempt_id, item.position, item.product_id,
    case when item.replaces is null then line.pack_label else nullif(item.choice_label, '') end,
    coalesce(item.brought_quantity, item.quantity), 'sold', orders.created_at
  from orders
  join order_item item on item.order_id = orders.id
  left join attempt_line line
    on line.attempt_id = orders.attempt_id and line.position = item.position
  where orders.status in ('pending', 'confirmed', 'needs_attention') and orders.ended is null
) promised`

const UNHELD = sql`quantity > 0 and not exists (
  select 1 from stock_hold hold
  where hold.attempt_id = promised.attempt_id and hold.position = promised.position
)`
