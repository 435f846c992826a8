import { expect, test } from 'vitest'
import { productRow } from '#tests/support/catalogue-rows.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { ledTo, openShoppers, said, saidOfWish } from '#tests/support/shoppers.ts'

const HTML = 'text/html'
const WISHED = { code: 200, status: true, error: false, msg: 'Product added to wishlist!' }
const KNOWN = { code: 200, status: false, error: false, msg: 'Product already exist in wishlist!' }

forEachDatabase((open) => {
  test('a wish is listed once, with its fields (S-103 S-169 S-170 S-188 S-189)', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    const payload = { producttitle: 'x', image: 'x', rating: 1, price: 1, userid: asha.id }
    const first = await saidOfWish(asha.wish({ ...payload, productid: 'toor-dal' }))
    expect(first).toMatchObject(WISHED)
    expect(await saidOfWish(asha.wish({ productid: 'toor-dal' }))).toMatchObject(KNOWN)
    expect(await asha.wishes()).toEqual([
      {
        ...{ _id: first.id, productid: 'toor-dal', userid: asha.id, producttitle: 'Toor Dal' },
        ...{ image: 'bbbbbbbbbbbbbbbb-1280.webp', rating: 4, price: 149.5, oldprice: 199 },
        ...{ unit: '1 kg', instock: true, withdrawn: false, haschoices: false },
        ...{ productrams: '', productsize: '', productweight: '' },
      },
    ])
    const form = await asha.wish({ productid: 'toor-dal' }, { accept: HTML })
    expect(ledTo(form)).toEqual({ code: 303, to: '/mylist', said: { msg: KNOWN.msg, error: true } })
  })

  test('a wish is removed by its id, with the words of the cart (S-171 S-190)', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    const gone = { code: 200, msg: 'Item deleted successfully from cart!', mylist: [] }
    const first = await saidOfWish(asha.wish({ productid: 'chai' }))
    expect(await saidOfWish(asha.removeFromWishlist(first.id ?? ''))).toMatchObject(gone)
    const second = await saidOfWish(asha.wish({ productid: 'chai' }))
    expect(await saidOfWish(asha.unwishByBody({ _id: second.id }))).toMatchObject(gone)
    expect((await asha.removeFromWishlist(second.id ?? '')).status).toBe(404)
    const third = await saidOfWish(asha.wish({ productid: 'chai' }))
    const form = await asha.removeFromWishlist(third.id ?? '', {}, { accept: HTML })
    expect(ledTo(form)).toEqual({ code: 303, to: '/mylist', said: { msg: gone.msg, error: false } })
  })

  test('a line that is saved for later keeps what was chosen, and comes back with it', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    const choice = { productid: 'moong-dal', productweight: '500 g' }
    const { id: cartid } = await said(asha.add({ ...choice, quantity: 3 }))
    const saved = await asha.wish({ cartid })
    expect(await saved.json()).toMatchObject({ status: true, cart: [], mylist: [choice] })
    const [wish] = await asha.wishes()
    const back = await asha.add({ ...choice, mylistid: wish?._id })
    expect(await back.json()).toMatchObject({ cart: [{ ...choice, quantity: 1 }], mylist: [] })
    expect(await asha.wishes()).toEqual([])
    expect((await asha.wish({ cartid })).status).toBe(404)
  })

  test('a line is saved for later also where its product was wished for before', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    await asha.wish({ productid: 'toor-dal' })
    const { id: cartid } = await said(asha.add({ productid: 'toor-dal' }))
    expect(await saidOfWish(asha.wish({ cartid }))).toMatchObject(WISHED)
    expect(await asha.items()).toEqual([])
    expect(await asha.wishes()).toHaveLength(1)
  })

  test('of two packs of a product the second is not saved for later: it stays in the cart, and it is said (G35)', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    await shop.db.updateTable('pack').set({ stock: 9 }).execute()
    const pack = (productweight: string) => ({ productid: 'moong-dal', productweight })
    const { id: small } = await said(asha.add({ ...pack('500 g'), quantity: 2 }))
    const { id: large } = await said(asha.add(pack('1 kg')))
    await asha.wish({ cartid: small })
    const refused = await asha.wish({ cartid: large })
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      {
        error: true,
        msg: 'Another pack of this is on your list already. This one stays in your cart.',
        cart: [pack('1 kg')],
        mylist: [pack('500 g')],
      },
    ])
    const { id: again } = await said(asha.add(pack('500 g')))
    expect(await saidOfWish(asha.wish({ cartid: again }))).toMatchObject(WISHED)
    expect(await asha.wishes()).toMatchObject([pack('500 g')])
    expect(await asha.items()).toMatchObject([pack('1 kg')])
  })

  test('five adds of one wish at once make one entry (F33)', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    const adds = Array.from({ length: 5 }, () => saidOfWish(asha.wish({ productid: 'chai' })))
    const texts = (await Promise.all(adds)).map(({ msg }) => msg).sort()
    expect(texts).toEqual([WISHED.msg, ...Array.from({ length: 4 }, () => KNOWN.msg)].sort())
    expect(await asha.wishes()).toHaveLength(1)
  })
})

test('a wishlist ends at 200 products, and says so', async () => {
  await using shop = await openShoppers()
  const asha = await shop.shopper()
  const more = Array.from({ length: 200 }, (_, at) => productRow({ number: 10 + at }))
  await shop.db.insertInto('product').values(more).execute()
  const rows = more.map(({ id }, at) => ({
    id: `w${at}`,
    product_id: id,
    choice: '',
    created_at: at,
  }))
  const mine = rows.map((row) => ({ ...row, user_id: asha.id }))
  await shop.db.insertInto('wishlist_item').values(mine).execute()
  expect((await asha.wish({ productid: 'chai' })).status).toBe(409)
  expect((await asha.wish({ productid: 'product-10' })).status).toBe(200)
})

test('what was wished for and is sold no more, or sold out, is marked', async () => {
  await using shop = await openShoppers()
  const asha = await shop.shopper()
  await asha.wish({ productid: 'basmati' })
  await asha.wish({ productid: 'chai' })
  await shop.db.updateTable('product').set({ withdrawn_at: 9 }).where('id', '=', 'chai').execute()
  const wishes = await asha.wishes()
  expect(wishes.find(({ productid }) => productid === 'chai')).toMatchObject({ withdrawn: true })
  expect(wishes.find(({ productid }) => productid === 'basmati')).toMatchObject({
    ...{ withdrawn: false, instock: false, haschoices: true },
  })
  expect((await asha.wish({ productid: 'gone' })).status).toBe(409)
  expect((await asha.wish({ productid: 'unknown' })).status).toBe(404)
  expect((await asha.wish({})).status).toBe(400)
})
