import { CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { findOrders } from '#lib/server/counter/find-orders.ts'
import { readStockSearch } from '#lib/counter/stock-search.ts'
import { findRiders } from '#lib/server/counter/riders.ts'
import { findStock } from '#lib/server/counter/find-stock.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import { followRenames } from '#lib/server/import/apply/pack-renames.ts'
import { countLateLetters } from '#lib/server/letters/answered.ts'
import { loadFigures } from '#lib/server/import/apply/stocks/stock-figures.ts'
import { allocateCounted } from '#lib/server/orders/allocation.ts'
import { walkRefunds } from '#lib/server/orders/payment/walk-refunds.ts'
import { forgetVain } from '#lib/server/orders/vain-orders.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import { hasBought } from '#lib/server/shopper/reviews/bought.ts'
import { fill, productRow } from '#tests/support/catalogue-rows.ts'
import { openSqlite } from '#tests/support/databases/database.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'

/**
 * Steps that read all that was ever sold, of a product or at all, all that was paid in one way or
 * done, or all letters.
 */
const WHOLE_HISTORY =
  /order_item_product|stock_hold_product|orders_\d+ \(payment_id|order_action|SCAN (order_item|stock_|cash_|orders$|contact_message)/

/** Steps that read all checkouts, orders or payments there ever were. */
const READS_ALL = new RegExp(
  String.raw`SCAN (attempt|payment|orders(?!.* orders_ended))|TEMP B-TREE FOR ORDER|` +
    String.raw`payment_\w+ \(provider=\?\)|orders_(?!vain)\w+ \(created_at`,
)

const renamePack = (trx: Trx) =>
  followRenames(trx, [{ productId: 'p1', from: '1 kg', to: '1000 g' }])

/** How SQLite goes about the queries of a function, one step a line. */
async function plansOf(db: Db, ask: (db: Db) => Promise<unknown>): Promise<string[]> {
  const asked: CompiledQuery[] = []
  const watched = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      asked.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await ask(watched)
  const plans = asked.map(({ sql: text, parameters }) =>
    db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
    ),
  )
  return (await Promise.all(plans)).flatMap(({ rows }) => rows.map(({ detail }) => detail))
}

test.each<[string, (db: Db) => Promise<unknown>]>([
  ['what was sold today', (db) => findStock(db, readStockSearch({ q: 'rice' }), Date.now())],
  ['what an open order is promised', (db) => loadFigures(db, ['p1'], undefined)],
  [
    'a count at the desk',
    (db) => db.transaction().execute((trx) => allocateCounted(trx, 'p1', '', 5)),
  ],
  ['whether a reviewer has bought it', (db) => hasBought(db, 'asha', 'p1')],
  ['who brings orders', (db) => findRiders(db, Date.now())],
  ['orders paid in cash', (db) => findOrders(db, { pay: 'cash' })],
  ['how many letters wait too long', (db) => countLateLetters(db, Date.now())],
])('%s is found without reading all orders or letters there ever were', async (_, ask) => {
  await using shop = await openSqlite()
  await fill(
    shop.db,
    ['staples'],
    [productRow({ number: 1, id: 'p1', name: 'Rice', category_id: 'staples' })],
  )
  const plans = await plansOf(shop.db, ask)
  expect(plans).not.toEqual([])
  expect(plans.filter((step) => WHOLE_HISTORY.test(step))).toEqual([])
})

test.each<[string, (payments: Payments) => Promise<unknown>]>([
  ['what is bought of a renamed pack', ({ db }) => db.transaction().execute(renamePack)],
  ['an order that came in vain', ({ db }) => forgetVain(db, Date.now())],
  ['a payment of which more may have gone back', walkRefunds],
  ['orders that ended', ({ db }) => findOrders(db, { state: 'ended' })],
])('%s is found without reading all there ever was', async (_, ask) => {
  await using shop = await openPaidShop(openSqlite)
  const plans = await plansOf(shop.db, (db) => ask({ ...shop.payments, db }))
  expect(plans).not.toEqual([])
  expect(plans.filter((step) => READS_ALL.test(step))).toEqual([])
})

test('an account is deleted without reading a table that keeps who did what', async () => {
  await using shop = await openSqlite()
  const { rows } = await sql<{ name: string; column: string }>`
    select sqlite_master.name, "from" as "column"
    from sqlite_master, pragma_foreign_key_list(sqlite_master.name) as key
    where sqlite_master.type = 'table' and key."table" = 'user'`.execute(shop.db)
  const indexed = await sql<{ name: string; column: string }>`
    select sqlite_master.name, info.name as "column"
    from sqlite_master, pragma_index_list(sqlite_master.name) as list, pragma_index_info(list.name) as info
    where sqlite_master.type = 'table' and info.seqno = 0`.execute(shop.db)
  expect(rows.length).toBeGreaterThan(10)
  const found = new Set(indexed.rows.map(({ name, column }) => `${name}.${column}`))
  expect(
    rows.map(({ name, column }) => `${name}.${column}`).filter((one) => !found.has(one)),
  ).toEqual([])
})
