import { type QueryId, SelectQueryNode, TableNode } from 'kysely'
import { expect, test } from 'vitest'
import { recordStock } from '#lib/server/counter/stock.ts'
import { openDatabase } from '#lib/server/database/database.ts'
import { uncountedHolds } from '#lib/server/database/migrations/orders/uncounted-holds.ts'
import { loadFigures } from '#lib/server/import/apply/stocks/stock-figures.ts'
import { undoImport } from '#lib/server/import/undo/undo.ts'
import { reconcile } from '#lib/server/orders/payment/reconcile.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { importText } from '#tests/support/lists/import-files.ts'
import { addUser } from '#tests/support/accounts.ts'
import { type CounterShop, openCounter, OWNER } from '#tests/support/orders/counter-shop.ts'
import { shelf, Till } from '#tests/support/orders/stock-shop.ts'

const OK = { ok: true }
const CALLED_OFF = { as: 'cancelled', reason: 'Not wanted', units: 'back' }
const ATTA = 'sku,name,category,price,weight,stock\nATTA,Atta,Flours,,1 kg=64|5 kg=289,'

/** A shop that does not count its dal so far. */
const openUncounted = (open: Parameters<typeof openCounter>[0]) =>
  openCounter(open, { stock: null })

async function count(shop: CounterShop, units: number, id = 'dal') {
  const said = await recordStock(shop.payments, OWNER, id, { kind: 'count', units, pack: '' })
  if (!said.ok) throw new Error(said.error)
  return said.value
}

const skuOf = async ({ db }: CounterShop, id = 'dal'): Promise<string> => {
  const found = db.selectFrom('product').select('sku').where('id', '=', id)
  return (await found.executeTakeFirstOrThrow()).sku
}

/** Updates a shop whose release held nothing of what it did not count, and counts dal and packs before that. */
async function update({ db }: CounterShop, counted: number | null = null): Promise<void> {
  await db.deleteFrom('stock_hold').execute()
  await db.deleteFrom('stock_movement').execute()
  await db.updateTable('pack').set({ stock: counted }).execute()
  await db.updateTable('product').set({ stock: counted }).where('id', '=', 'dal').execute()
  await uncountedHolds.up(db)
}

/** Units taken and not given back. */
async function sold({ db }: CounterShop) {
  const { ever } = await loadFigures(db, ['dal', 'rice'], undefined)
  return { dal: ever('dal', ''), rice: ever('rice', '') }
}

/** The same database for somebody who is overtaken, once, just after reading what was sold. */
function overtakenBy({ db }: CounterShop, other: () => Promise<void>) {
  let read: QueryId | undefined
  return db.withPlugin({
    transformQuery({ node, queryId }) {
      const from = SelectQueryNode.is(node) ? (node.from?.froms ?? []) : []
      const names = from.filter(TableNode.is).map(({ table }) => table.identifier.name)
      if (names.includes('stock_movement')) read ??= queryId
      return node
    },
    async transformResult({ result, queryId }) {
      if (queryId === read) await other()
      return result
    },
  })
}

forEachDatabase((open) => {
  test('a first count does not sell what orders and open checkouts will get (I3)', async () => {
    await using shop = await openUncounted(open)
    const id = await shop.cashOrder(5)
    const packed = await shop.cashOrder(2, await addUser(shop.db, 'Ravi'))
    await shop.advance(packed, 'accepted', 'packed')
    const till = new Till(shop)
    const held = await till.hold('dal', 1)
    expect(await count(shop, 8)).toEqual({ stock: 2, promised: 6, missing: 0 })
    await till.release(held ?? '')
    expect(await shop.stock()).toBe(3)
    await shop.act(id, 'end', CALLED_OFF)
    expect(await shop.stock(), 'nobody gets them').toBe(8)
    await shop.act(packed, 'end', CALLED_OFF)
    expect(await shop.stock(), 'back from the packed bag').toBe(10)
  })

  test('a first count that does not find what is promised says so, and a line that is cut gives only its own (I3)', async () => {
    await using shop = await openUncounted(open)
    const id = await shop.cashOrder(5)
    await shop.act(id, 'line', { position: 0, quantity: 4, units: 'back' })
    expect(await count(shop, 3)).toEqual({ stock: 0, promised: 3, missing: 1 })
    await shop.act(id, 'end', CALLED_OFF)
    expect(await shop.stock()).toBe(3)
  })

  test('the first number that a list gives is of the shelf, too; taken back, nobody counts (I3)', async () => {
    await using shop = await openUncounted(open)
    const sku = await skuOf(shop)
    const id = await shop.cashOrder(5)
    for (const stockMode of ['ask', 'keep', 'set'] as const) {
      await importText(shop, `sku,stock\n${sku},8\n`, { stockMode })
      expect(await shop.stock(), stockMode).toBe(3)
      await undoImport(shop.db)
      expect(await shop.stock()).toBeNull()
    }
    await importText(shop, `sku,stock\n${sku},8\n`)
    await shop.act(id, 'end', CALLED_OFF)
    expect(await shop.stock()).toBe(8)
  })

  test('what was sold while nobody counted is not on the shelf that an undo brings back (I3 E14)', async () => {
    await using shop = await openCounter(open)
    const sku = await skuOf(shop)
    await importText(shop, `sku,stock\n${sku},\n`)
    await shop.cashOrder(4)
    await undoImport(shop.db)
    expect(await shop.stock()).toBe(6)
    await importText(shop, `sku,stock\n${sku},\n`)
    await new Till(shop).sell('dal', 7)
    await undoImport(shop.db, { leavesLater: true })
    expect(await shop.stock(), 'more than there was').toBeNull()
  })

  test('what is sold while an undo is prepared is not on the shelf that it brings back (I3 E14)', async () => {
    await using shop = await openCounter(open)
    const sku = await skuOf(shop)
    await importText(shop, `${ATTA}40|12\n`)
    await importText(shop, `sku,stock\nATTA,|\n${sku},\n`, { stockMode: 'set' })
    expect(await shelf(shop)).toMatchObject({ [sku]: null, 'ATTA 5 kg': null })
    await using others = openDatabase(shop.url)
    const till = new Till({ db: others })
    let isSold = false
    const desk = overtakenBy(shop, async () => {
      isSold = true
      await till.sell('dal', 4)
      await till.sell('atta', 3, '5 kg')
    })
    expect(await undoImport(desk)).not.toHaveProperty('reasons')
    expect(isSold).toBe(true)
    expect(await shelf(shop)).toMatchObject({ [sku]: 6, 'ATTA 1 kg': 40, 'ATTA 5 kg': 9 })
  })

  test('of packs each number is the shelf of its own, and an undo leaves sold what was sold (I3 E14)', async () => {
    await using shop = await openCounter(open)
    await importText(shop, `${ATTA}\n`)
    const till = new Till(shop)
    const held = await till.hold('atta', 2, '1 kg')
    await importText(shop, `${ATTA}40|12\n`)
    expect(await shelf(shop)).toMatchObject({ 'ATTA 1 kg': 38, 'ATTA 5 kg': 12 })
    await till.release(held ?? '')
    await importText(shop, `${ATTA}|\n`, { stockMode: 'set' })
    await till.sell('atta', 3, '5 kg')
    await undoImport(shop.db)
    expect(await shelf(shop)).toMatchObject({ 'ATTA 1 kg': 40, 'ATTA 5 kg': 9 })
  })

  test('an undo between one stock and that of packs is refused if it cannot tell what was sold (I3 E14)', async () => {
    await using shop = await open()
    const one = 'sku,name,category,price,weight,stock\nATTA,Atta,Flours,64,,'
    const till = new Till(shop)
    for (const [before, after, pack, was] of [
      [`${one}10`, `${ATTA}|`, '5 kg', { ATTA: 10 }],
      [`${ATTA}40|12`, one, null, { 'ATTA 1 kg': 40, 'ATTA 5 kg': 12 }],
    ] as const) {
      await importText(shop, `${before}\n`, { stockMode: 'set' })
      await importText(shop, `${after}\n`, { stockMode: 'set' })
      await undoImport(shop.db)
      expect(await shelf(shop), 'nothing was sold').toEqual(was)
      await importText(shop, `${after}\n`, { stockMode: 'set' })
      await till.sell('atta', 3, pack)
      expect(await undoImport(shop.db)).toMatchObject({ isRefused: true })
      await undoImport(shop.db, { leavesLater: true })
      expect(Object.values(await shelf(shop)).filter((units) => units !== null)).toEqual([])
    }
  })

  test('units of what is not counted are no limit for who buys them', async () => {
    await using shop = await openCounter(open, { stock: null, settings: { unpaidUnits: 3 } })
    const id = await shop.cashOrder(5)
    expect((await shop.order(id)).status).toBe('pending')
  })

  test('a shop that is updated knows what was promised before of what it does not count (I3)', async () => {
    await using shop = await openUncounted(open)
    const id = await shop.cashOrder(5)
    await shop.act(id, 'line', { position: 0, quantity: 4, units: 'back' })
    const replaced = { instead: await skuOf(shop, 'rice'), count: 2, agreed: 'yes' }
    await shop.act(id, 'line', { position: 0, quantity: 3, ...replaced })
    const gone = await shop.cashOrder(2, await addUser(shop.db, 'Ravi'))
    await shop.act(gone, 'end', CALLED_OFF)
    await update(shop)
    expect(await sold(shop)).toEqual({ dal: 3, rice: 2 })
    expect(await count(shop, 8)).toEqual({ stock: 5, promised: 3, missing: 0 })
    expect(await count(shop, 8, 'rice')).toEqual({ stock: 6, promised: 2, missing: 0 })
    await shop.act(id, 'end', CALLED_OFF)
    expect([await shop.stock(), await shop.stock('rice')]).toEqual([8, 8])
    expect(await sold(shop)).toEqual({ dal: 0, rice: 0 })
  })

  test('what the release before counted gets nothing that nobody took off it (I3)', async () => {
    await using shop = await openUncounted(open)
    await importText(shop, `${ATTA}\n`)
    const id = await shop.cashOrder(5)
    const replaced = { instead: 'ATTA', pack: '5 kg', count: 2, agreed: 'yes' }
    expect(await shop.act(id, 'line', { position: 0, quantity: 1, ...replaced })).toMatchObject(OK)
    const other = await addUser(shop.db, 'Ravi')
    const next = await shop.cashOrder(2, other)
    await shop.put(shop.asha.id, 'dal', 1)
    await shop.attempt()
    await update(shop, 8)
    await shop.act(id, 'end', CALLED_OFF)
    shop.clock.ahead = 3_600_000
    await reconcile(shop.payments)
    expect(await shelf(shop)).toMatchObject({ 'SKU-1': 8, 'ATTA 5 kg': 8 })
    expect(await count(shop, 8)).toEqual({ stock: 6, promised: 2, missing: 0 })
    await shop.act(next, 'end', CALLED_OFF)
    expect(await shop.stock()).toBe(8)
  })
})
