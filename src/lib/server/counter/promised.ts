import { sql } from 'kysely'
import type { Trx } from './counter.ts'

/** Orders that nobody has packed: their units lie on the shelf. */
const UNPACKED = ['pending', 'confirmed', 'needs_attention'] as const

/** How many units are promised to buyers, and how many of those that were laid down are left over for others. */
type Laid = { promised: number; left: number }

/**
 * Lays what was counted beside what is promised: orders first, then open checkouts. Of what is not found nothing comes
 * back (I3). The product's row is locked before, so none is held meanwhile.
 */
export async function layCounted(
  trx: Trx,
  productId: string,
  label: string,
  counted: number,
): Promise<Laid> {
  let left = counted
  let promised = 0
  for (const row of await promisedUnits(trx, productId, label)) {
    const units = Number(row.units)
    const found = Math.min(left, units)
    left -= found
    promised += units
    await noteMissing(trx, row, units - found)
  }
  return { promised, left }
}

/** Lays what has come beside what no count has found, which goes to its buyers first. */
export async function layMore(
  trx: Trx,
  productId: string,
  label: string,
  come: number,
): Promise<Laid> {
  let left = come
  for (const row of await promisedUnits(trx, productId, label)) {
    const found = Math.min(left, row.missing)
    left -= found
    await noteMissing(trx, row, row.missing - found)
  }
  return { promised: come - left, left }
}

type Promised = { attempt_id: string; position: number; missing: number }

/** Read at once: what is held becomes an order at any moment, and is counted once. */
function promisedUnits(trx: Trx, productId: string, label: string) {
  return trx
    .selectFrom('stock_hold')
    .leftJoin('orders', 'orders.attempt_id', 'stock_hold.attempt_id')
    .select(['stock_hold.attempt_id', 'position', 'missing'])
    .select(sql<number>`quantity - back_quantity - lost_quantity`.as('units'))
    .where('product_id', '=', productId)
    .where('pack_label', label === '' ? 'is' : '=', label === '' ? null : label)
    .where((eb) =>
      eb.or([
        eb('stock_hold.state', '=', 'held'),
        eb.and([
          eb('stock_hold.state', '=', 'sold'),
          eb('orders.status', 'in', UNPACKED),
          eb('orders.ended', 'is', null),
        ]),
      ]),
    )
    .orderBy('stock_hold.state', 'desc')
    .orderBy('stock_hold.attempt_id')
    .orderBy('position')
    .execute()
}

async function noteMissing(trx: Trx, row: Promised, missing: number): Promise<void> {
  if (missing === row.missing) return
  await trx
    .updateTable('stock_hold')
    .set({ missing })
    .where('attempt_id', '=', row.attempt_id)
    .where('position', '=', row.position)
    .execute()
}

/** What is packed was there, whatever a count said: all of it may come back. */
export async function foundAll(trx: Trx, attemptId: string): Promise<void> {
  await trx
    .updateTable('stock_hold')
    .set({ missing: 0 })
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'sold')
    .where('missing', '>', 0)
    .execute()
}
