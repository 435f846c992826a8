import { expect, test } from 'vitest'
import { removeBought } from '#lib/server/shopper/cart/change-cart.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import { sweep } from '#lib/server/shop/sweep.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openShoppers, said, type ShopperCalls } from '#tests/support/shoppers.ts'

const HTML = 'text/html'
const times = <Value>(count: number, make: (at: number) => Value) =>
  Array.from({ length: count }, (_, at) => make(at))

forEachDatabase((open) => {
  test('twenty adds of one product at once are summed up (F33)', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    const answers = await Promise.all(
      times(20, () => said(asha.add({ productid: 'toor-dal', quantity: 2 }))),
    )
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]))
    expect(await asha.items()).toMatchObject([{ quantity: 40 }])
  })

  test('adds at once stop at the limit of a line and at the stock, not beyond (F33 A09)', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    await shop.db.updateTable('product').set({ stock: 5 }).where('id', '=', 'chai').execute()
    const dal = times(12, () => asha.add({ productid: 'toor-dal', quantity: 10 }))
    const chai = times(8, () => asha.add({ productid: 'chai' }))
    await Promise.all([...dal, ...chai])
    const items = await asha.items()
    expect(Object.fromEntries(items.map((item) => [item.productid, item.quantity]))).toEqual({
      ...{ 'toor-dal': 90, chai: 5 },
    })
  })

  test('the same request under one key has one effect and one answer, however often it comes', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    const add = () => said(asha.add({ productid: 'toor-dal', quantity: 2 }, { key: 'k1' }))
    const answers = await Promise.all(times(5, add))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1)
    await asha.add({ productid: 'toor-dal' })
    const late = await add()
    expect(late).toMatchObject({ code: 200, msg: 'Item is added to the cart', id: answers[0]?.id })
    expect(late.cart).toMatchObject([{ quantity: 3 }])
  })

  test('a refusal is remembered too: its late repeat does nothing', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    const stock = (left: number) =>
      shop.db.updateTable('product').set({ stock: left }).where('id', '=', 'chai').execute()
    await stock(1)
    const add = () => said(asha.add({ productid: 'chai', quantity: 2 }, { key: 'k1' }))
    expect(await add()).toMatchObject({ code: 409, msg: 'Only 1 left' })
    await stock(9)
    expect(await add()).toMatchObject({ code: 409, msg: 'Only 1 left' })
    expect(await asha.items()).toEqual([])
  })

  test('a key belongs to one request of one account', async () => {
    await using shop = await openShoppers(open)
    const [asha, meera] = [await shop.shopper(), await shop.shopper()]
    const key = 'k1'
    await asha.add({ productid: 'toor-dal' }, { key })
    expect((await asha.add({ productid: 'chai' }, { key })).status).toBe(409)
    expect((await asha.wish({ productid: 'toor-dal' }, { key })).status).toBe(409)
    expect(await said(meera.add({ productid: 'chai' }, { key }))).toMatchObject({ code: 200 })
    expect(await asha.items()).toMatchObject([{ productid: 'toor-dal', quantity: 1 }])
    const long = await said(asha.add({ productid: 'chai' }, { key: 'x'.repeat(65) }))
    expect(long).toMatchObject({ code: 400, field: 'idempotencykey' })
  })

  test('a key is forgotten after 30 days', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    const day = 24 * 3600_000
    await asha.add({ productid: 'toor-dal' }, { key: 'old' })
    const sessions = await shop.db.selectFrom('session').selectAll().execute()
    await sweep(shop.db, Date.now() + 29 * day)
    // As after another sign-in: sessions do not last as long.
    const again = sessions.map(({ created_at, updated_at, expires_at, ...session }) => ({
      ...session,
      created_at: new Date(created_at),
      updated_at: new Date(updated_at),
      expires_at: new Date(expires_at),
    }))
    await shop.db.insertInto('session').values(again).execute()
    await asha.add({ productid: 'toor-dal' }, { key: 'old' })
    expect(await asha.items()).toMatchObject([{ quantity: 1 }])
    await sweep(shop.db, Date.now() + 31 * day)
    expect(await shop.db.selectFrom('idempotency').selectAll().execute()).toEqual([])
  })

  test('a form names its key in a field', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    const form = { productid: 'toor-dal', quantity: '1', idempotencykey: 'k1' }
    await asha.add(form, { accept: HTML })
    await asha.add(form, { accept: HTML })
    expect(await asha.items()).toMatchObject([{ quantity: 1 }])
  })

  test('a change says from what to what; without that the last one stands', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    const { id = '' } = await said(asha.add({ productid: 'toor-dal', quantity: 3 }))
    await asha.add({ productid: 'toor-dal', quantity: 2 })
    const changed = await said(asha.change(id, { quantity: 4, was: 3 }))
    expect(changed.cart).toMatchObject([{ quantity: 6 }])
    await asha.change(id, { quantity: 1, was: 9 })
    expect(await asha.items()).toMatchObject([{ quantity: 1 }])
    await asha.change(id, { quantity: 8 })
    await asha.change(id, { quantity: 7 })
    expect(await asha.items()).toMatchObject([{ quantity: 7 }])
  })

  test('paying takes the paid units; what was added meanwhile stays in the cart (F28)', async () => {
    await using shop = await openShoppers(open)
    const [asha, meera] = [await shop.shopper(), await shop.shopper()]
    await asha.add({ productid: 'toor-dal', quantity: 2 })
    const { id: moong = '' } = await said(
      asha.add({ productid: 'moong-dal', productweight: '500 g' }),
    )
    await meera.add({ productid: 'toor-dal', quantity: 2 })
    const paid = [
      { product_id: 'toor-dal', choice: '', quantity: 2 },
      { product_id: 'moong-dal', choice: 'weight=500 g', quantity: 1 },
    ]
    // Meanwhile, in another tab, the shopper adds one more, adds another product, and removes a line.
    await asha.add({ productid: 'toor-dal' })
    await asha.add({ productid: 'chai' })
    await asha.remove(moong)
    await inTransaction(shop.db, async (trx) => {
      await removeBought(trx, asha.id, paid)
      return { ok: true, value: undefined }
    })
    const left = (await asha.items()).map((item) => [item.productid, item.quantity])
    expect(Object.fromEntries(left)).toEqual({ 'toor-dal': 1, chai: 1 })
    expect(await meera.items()).toMatchObject([{ quantity: 2 }])
  })

  test('an account that is gone leaves neither line nor memory of its key', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    await shop.db.deleteFrom('user').where('id', '=', asha.id).execute()
    await expect(asha.add({ productid: 'toor-dal' }, { key: 'k1' })).rejects.toThrow()
    expect(await shop.db.selectFrom('idempotency').selectAll().execute()).toEqual([])
    expect(await shop.db.selectFrom('cart_item').selectAll().execute()).toEqual([])
  })
})

/** Everything that one shopper might try with another's ids. */
const INTRUSIONS: [
  string,
  (other: ShopperCalls, ids: { line: string; wish: string }) => Promise<Response>,
][] = [
  ['PUT /api/cart/{id}', (other, { line }) => other.change(line, { quantity: 9 })],
  ['DELETE /api/cart/{id}', (other, { line }) => other.remove(line)],
  ['DELETE /api/cart', (other, { line }) => other.removeByBody({ _id: line })],
  ['POST /api/mylist/add of a line', (other, { line }) => other.wish({ cartid: line })],
  ['DELETE /api/mylist/{id}', (other, { wish }) => other.removeFromWishlist(wish)],
  ['DELETE /api/mylist', (other, { wish }) => other.unwishByBody({ _id: wish })],
]

forEachDatabase((open) => {
  test.each(INTRUSIONS)(
    '%s of another’s id answers like an unknown id, and changes nothing (I8)',
    async (_, intrude) => {
      await using shop = await openShoppers(open)
      const [asha, meera] = [await shop.shopper(), await shop.shopper()]
      const { id: line = '' } = await said(asha.add({ productid: 'toor-dal', quantity: 2 }))
      await asha.wish({ productid: 'chai' })
      const [wish] = await asha.wishes()
      const before = [await asha.items(), await asha.wishes()]
      const foreign = await intrude(meera, { line, wish: wish?._id ?? '' })
      const unknown = await intrude(meera, { line: 'unknown', wish: 'unknown' })
      expect([foreign.status, unknown.status]).toEqual([404, 404])
      const [one, two] = [await foreign.json(), await unknown.json()]
      expect(Object.keys(one)).toEqual(Object.keys(two))
      expect(one).toMatchObject({ error: true, msg: two.msg })
      expect([await asha.items(), await asha.wishes()]).toEqual(before)
      expect([await meera.items(), await meera.wishes()]).toEqual([[], []])
    },
  )
})

const ROUTES: [string, (who: ShopperCalls, userid: string) => Promise<Response>][] = [
  ['GET /api/cart', (who, userid) => who.getCart(`?userid=${userid}`)],
  ['GET /api/mylist', (who, userid) => who.getWishes(`?userid=${userid}`)],
  ['POST /api/cart/add', (who, userid) => who.add({ productid: 'toor-dal', userid })],
  ['POST /api/mylist/add', (who, userid) => who.wish({ productid: 'toor-dal', userid })],
  ['PUT /api/cart/{id}', (who, userid) => who.change('x', { quantity: 1, userid })],
  ['DELETE /api/cart/{id}', (who, userid) => who.remove('x', { userid })],
  ['DELETE /api/cart', (who, userid) => who.removeByBody({ _id: 'x', userid })],
  ['DELETE /api/mylist/{id}', (who, userid) => who.removeFromWishlist('x', { userid })],
  ['DELETE /api/mylist', (who, userid) => who.unwishByBody({ _id: 'x', userid })],
  ['POST /api/productreviews/add', (who, userid) => who.review({ productid: 'chai', userid })],
]

test.each(ROUTES)('%s refuses the userid of another (I8)', async (_, ask) => {
  await using shop = await openShoppers()
  const [asha, meera] = [await shop.shopper(), await shop.shopper()]
  expect((await ask(meera, asha.id)).status).toBe(403)
  expect([200, 404]).toContain((await ask(meera, meera.id)).status)
  expect([await asha.items(), await asha.wishes()]).toEqual([[], []])
})

test.each(ROUTES)(
  '%s without a session is 401, and the cart is kept (F47 S-138)',
  async (_, ask) => {
    await using shop = await openShoppers()
    const asha = await shop.shopper()
    await asha.add({ productid: 'chai' })
    const answer = await ask(shop.visitor, asha.id)
    expect([answer.status, await answer.json()]).toEqual([
      ...[401, { error: true, msg: 'Please login first!', code: 'signedOut' }],
    ])
    expect(await asha.items()).toHaveLength(1)
  },
)
