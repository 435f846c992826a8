import { expressionBuilder, sql } from 'kysely'
import type { Database, Db, Trx } from '#lib/server/database/schema.ts'
import { unindexed } from '#lib/server/database/unindexed.ts'

/** Whether an order is not packed yet: its units are still on the shelf. */
function isOnShelf() {
  const { and, or, eb } = expressionBuilder<Database, 'orders'>()
  return and([
    eb('orders.status', 'in', ['pending', 'confirmed', 'needs_attention']),
    or([eb('orders.status', '<>', 'needs_attention'), eb('was_packed', '=', 0)]),
  ])
}

/** Written out, so that SQLite finds the index of open checkouts (0057_long_histories). */
export const HELD = sql<'held'>`'held'`

/** How counted units are divided: promised to buyers, still missing for them, and left for sale. */
type Allocation = { promised: number; missing: number; left: number }

/**
 * Allots counted units to what is promised: orders first, then open checkouts. Units noted as missing do not
 * come back when their order ends (I3). The caller has locked the product's row, so no checkout can hold
 * units meanwhile.
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

/** Allots units that have arrived to promises which a count left missing; those buyers come first. */
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

/** Notes that promised units are gone, beginning with who would get them last: open checkouts, then orders. */
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

/** Promised units of these products, and how many of them are missing, by product and pack. */
export function promisedOf(db: Db, productIds: string[]) {
  return promised(db, productIds)
    .select((eb) => ['product_id', 'pack_label', eb.fn.sum('missing').as('missing')])
    .select((eb) => eb.fn.sum<number>('units').as('units'))
    .groupBy(['product_id', 'pack_label'])
    .execute()
}

const promisedUnits = (trx: Trx, productId: string, label: string) =>
  promised(trx, [productId])
    .select(['attempt_id', 'position', 'missing', 'units'])
    .where('pack_label', label === '' ? 'is' : '=', label === '' ? null : label)
    .orderBy('state', 'desc')
    .orderBy('attempt_id')
    .orderBy('position')
    .execute()

const UNIT_COLUMNS = [
  ...([
    'stock_hold.attempt_id',
    'position',
    'product_id',
    'pack_label',
    'state',
    'missing',
  ] as const),
  sql<number>`quantity - back_quantity - lost_quantity`.as('units'),
] as const

/**
 * Units held by open checkouts and sold in unpacked orders, in one query: a hold can become a sale at any moment,
 * and must be counted once.
 */
function promised(db: Db, productIds: string[]) {
  const held = db
    .selectFrom('stock_hold')
    .select(UNIT_COLUMNS)
    .where('state', '=', HELD)
    .where('product_id', 'in', productIds)
  // From the few unpacked orders to their lines.
  const sold = db
    .selectFrom('orders')
    .innerJoin('stock_hold', 'stock_hold.attempt_id', 'orders.attempt_id')
    .select(UNIT_COLUMNS)
    .where(isOnShelf())
    .where('ended', 'is', null)
    .where('state', '=', 'sold')
    .where(unindexed('product_id'), 'in', productIds)
  return db.selectFrom(held.unionAll(sold).as('promised'))
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

/** Whether the order of an attempt is not packed yet. If it is packed, its units were there, whatever a count says. */
export async function isUnpacked(trx: Trx, attemptId: string): Promise<boolean> {
  const order = await trx
    .selectFrom('orders')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where(isOnShelf())
    .executeTakeFirst()
  return order !== undefined
}

/** For a packed order that will not be sent: its units are there, whatever a count said, and may return to stock. */
export async function clearShortfalls(trx: Trx, attemptId: string): Promise<void> {
  await trx
    .updateTable('stock_hold')
    .set({ missing: 0 })
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'sold')
    .where('missing', '>', 0)
    .execute()
}
