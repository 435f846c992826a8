import { expect, test } from 'vitest'
import { productRow } from '#tests/support/catalogue-rows.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { ledTo, openShoppers, said } from '#tests/support/shoppers.ts'

const HTML = 'text/html'
const OK = { code: 200, status: true, error: false }

forEachDatabase((open) => {
  test('what is added lies in the cart, by the shop’s own title, picture and price (S-102 S-172 S-173 S-196)', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    const answer = await said(asha.add({ productid: 'toor-dal', quantity: 2 }))
    expect(answer).toMatchObject({ ...OK, msg: 'Item is added to the cart' })
    const item = {
      ...{ _id: answer.id, productid: 'toor-dal', userid: asha.id, producttitle: 'Toor Dal' },
      ...{ image: 'bbbbbbbbbbbbbbbb-1280.webp', rating: 4, price: 149.5, quantity: 2 },
      ...{ subtotal: 299, choice: '', pack: '', unit: '1 kg', productrams: '', productsize: '' },
      ...{ productweight: '', oldprice: 199, wasprice: null, stock: null, state: 'ok' },
    }
    expect(answer.cart).toEqual([item])
    expect(await asha.items()).toEqual([item])
    const read = await asha.getCart(`?userid=${asha.id}`)
    expect(read.headers.get('x-cart-revision')).toBe(String(answer.revision))
  })

  test('the same product and choice adds up, another choice is another line', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    await shop.db.updateTable('pack').set({ stock: null }).execute()
    const small = { productid: 'moong-dal', productweight: '500 g' }
    await asha.add(small)
    await asha.add({ ...small, quantity: '2' })
    const { cart } = await said(asha.add({ productid: 'moong-dal', productweight: '1 kg' }))
    expect(cart).toMatchObject([
      { choice: '500 g', pack: '500 g', quantity: 3, price: 62, subtotal: 186, oldprice: null },
      {
        choice: '1 kg',
        pack: '1 kg',
        quantity: 1,
        price: 118,
        oldprice: 130,
        productweight: '1 kg',
      },
    ])
  })

  test('a product with choices is not added before each is made (S-123 S-124 S-139)', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    for (const productweight of [undefined, '', '5 kg']) {
      expect(await said(asha.add({ productid: 'moong-dal', productweight }))).toMatchObject({
        ...{ code: 400, error: true, field: 'productweight', cart: [] },
      })
    }
    const odd = { productid: 'moong-dal', productweight: '500 g', productsize: 'large' }
    expect(await said(asha.add(odd))).toMatchObject({ code: 400, field: 'productsize' })
    const form = await asha.add({ productid: 'moong-dal' }, { accept: HTML })
    expect(ledTo(form)).toEqual({
      ...{
        code: 303,
        to: '/product/moong-dal',
        said: { msg: 'Please choose: Weight', error: true },
      },
    })
    expect(await said(asha.add({ productid: 'toor-dal' }))).toMatchObject(OK)
  })

  test('beyond the stock nothing is added, and the shopper learns how much is left', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    await shop.db.updateTable('product').set({ stock: 3 }).where('id', '=', 'toor-dal').execute()
    const { id = '' } = await said(asha.add({ productid: 'toor-dal', quantity: 2 }))
    const refusal = { code: 409, status: false, error: true, msg: 'Only 3 left' }
    expect(await said(asha.add({ productid: 'toor-dal', quantity: 2 }))).toMatchObject(refusal)
    expect(await said(asha.change(id, { quantity: 4 }))).toMatchObject(refusal)
    expect(await said(asha.change(id, { quantity: 3 }))).toMatchObject(OK)
    expect(await said(asha.add({ productid: 'basmati', productsize: 'large' }))).toMatchObject({
      ...{ code: 409, msg: 'This product is sold out at the moment.' },
    })
    expect(await asha.items()).toMatchObject([{ quantity: 3, stock: 3 }])
  })

  test('choices without a stock of their own share that of the product', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    await shop.db.updateTable('product').set({ stock: 3 }).where('id', '=', 'basmati').execute()
    await asha.add({ productid: 'basmati', productsize: 'small', quantity: 2 })
    const large = { productid: 'basmati', productsize: 'large', quantity: 2 }
    expect(await said(asha.add(large))).toMatchObject({ code: 409, msg: 'Only 3 left' })
    await asha.add({ ...large, quantity: 1 })
    await shop.db.updateTable('product').set({ stock: 2 }).where('id', '=', 'basmati').execute()
    expect(await asha.items()).toMatchObject([{ state: 'ok' }, { state: 'soldout' }])
  })

  test('of a shared stock each line says how many it may be beside the others', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    const stock = (units: number) =>
      shop.db.updateTable('product').set({ stock: units }).where('id', '=', 'basmati').execute()
    await stock(4)
    const { id: small = '' } = await said(
      asha.add({ productid: 'basmati', productsize: 'small', quantity: 2 }),
    )
    const { id: large = '' } = await said(
      asha.add({ productid: 'basmati', productsize: 'large', quantity: 2 }),
    )
    const lines = async () =>
      (await asha.items()).map(({ quantity, state, stock: most }) => [quantity, state, most])
    expect(await lines()).toEqual([
      [2, 'ok', 2],
      [2, 'ok', 2],
    ])
    await stock(3)
    expect(await lines()).toEqual([
      [2, 'ok', 2],
      [2, 'short', 1],
    ])
    expect(await said(asha.change(small, { quantity: 3 })), 'its end').toMatchObject({ code: 409 })
    expect(await said(asha.change(large, { quantity: 1 }))).toMatchObject(OK)
    expect(await lines(), 'as was said').toEqual([
      [2, 'ok', 2],
      [1, 'ok', 1],
    ])
    await stock(2)
    expect(await lines()).toEqual([
      [2, 'ok', 2],
      [1, 'soldout', 0],
    ])
    await asha.change(small, { quantity: 1 })
    expect(await lines()).toEqual([
      [1, 'ok', 1],
      [1, 'ok', 1],
    ])
    await stock(5)
    expect(await lines(), 'each may be more by what is left').toEqual([
      [1, 'ok', 4],
      [1, 'ok', 4],
    ])
  })

  test('a quantity is saved with its subtotal; unchanged, nothing happens (S-121 S-122 S-174)', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    const { id = '' } = await said(asha.add({ productid: 'toor-dal' }))
    const payload = { producttitle: 'Toor Dal', image: '', rating: 4, price: 149.5, subtotal: 598 }
    const body = { ...payload, quantity: 4, productid: 'toor-dal', userid: asha.id }
    const changed = await said(asha.change(id, body))
    expect(changed).toMatchObject({
      ...OK,
      id,
      cart: [{ quantity: 4, subtotal: 598 }],
    })
    expect(await said(asha.change(id, body))).toMatchObject({ ...OK, msg: '', cart: changed.cart })
    const form = (quantity: string) => asha.change(id, { quantity }, { accept: HTML })
    expect(ledTo(await form('4'))).toEqual({ code: 303, to: '/cart', said: undefined })
    expect(ledTo(await form('5'))).toMatchObject({ code: 303, to: '/cart', said: { error: false } })
    expect(ledTo(await form('0'))).toMatchObject({ code: 303, to: '/cart', said: { error: true } })
    expect(await asha.items()).toMatchObject([{ quantity: 5 }])
  })

  test('a removal says so, with the id in the address or in the body (S-175 S-190)', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    const gone = { ...OK, msg: 'Item deleted successfully from cart!', cart: [] }
    for (const way of ['remove', 'removeByBody', 'form'] as const) {
      const { id = '' } = await said(asha.add({ productid: 'toor-dal' }))
      if (way === 'form') {
        expect(ledTo(await asha.remove(id, {}, { accept: HTML }))).toEqual({
          ...{ code: 303, to: '/cart', said: { msg: gone.msg, error: false } },
        })
      } else {
        const ask = way === 'remove' ? asha.remove(id) : asha.removeByBody({ _id: id })
        expect(await said(ask)).toMatchObject(gone)
      }
      expect(await said(asha.remove(id))).toMatchObject({ code: 404, error: true, cart: [] })
    }
    expect((await asha.removeByBody({})).status).toBe(400)
  })

  test('a price that changed since adding is told, and the shop’s price counts (I6)', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    await asha.add({ productid: 'toor-dal' })
    const set = { price_paise: 4500, oldprice_paise: null }
    await shop.db.updateTable('product').set(set).where('id', '=', 'toor-dal').execute()
    expect(await asha.items()).toMatchObject([{ price: 45, wasprice: 149.5, subtotal: 45 }])
  })

  test('a line that cannot be sold is marked, and holds nothing else back', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    await asha.add({ productid: 'toor-dal', quantity: 3 })
    await asha.add({ productid: 'moong-dal', productweight: '500 g' })
    await asha.add({ productid: 'chai' })
    await shop.db.updateTable('product').set({ stock: 2 }).where('id', '=', 'toor-dal').execute()
    await shop.db.updateTable('product').set({ withdrawn_at: 9 }).where('id', '=', 'chai').execute()
    expect(await asha.items()).toMatchObject([
      { state: 'short' },
      { state: 'ok' },
      { state: 'withdrawn' },
    ])
    await shop.db.deleteFrom('pack').where('label', '=', '500 g').execute()
    await shop.db.updateTable('product').set({ stock: 0 }).where('id', '=', 'toor-dal').execute()
    const [dal, , chai] = await asha.items()
    expect(await asha.items()).toMatchObject([
      ...[
        { state: 'soldout' },
        { state: 'withdrawn' },
        { state: 'withdrawn', producttitle: 'Masala Chai' },
      ],
    ])
    expect((await asha.change(dal?._id ?? '', { quantity: 1 })).status).toBe(409)
    expect((await asha.change(chai?._id ?? '', { quantity: 2 })).status).toBe(409)
    expect(await said(asha.remove(chai?._id ?? ''))).toMatchObject(OK)
  })
})

test.each([
  [{ quantity: 1 }, 'productid'],
  [{ productid: '' }, 'productid'],
  [{ productid: 7 }, 'productid'],
  [{ productid: 'toor-dal\u0007' }, 'productid'],
  [{ productid: 'toor-dal\ud800' }, 'productid'],
  [{ productid: 'x'.repeat(201) }, 'productid'],
  [{ productid: 'toor-dal', quantity: null }, 'quantity'],
  [{ productid: 'toor-dal', quantity: [1] }, 'quantity'],
  [{ productid: 'toor-dal', quantity: 1e9 }, 'quantity'],
  [{ productid: 'toor-dal', quantity: '1e1' }, 'quantity'],
  [{ productid: 'toor-dal', quantity: '' }, 'quantity'],
])('an addition of %j is refused for its %s (A07)', async (body, field) => {
  await using shop = await openShoppers()
  const asha = await shop.shopper()
  expect(await said(asha.add(body))).toMatchObject({ code: 400, error: true, field })
  expect(await asha.items()).toEqual([])
})

test('a field that no call knows is refused (A07)', async () => {
  await using shop = await openShoppers()
  const asha = await shop.shopper()
  expect((await asha.add({ productid: 'toor-dal', discount: 100 })).status).toBe(400)
  expect((await asha.add({ productid: 'unknown' })).status).toBe(404)
  expect((await asha.add({ productid: 'gone' })).status).toBe(409)
})

test('price, amount and a paid flag of a request have no effect (T06 S-174)', async () => {
  await using shop = await openShoppers()
  const asha = await shop.shopper()
  const lies = { price: 1, subtotal: 1, producttitle: 'Free', image: 'x', rating: 5 }
  const { id = '' } = await said(asha.add({ productid: 'toor-dal', ...lies }))
  await asha.change(id, { quantity: 2, ...lies })
  for (const quantity of [-1, 0, 1.5, '2.5', NaN]) {
    expect((await asha.add({ productid: 'toor-dal', quantity })).status).toBe(400)
    expect((await asha.change(id, { quantity })).status).toBe(400)
  }
  expect((await asha.add({ productid: 'toor-dal', paid: true })).status).toBe(400)
  expect((await asha.add({ productid: 'toor-dal', amount: 1 })).status).toBe(400)
  expect(await asha.items()).toMatchObject([
    { quantity: 2, price: 149.5, producttitle: 'Toor Dal' },
  ])
})

test('1 to 99 of a line, 50 lines, ₹5,00,000: the limit is possible, one more is not (A09)', async () => {
  await using shop = await openShoppers()
  const asha = await shop.shopper()
  const { id = '' } = await said(asha.add({ productid: 'toor-dal', quantity: 99 }))
  expect((await asha.add({ productid: 'toor-dal' })).status).toBe(409)
  expect((await asha.change(id, { quantity: 100 })).status).toBe(400)
  expect(await asha.items()).toMatchObject([{ quantity: 99 }])

  const more = Array.from({ length: 50 }, (_, at) => productRow({ number: 10 + at }))
  await shop.db.insertInto('product').values(more).execute()
  const meera = await shop.shopper()
  const codes: number[] = []
  for (const { id: productid } of more) codes.push((await meera.add({ productid })).status)
  expect(new Set(codes)).toEqual(new Set([200]))
  expect((await meera.add({ productid: 'toor-dal' })).status).toBe(409)
  expect((await meera.add({ productid: 'product-10' })).status).toBe(200)
  expect(await meera.items()).toHaveLength(50)

  await asha.change(id, { quantity: 1 })
  const set = { price_paise: 50_000_000, oldprice_paise: null }
  await shop.db.updateTable('product').set(set).where('id', '=', 'toor-dal').execute()
  expect(await said(asha.add({ productid: 'chai' }))).toMatchObject({
    ...{ code: 409, msg: 'One order can be for ₹5,00,000 at most.' },
  })
  expect((await asha.change(id, { quantity: 2 })).status).toBe(409)
  const less = { price_paise: 49_990_000 }
  await shop.db.updateTable('product').set(less).where('id', '=', 'toor-dal').execute()
  expect(await said(asha.add({ productid: 'chai' }))).toMatchObject(OK)
})
