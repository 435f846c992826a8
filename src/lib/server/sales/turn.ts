import { setImmediate } from 'node:timers/promises'
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import { isSaleOn, withSale } from '#lib/server/catalogue/sale-price.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Database, Db, Trx } from '#lib/server/database/schema.ts'
import { announceChange } from '#lib/server/catalogue/changes.ts'
import { waitForOthers } from '#lib/server/import/apply/history.ts'
import { compareProduct } from '#lib/server/import/apply/compare-product.ts'
import { lockRows } from '#lib/server/import/apply/lock-rows.ts'
import { ProductNames } from '#lib/server/import/apply/product-names.ts'
import { loadStored, writeProducts } from '#lib/server/import/apply/product-rows.ts'

/** How many products change in one transaction. It runs on the thread that serves, so shoppers wait only briefly. */
const BATCH = 40

/**
 * Updates the price of each product whose sale has begun or ended, and announces it in the same transaction;
 * also those that fell due while no server ran.
 * @returns how many products were updated
 */
export async function turnSales(db: Db, now = Date.now()): Promise<number> {
  let turned = 0
  for (let some = BATCH; some === BATCH; turned += some) {
    const due = await dueProducts(db, now)
    if (due.length === 0) return turned
    some = 0
    await inTransaction(db, async (trx) => {
      some = await turnSome(trx, due, now)
      return { ok: true, value: undefined }
    })
    // Lets requests that came meanwhile be answered first.
    await setImmediate()
  }
  return turned
}

async function turnSome(trx: Trx, ids: string[], now: number): Promise<number> {
  await waitForOthers(trx)
  await lockRows(trx, ids)
  const names = new ProductNames(new Set())
  const writes = []
  for (const product of (await loadStored(trx, 'id', ids)).values()) {
    const isOn = Number(isSaleOn(product, now))
    // Another server has done it already.
    if (product.sale_is_on === isOn) continue
    const wanted = { ...withSale(product, now), sale_is_on: isOn, changed_at: now }
    const { isCardChanged, arePacksChanged, areImagesChanged } = compareProduct(product, wanted)
    if (product.withdrawn_at === null) names.changed(product, wanted, isCardChanged)
    writes.push({ ...wanted, arePacksChanged, areImagesChanged })
  }
  await writeProducts(trx, writes)
  await names.namePrices(trx)
  if (names.names.size > 0) await announceChange(trx, names.names, now)
  return ids.length
}

async function dueProducts(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('product')
    .select('id')
    .where((eb) => isDue(eb, now))
    .limit(BATCH)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Whether a sale is on but over, or off but begun; or on though its time has not come, as a wrong clock had it.
 * Uses the indexes of sales: most products have none.
 */
function isDue(eb: ExpressionBuilder<Database, 'product'>, now: number): Expression<SqlBool> {
  const isOver = eb.and([eb('sale_is_on', '=', 1), eb('sale_until', '<=', now)])
  const isLasting = eb.or([eb('sale_until', 'is', null), eb('sale_until', '>', now)])
  const hasBegun = eb.and([eb('sale_is_on', '=', 0), isLasting])
  const isEarly = eb.and([sql<SqlBool>`sale_is_on = 1`, eb('sale_from', '>', now)])
  return eb.or([eb.and([eb('sale_from', '<=', now), eb.or([isOver, hasBegun])]), isEarly])
}
