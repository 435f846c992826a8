import { type Expression, sql } from 'kysely'
import type { Db } from '#lib/server/database/schema.ts'
import { HELD, promisedOf } from '#lib/server/orders/allocation.ts'

/** What the shop knows about stocks, by product and pack label. */
export type StockFigures = {
  /** Units held by open checkouts. */
  held: (productId: string, label: string) => number
  /** Units promised to open checkouts and to orders not packed yet, and how many of these are missing. */
  promised: (productId: string, label: string) => Promised
  /** Units taken since the last export, including held ones. */
  taken: (productId: string, label: string) => number
  /** Units taken ever: a list that came from no export may be older than all of them. */
  ever: (productId: string, label: string) => number
  /** Units that earlier lists of this export have already added or taken off. */
  applied: (productId: string, label: string, stamp: number) => number
}

type Promised = { units: number; missing: number }

/** The time of the last recorded export (epoch milliseconds); undefined if there was none. */
export async function lastExport(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('catalogue_export').select('stamp').executeTakeFirst()
  return row?.stamp
}

/**
 * Loads the figures of products.
 * @param since the time of the last export
 */
export async function loadFigures(
  db: Db,
  ids: string[],
  since: number | undefined,
): Promise<StockFigures> {
  if (ids.length === 0) return NO_FIGURES
  const held = await heldUnits(db, ids)
  const promised = new Map(
    (await promisedOf(db, ids)).map((row) => [
      keyOf(row.product_id, row.pack_label),
      { units: Number(row.units), missing: Number(row.missing) },
    ]),
  )
  const taken = await takenUnits(db, ids, since ?? 0)
  const applied = await appliedUnits(db, ids)
  return {
    held: (id, label) => held.get(keyOf(id, label)) ?? 0,
    promised: (id, label) => promised.get(keyOf(id, label)) ?? NOT_PROMISED,
    taken: (id, label) => taken.get(keyOf(id, label))?.since ?? 0,
    ever: (id, label) => taken.get(keyOf(id, label))?.ever ?? 0,
    applied: (id, label, stamp) => applied.get(`${keyOf(id, label)}\n${stamp}`) ?? 0,
  }
}

const none = () => 0
const NOT_PROMISED: Promised = { units: 0, missing: 0 }
/** Figures for products about which nothing is known. */
export const NO_FIGURES: StockFigures = {
  ...{ held: none, taken: none, ever: none, applied: none },
  promised: () => NOT_PROMISED,
}
const keyOf = (id: string, label: string | null) => `${id}\n${label ?? ''}`
const total = (units: Expression<number>) => sql<number>`coalesce(sum(${units}), 0)`

async function heldUnits(db: Db, ids: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('stock_hold')
    .select(({ ref }) => [
      'product_id',
      'pack_label',
      total(sql`quantity - ${ref('missing')}`).as('units'),
    ])
    .where('product_id', 'in', ids)
    .where('state', '=', HELD)
    .groupBy(['product_id', 'pack_label'])
    .execute()
  return new Map(rows.map((row) => [keyOf(row.product_id, row.pack_label), Number(row.units)]))
}

/** Units taken since then, and ever. */
async function takenUnits(db: Db, ids: string[], since: number) {
  const units = sql<number>`case kind when 'hold' then quantity when 'sale' then 0 else -quantity end`
  const rows = await db
    .selectFrom('stock_movement')
    .select([
      ...(['product_id', 'pack_label'] as const),
      total(sql`case when created_at >= ${since} then ${units} end`).as('since'),
      total(units).as('ever'),
    ])
    .where('product_id', 'in', ids)
    .groupBy(['product_id', 'pack_label'])
    .execute()
  return new Map(
    rows.map((row) => [
      keyOf(row.product_id, row.pack_label),
      { since: Number(row.since), ever: Number(row.ever) },
    ]),
  )
}

/** Counts lists only: an undo adjusts the figures of its list itself (turn-counts.ts). */
async function appliedUnits(db: Db, ids: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('import_stock')
    .innerJoin('catalogue_import', 'catalogue_import.id', 'import_id')
    .select(['product_id', 'pack_label', 'stamp', total(sql`units`).as('units')])
    .where('product_id', 'in', ids)
    .where('undoes', 'is', null)
    .groupBy(['product_id', 'pack_label', 'stamp'])
    .execute()
  return new Map(
    rows.map((row) => [
      `${keyOf(row.product_id, row.pack_label)}\n${row.stamp}`,
      Number(row.units),
    ]),
  )
}
