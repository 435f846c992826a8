import { randomUUID } from 'node:crypto'
import { brandId } from '#lib/catalogue/brand.ts'
import { SITEMAP_CHUNK } from '#lib/server/catalogue/sitemap-chunks.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import { type JobHandler, queueJob } from '#lib/server/jobs/queue.ts'
import { announceChange } from '#lib/server/catalogue/changes.ts'
import { inLockOrder, lockStockOf, type Stocked } from './lock-stock.ts'

/** Units of one line. */
export type Units = Stocked & {
  position: number
  quantity: number
  /** How many of them a count did not find: those do not return to the shelf. */
  missing?: number
}
type Kind = 'hold' | 'release' | 'sale' | 'return'
/** A stock that has just changed: the units there are now, and the difference. */
export type ChangedStock = { productId: string; stock: number; by: number }

/**
 * Takes the units of an attempt off the shelf and holds them for it, or tells that a line has not enough;
 * then the caller must undo the transaction or call `releaseUnits`. Check and change are one statement, so
 * that nothing is sold twice (I3, F29). What is not counted is held too: whoever counts it has to know what
 * is promised already.
 */
export async function holdUnits(
  trx: Trx,
  attemptId: string,
  units: readonly Units[],
  now: number,
): Promise<{ isHeld: boolean; changes: ChangedStock[] }> {
  const changes: ChangedStock[] = []
  for (const unit of inLockOrder(units)) {
    const taken = await take(trx, unit)
    if (taken === 'short') return { isHeld: false, changes }
    if (taken !== 'untracked')
      changes.push({ productId: unit.productId, stock: taken, by: -unit.quantity })
    const { position, quantity } = unit
    const row = { product_id: unit.productId, pack_label: unit.packLabel, quantity }
    await trx
      .insertInto('stock_hold')
      .values({ attempt_id: attemptId, position, ...row, state: 'held' })
      .onConflict((conflict) =>
        conflict
          .columns(['attempt_id', 'position'])
          .doUpdateSet({ ...row, state: 'held', missing: 0 }),
      )
      .execute()
    await note(trx, attemptId, row, 'hold', now)
  }
  return { isHeld: true, changes }
}

/** Returns what an attempt still holds to the shelf. */
export async function releaseUnits(
  trx: Trx,
  attemptId: string,
  now: number,
): Promise<ChangedStock[]> {
  await lockStockOf(trx, attemptId, 'held')
  const holds = await trx
    .updateTable('stock_hold')
    .set({ state: 'released' })
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'held')
    .returning(['position', 'product_id', 'pack_label', 'quantity', 'missing'])
    .execute()
  const units = holds.map(({ product_id, pack_label, ...rest }) => ({
    ...rest,
    productId: product_id,
    packLabel: pack_label,
  }))
  return restock(trx, attemptId, units, 'release', now)
}

/** Turns an attempt's holds into sales; the shelf does not change. */
export async function sellUnits(trx: Trx, attemptId: string, now: number): Promise<void> {
  const sold = await trx
    .updateTable('stock_hold')
    .set({ state: 'sold' })
    .where('attempt_id', '=', attemptId)
    .where('state', '=', 'held')
    .returning(['product_id', 'pack_label', 'quantity'])
    .execute()
  for (const row of sold) await note(trx, attemptId, row, 'sale', now)
}

/**
 * Queues a job that updates the pages. Not done at once: writers of the catalogue wait for each other when
 * they announce changes, and a shopper must not wait for a large import.
 */
export async function announceStock(trx: Trx, changes: readonly ChangedStock[]): Promise<void> {
  if (changes.length === 0) return
  const turned = changes.filter(({ stock, by }) => stock === 0 || stock - by === 0)
  const idsOf = (some: readonly ChangedStock[]) => [
    ...new Set(some.map(({ productId }) => productId)),
  ]
  await queueJob(trx, 'stock', { changed: idsOf(changes), turned: idsOf(turned) })
}

/** Announces changed stocks: going in or out of stock changes lists and cards too, another number only the page. */
export const stockHandler =
  (db: Db, now: () => number = Date.now): JobHandler<'stock'> =>
  async ({ payload: { changed, turned, reviewed = [] } }) => {
    await inTransaction(db, async (trx) => {
      const of = reviewed.map((id) => `reviews:${id}`)
      const names = new Set([...changed.map((id) => `product:${id}`), ...of])
      for (const id of turned.toSorted()) {
        const product = await trx
          .updateTable('product')
          .set({ changed_at: now() })
          .where('id', '=', id)
          .returning(['number', 'category_id', 'subcat_id', 'brand'])
          .executeTakeFirst()
        if (!product) continue
        names.add(`facets:${product.category_id}`).add('facets::offers')
        names.add(`facets:brand:${brandId(product.brand)}`)
        if (product.subcat_id !== null) names.add(`facets:${product.subcat_id}`)
        names.add(`card:${id}`).add(`chunk:${Math.floor(product.number / SITEMAP_CHUNK)}`)
      }
      await announceChange(trx, names, now())
      return { ok: true, value: undefined }
    })
  }

async function take(trx: Trx, unit: Units): Promise<number | 'short' | 'untracked'> {
  const { productId, packLabel, quantity } = unit
  const taken =
    packLabel === null
      ? await trx
          .updateTable('product')
          .set((eb) => ({ stock: eb('stock', '-', quantity) }))
          .where('id', '=', productId)
          .where('withdrawn_at', 'is', null)
          .where('stock', '>=', quantity)
          .returning('stock')
          .executeTakeFirst()
      : await trx
          .updateTable('pack')
          .set((eb) => ({ stock: eb('stock', '-', quantity) }))
          .where('product_id', '=', productId)
          .where('label', '=', packLabel)
          .where('stock', '>=', quantity)
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('product')
                .select('id')
                .where('id', '=', productId)
                .where('withdrawn_at', 'is', null),
            ),
          )
          .returning('stock')
          .executeTakeFirst()
  if (taken) return taken.stock ?? 0
  return (await isUntracked(trx, unit)) ? 'untracked' : 'short'
}

/**
 * Whether stock is not tracked; locks it, so that nobody begins to count it meanwhile. A product with packs has no stock
 * of its own, so without a pack this is false.
 */
async function isUntracked(trx: Trx, { productId, packLabel }: Units): Promise<boolean> {
  const isOnSale = trx
    .selectFrom('product')
    .select('id')
    .where('id', '=', productId)
    .where('withdrawn_at', 'is', null)
  if (packLabel !== null) {
    const pack = trx
      .updateTable('pack')
      .set((eb) => ({ stock: eb.ref('stock') }))
      .where('product_id', '=', productId)
      .where('label', '=', packLabel)
      .where('stock', 'is', null)
      .where((eb) => eb.exists(isOnSale))
      .returning('label')
    return (await pack.executeTakeFirst()) !== undefined
  }
  const packs = trx.selectFrom('pack').select('label').where('product_id', '=', productId)
  const product = trx
    .updateTable('product')
    .set((eb) => ({ stock: eb.ref('stock') }))
    .where('id', 'in', isOnSale)
    .where('stock', 'is', null)
    .where((eb) => eb.not(eb.exists(packs)))
    .returning('id')
  return (await product.executeTakeFirst()) !== undefined
}

/** Returns units to the shelf and records why. */
export async function restock(
  trx: Trx,
  attemptId: string,
  units: readonly Units[],
  kind: 'release' | 'return',
  now: number,
): Promise<ChangedStock[]> {
  const changes: ChangedStock[] = []
  for (const unit of inLockOrder(units)) {
    const by = unit.quantity - Math.min(unit.missing ?? 0, unit.quantity)
    const stock = by > 0 ? await putBack(trx, { ...unit, quantity: by }) : undefined
    if (typeof stock === 'number') changes.push({ productId: unit.productId, stock, by })
    const row = { product_id: unit.productId, pack_label: unit.packLabel, quantity: unit.quantity }
    await note(trx, attemptId, row, kind, now)
  }
  return changes
}

/** Adds to the stock; does nothing if the pack is gone or its stock is no longer tracked. */
async function putBack(trx: Trx, { productId, packLabel, quantity }: Units) {
  if (packLabel === null) {
    const row = await trx
      .updateTable('product')
      .set((eb) => ({ stock: eb('stock', '+', quantity) }))
      .where('id', '=', productId)
      .where('stock', 'is not', null)
      .returning('stock')
      .executeTakeFirst()
    return row?.stock
  }
  const row = await trx
    .updateTable('pack')
    .set((eb) => ({ stock: eb('stock', '+', quantity) }))
    .where('product_id', '=', productId)
    .where('label', '=', packLabel)
    .where('stock', 'is not', null)
    .returning('stock')
    .executeTakeFirst()
  return row?.stock
}

type Row = { product_id: string; pack_label: string | null; quantity: number }

async function note(trx: Trx, attempt_id: string, row: Row, kind: Kind, created_at: number) {
  const { product_id, pack_label, quantity } = row
  await trx
    .insertInto('stock_movement')
    .values({ id: randomUUID(), attempt_id, product_id, pack_label, kind, quantity, created_at })
    .execute()
}
