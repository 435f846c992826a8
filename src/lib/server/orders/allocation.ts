import { sql } from 'kysely'
import type { Db, Trx } from '#lib/server/database/schema.ts'

/** Orders that nobody has packed: their units lie on the shelf. */
const UNPACKED = ['pending', 'confirmed', 'needs_attention'] as const

/** How counted units are split: promised to buyers, still missing for them, and left for sale. */
type Allocation = { promised: number; missing: number; left: number }

/**
 * Lays what was counted beside what is promised: orders first, then open checkouts. Of what is not found nothing comes
 * back (I3). The product's row is locked before, so none is held meanwhile.
 */
export async function allocateCounted(
  trx: Trx,
  productId: string,
  label: string,
  counted: number,
): Promise<Allocation> {
  let left = counted
  let missing = 0
  for (const row of await promisedUnits(trx, productId, label)) {
    const units = Number(row.units)
    const found = Math.min(left, units)
    left -= found
    missing += units - found
    await noteMissing(trx, row, units - found)
  }
  return { promised: counted - left, missing, left }
}

/** Lays what has come beside what no count has found, which goes to its buyers first. */
export async function allocateMore(
  trx: Trx,
  productId: string,
  label: string,
  come: number,
): Promise<Allocation> {
  let left = come
  let missing = 0
  for (const row of await promisedUnits(trx, productId, label)) {
    const found = Math.min(left, row.missing)
    left -= found
    missing += row.missing - found
    await noteMissing(trx, row, row.missing - found)
  }
  return { promised: come - left, missing, left }
}

type Promised = { attempt_id: string; position: number; missing: number }

/** Takes what is not there after all from who would get it last: open checkouts, then orders. */
export async function deallocate(
  trx: Trx,
  productId: string,
  label: string,
  gone: number,
): Promise<void> {
  let left = gone
  for (const row of (await promisedUnits(trx, productId, label)).toReversed()) {
    const lost = Math.max(0, Math.min(left, Number(row.units) - row.missing))
    left -= lost
    await noteMissing(trx, row, row.missing + lost)
  }
}

/** Units of these products that are promised, and those of them that no count has found, by product and pack. */
export function promisedOf(db: Db, productIds: string[]) {
  return promised(db)
    .select((eb) => ['product_id', 'pack_label', eb.fn.sum('missing').as('missing')])
    .select(sql<number>`sum(${UNITS})`.as('units'))
    .where('product_id', 'in', productIds)
    .groupBy(['product_id', 'pack_label'])
    .execute()
}

const UNITS = sql<number>`quantity - back_quantity - lost_quantity`

/** Read at once: what is held becomes an order at any moment, and is counted once. */
const promisedUnits = (trx: Trx, productId: string, label: string) =>
  promised(trx)
    .select(['stock_hold.attempt_id', 'position', 'missing', UNITS.as('units')])
    .where('product_id', '=', productId)
    .where('pack_label', label === '' ? 'is' : '=', label === '' ? null : label)
    .orderBy('stock_hold.state', 'desc')
    .orderBy('stock_hold.attempt_id')
    .orderBy('position')
    .execute()

function promised(db: Db) {
  return db
    .selectFrom('stock_hold')
    .leftJoin('orders', 'orders.attempt_id', 'stock_hold.attempt_id')
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

/** Whether nobody has packed the order of an attempt: what a count did not find of it is not there. */
export async function isUnpacked(trx: Trx, attemptId: string): Promise<boolean> {
  const order = await trx
    .selectFrom('orders')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where('status', 'in', UNPACKED)
    .executeTakeFirst()
  return order !== undefined
}

/** Of a packed order that nobody sends: what is packed was there, whatever a count said before, and may come back. */
export async function clearShortfalls(trx: Trx, attemptId: string): Promise<void> {
  await trx
    .updateTable('stock_hold')
    .set({ missing: 0 })
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'sold')
    .where('missing', '>', 0)
    .execute()
}
