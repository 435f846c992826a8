import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What is promised of products that are not counted is held as well, so that a first count knows of it (I3). */
export const uncountedHolds: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`insert into stock_movement
      (id, attempt_id, product_id, pack_label, kind, quantity, created_at)
      select attempt.id || ' ' || line.position, attempt.id, line.product_id, line.pack_label, 'hold',
        line.quantity, attempt.created_at
      ${UNHELD}`.execute(db)
    await sql`insert into stock_hold
      (attempt_id, position, product_id, pack_label, quantity, state, lost_quantity)
      select attempt.id, line.position, line.product_id, line.pack_label, line.quantity,
        case when attempt.state = 'open' then 'held' else 'sold' end,
        line.quantity - coalesce(item.brought_quantity, line.quantity)
      ${UNHELD}`.execute(db)
  },
}

/** Lines of open checkouts, and of orders that are not packed yet, of which nothing is held. */
const UNHELD = sql`from attempt_line line
  join attempt on attempt.id = line.attempt_id
  left join orders on orders.attempt_id = attempt.id
  left join order_item item on item.order_id = orders.id and item.position = line.position
  where (attempt.state = 'open'
    or (orders.status in ('pending', 'confirmed', 'needs_attention') and orders.ended is null))
  and not exists (
    select 1 from stock_hold hold
    where hold.attempt_id = line.attempt_id and hold.position = line.position
  )`
