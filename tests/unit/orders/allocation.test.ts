import { expect, test } from 'vitest'
import { recordStock } from '#lib/server/counter/stock.ts'
import { lastImport } from '#lib/server/import/apply/history.ts'
import { undoImport } from '#lib/server/import/undo/undo.ts'
import { type CounterShop, openCounter, OWNER } from '#tests/support/orders/counter-shop.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { tellRefund } from '#tests/support/outside/paid-attempt.ts'
import { importText } from '#tests/support/lists/import-files.ts'
import { Till } from '#tests/support/orders/stock-shop.ts'

/** Reports a count or a delivery of a product, as somebody in the aisle would. */
async function say(shop: CounterShop, kind: 'count' | 'delivery', units: number) {
  const said = await recordStock(shop.payments, OWNER, 'dal', { kind, units, pack: '' })
  if (!said.ok) throw new Error(said.error)
  return said.value
}

const skuOf = async ({ db }: CounterShop): Promise<string> => {
  const dal = db.selectFrom('product').select('sku').where('id', '=', 'dal')
  return (await dal.executeTakeFirstOrThrow()).sku
}

const CALLED_OFF = { as: 'cancelled', reason: 'Not wanted', units: 'back' }

forEachDatabase((open) => {
  test('of an order that is called off comes back what was counted, and no more (I3)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder(5)
    expect(await say(shop, 'count', 2)).toEqual({ stock: 0, promised: 2, missing: 3 })
    await shop.act(id, 'end', CALLED_OFF)
    expect(await shop.stock()).toBe(2)
  })

  test('what one count missed is promised still when the next one, or a delivery, brings it (I3)', async () => {
    await using shop = await openCounter(open)
    const till = new Till(shop)
    const held = await till.hold('dal', 3)
    await say(shop, 'count', 0)
    expect(await say(shop, 'count', 5)).toEqual({ stock: 2, promised: 3, missing: 0 })
    await till.release(held ?? '')
    expect(await shop.stock()).toBe(5)
    const id = await shop.cashOrder(4)
    await say(shop, 'count', 1)
    expect(await say(shop, 'delivery', 2)).toEqual({ stock: 0, promised: 2, missing: 1 })
    expect(await say(shop, 'delivery', 5)).toEqual({ stock: 4, promised: 1, missing: 0 })
    await shop.act(id, 'end', CALLED_OFF)
    expect(await shop.stock()).toBe(8)
  })

  test('a line that a count cut short takes nothing from what is left of it (I3)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder(3)
    await say(shop, 'count', 2)
    await shop.act(id, 'line', { position: 0, quantity: 2 })
    await shop.act(id, 'end', CALLED_OFF)
    expect(await shop.stock()).toBe(2)
  })

  test('of a line that is cut nothing comes back that a count did not find, and no delivery goes to it (I3)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder(3)
    await say(shop, 'count', 1)
    await shop.act(id, 'line', { position: 0, quantity: 1, units: 'back' })
    expect(await shop.stock()).toBe(0)
    expect(await say(shop, 'delivery', 2)).toEqual({ stock: 2, promised: 0, missing: 0 })
    await shop.act(id, 'end', CALLED_OFF)
    expect(await shop.stock()).toBe(3)
  })

  test('what a list brings goes first to whom a count did not find it, and an undo takes it back (I3)', async () => {
    await using shop = await openCounter(open)
    const sku = await skuOf(shop)
    const id = await shop.cashOrder(3)
    await say(shop, 'count', 0)
    await importText(shop, `sku,stock\n${sku},+2\n`)
    expect(await shop.stock()).toBe(0)
    await undoImport(shop.db)
    await importText(shop, `sku,stock\n${sku},+12\n`)
    expect(await shop.stock()).toBe(9)
    await undoImport(shop.db)
    await undoImport(shop.db, { number: await lastImport(shop.db) })
    expect(await shop.stock()).toBe(9)
    await shop.act(id, 'end', CALLED_OFF)
    expect(await shop.stock()).toBe(12)
  })

  test('a list that takes more than the shelf has takes it from those who are promised it (I3)', async () => {
    await using shop = await openCounter(open)
    const sku = await skuOf(shop)
    const id = await shop.cashOrder(3)
    await say(shop, 'count', 5)
    await importText(shop, `sku,stock\n${sku},-3\n`)
    expect(await shop.stock()).toBe(0)
    await shop.act(id, 'end', CALLED_OFF)
    expect(await shop.stock()).toBe(2)
  })

  test('a list that was counted now leaves orders what is on the shelf for them, as a count does (I3)', async () => {
    await using shop = await openCounter(open)
    const sku = await skuOf(shop)
    const id = await shop.cashOrder(3)
    await importText(shop, `sku,stock\n${sku},10\n`, { stockMode: 'set' })
    expect(await shop.stock()).toBe(7)
    await importText(shop, `sku,stock\n${sku},1\n`, { stockMode: 'set' })
    expect(await shop.stock()).toBe(0)
    await shop.act(id, 'end', CALLED_OFF)
    expect(await shop.stock()).toBe(1)
  })

  test('an order that was packed by mistake still lacks what a count did not find (I3)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder(3)
    await say(shop, 'count', 2)
    await shop.advance(id, 'accepted', 'packed')
    await shop.act(id, 'undo')
    await shop.act(id, 'end', CALLED_OFF)
    expect(await shop.stock()).toBe(2)
  })

  test('also one that was sent by mistake, both steps taken back, still lacks it (I3)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder(3)
    await say(shop, 'count', 2)
    await shop.advance(id, 'accepted', 'packed', 'out')
    await shop.act(id, 'undo')
    await shop.act(id, 'undo')
    await shop.act(id, 'end', CALLED_OFF)
    expect(await shop.stock()).toBe(2)
  })

  test('of a packed line that is cut all comes back, as it was there to be packed (I3)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder(3)
    await say(shop, 'count', 0)
    await shop.advance(id, 'accepted', 'packed')
    await shop.act(id, 'line', { position: 0, quantity: 1, units: 'back' })
    expect(await shop.stock()).toBe(2)
    await shop.act(id, 'end', CALLED_OFF)
    expect(await shop.stock()).toBe(3)
  })

  for (const counted of [10, 0]) {
    test(`${counted} that are counted beside the bag of an order to check leave the bag as it is (I3)`, async () => {
      await using shop = await openCounter(open, { stock: 12 })
      const [kept, left] = [await shop.paidOrder(1), await shop.paidOrder(1)]
      for (const id of [kept, left]) await shop.advance(id, 'accepted', 'packed')
      for (const payment of shop.standIn.payments) {
        await tellRefund(shop, shop.standIn.refundByHand(payment, payment.amount))
      }
      expect((await shop.order(kept)).status).toBe('needs_attention')
      expect(await say(shop, 'count', counted)).toEqual({ stock: counted, promised: 0, missing: 0 })
      await shop.act(left, 'end', CALLED_OFF)
      expect(await shop.stock()).toBe(counted + 1)
      await shop.advance(kept, 'accepted', 'packed', 'out', 'delivered')
      expect(await shop.stock()).toBe(counted + 1)
    })
  }

  test('an order that is accepted again after it was to check is on the shelf, as its list to pick says (I3)', async () => {
    await using shop = await openCounter(open, { stock: 12 })
    const id = await shop.paidOrder(2)
    await shop.advance(id, 'accepted', 'packed')
    const [payment] = shop.standIn.payments
    if (!payment) throw new Error('No payment')
    await tellRefund(shop, shop.standIn.refundByHand(payment, payment.amount))
    await shop.advance(id, 'accepted')
    expect(await say(shop, 'count', 12)).toEqual({ stock: 10, promised: 2, missing: 0 })
    await shop.act(id, 'undo')
    expect(await say(shop, 'count', 10)).toEqual({ stock: 10, promised: 0, missing: 0 })
  })

  test('what was packed was there, and all of it comes back from the door (I3)', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder(3)
    await say(shop, 'count', 2)
    await shop.advance(id, 'accepted', 'packed', 'out')
    await shop.act(id, 'end', { as: 'refused', reason: 'Nobody home', units: 'back' })
    expect(await shop.stock()).toBe(3)
  })
})
