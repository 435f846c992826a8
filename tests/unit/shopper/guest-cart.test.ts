import { expect, test } from 'vitest'
import { sweep } from '#lib/server/shop/sweep.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'
import { readFormCookie } from '#lib/server/http/form-cookie.ts'
import { mergeGuest } from '#lib/server/merge-guest/merge-guest.ts'
import { addToCart } from '#lib/server/shopper/cart/change-cart.ts'
import { findGuest, GuestIsGone } from '#lib/server/shopper/guests/guests.ts'
import { performOnce } from '#lib/server/shopper/shopper-actions.ts'
import { addUser } from '#tests/support/accounts.ts'
import { GuestBrowser, openGuestShop } from '#tests/support/guest-browser.ts'
import { openApi } from '#tests/support/open-api.ts'
import { said } from '#tests/support/shoppers.ts'

const OPEN = { cartGate: 'open' as const }
const dal = { productid: 'toor-dal', quantity: 2 }
const DAY_MS = 24 * 3600_000

const countOf = async ({ db }: Pick<TestDatabase, 'db'>, table: 'guest' | 'user') =>
  (await db.selectFrom(table).selectAll().execute()).length

/** The Set-Cookie of a visitor's cart, and the cookie that a browser sends back. */
function guestOf({ headers }: Response) {
  const set = headers.getSetCookie().find((one) => one.includes('guest=')) ?? ''
  const [cookie = ''] = set.split(';')
  return { set, cookie }
}

forEachDatabase((open) => {
  test("a visitor's first write makes their cart; asking for it writes nothing (G01)", async () => {
    await using shop = await openApi(open)
    const asked = await shop.call('GET /api/cart?userid=guest', OPEN)
    expect([asked.status, await asked.json()]).toEqual([200, []])
    expect(asked.headers.getSetCookie()).toEqual([])
    expect(await shop.json('GET /api/mylist', OPEN)).toEqual([])
    expect(await countOf(shop, 'guest')).toBe(0)

    const added = await shop.call('POST /api/cart/add', { ...OPEN, body: dal })
    const { set, cookie } = guestOf(added)
    expect(set).toMatch(/^guest=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/)
    const { cart: items, revision } = await said(added)
    expect(items).toMatchObject([{ productid: 'toor-dal', quantity: 2, userid: 'guest' }])
    expect(revision).toBeGreaterThan(Number(asked.headers.get('x-cart-revision')) - 1)
    const [kept] = await shop.db.selectFrom('guest').select('hash').execute()
    expect(cookie).not.toContain(kept?.hash)

    const headers = { cookie }
    await shop.call('POST /api/mylist/add', {
      ...{ ...OPEN, headers, body: { productid: 'chai' } },
    })
    expect(await shop.json('GET /api/cart', { ...OPEN, headers })).toHaveLength(1)
    expect(await shop.json('GET /api/mylist', { ...OPEN, headers })).toMatchObject([
      { productid: 'chai', userid: 'guest' },
    ])
    expect(await countOf(shop, 'guest')).toBe(1)
  })

  test('a checkout of an account that was signed out is no visitor’s with an empty cart (G07)', async () => {
    await using shop = await openApi(open)
    const added = await shop.call('POST /api/cart/add', { ...OPEN, body: dal })
    const body = {
      account: 'asha',
      fullname: 'Asha Rao',
      city: 'Pune',
      street: 'x',
      payment: 'cod',
    }
    for (const headers of [{}, { cookie: guestOf(added).cookie }]) {
      const call = { ...OPEN, headers, body }
      const asked = await shop.call('POST /api/checkout', call)
      expect([asked.status, await asked.json()]).toMatchObject([401, { code: 'signedOut' }])
      const form = await shop.call('POST /api/checkout', { ...call, accept: 'text/html' })
      expect([form.status, form.headers.get('location')]).toEqual([303, '/signin?next=%2Fcheckout'])
      const kept = form.headers.getSetCookie().find((one) => one.startsWith('form='))
      expect(readFormCookie(kept?.split(';')[0] ?? '', '/checkout')?.values).toEqual({
        ...{ account: 'asha', fullname: 'Asha Rao', city: 'Pune', payment: 'cod' },
      })
    }
  })

  test('who signs in finds both carts in one, is told so, and what is short is not sold twice (G03)', async () => {
    await using shop = await openGuestShop(open)
    const email = 'asha@example.com'
    const laptop = new GuestBrowser(shop, 'laptop')
    await laptop.signIn(email, 'answered')
    laptop.add('toor-dal', 2)
    await laptop.send('answered')
    await shop.db.updateTable('product').set({ stock: 3 }).where('id', '=', 'toor-dal').execute()
    const phone = new GuestBrowser(shop, 'phone')
    phone.add('toor-dal', 2)
    phone.add('chai', 1)
    await phone.send('answered')
    await phone.send('answered')
    const answer = await phone.signIn(email, 'answered')
    expect(await answer?.json()).toMatchObject({
      error: false,
      merged: 'The 2 products you chose earlier are in your cart. We have only 3 of Toor Dal.',
    })
    expect(await phone.items()).toEqual({ 'toor-dal': 3, chai: 1 })
    expect(await countOf(shop, 'guest')).toBe(0)
  })

  test('who signs in is told of the limit of a cart, and nothing of what is sold out (G03)', async () => {
    await using shop = await openGuestShop(open)
    const email = 'asha@example.com'
    const [laptop, phone] = [new GuestBrowser(shop, 'laptop'), new GuestBrowser(shop, 'phone')]
    await laptop.signIn(email, 'answered')
    for (const browser of [laptop, phone]) {
      for (const [id, units] of [['chai', 60] as const, ['toor-dal', 2] as const]) {
        browser.add(id, units)
        await browser.send('answered')
      }
    }
    await shop.db.updateTable('product').set({ stock: 0 }).where('id', '=', 'toor-dal').execute()
    await shop.db.updateTable('product').set({ stock: null }).where('id', '=', 'chai').execute()
    const answer = await phone.signIn(email, 'answered')
    const { merged }: { merged: string } = await answer?.json()
    expect(merged).toMatch(
      /^The 2 products you chose earlier are in your cart\. At most 99 of [^.]+ fit in a cart\.$/,
    )
    expect(await phone.items()).toEqual({ 'toor-dal': 2, chai: 99 })
  })

  test('carts that nobody has changed for 90 days are swept (G06)', async () => {
    await using shop = await openApi(open)
    const answer = await shop.call('POST /api/cart/add', { ...OPEN, body: dal })
    const headers = { cookie: guestOf(answer).cookie }
    await sweep(shop.db, Date.now() + 89 * DAY_MS)
    expect(await shop.json('GET /api/cart', { ...OPEN, headers })).toHaveLength(1)
    await sweep(shop.db, Date.now() + 91 * DAY_MS)
    expect([await countOf(shop, 'guest'), await countOf(shop, 'user')]).toEqual([0, 0])
    expect(await shop.db.selectFrom('cart_item').selectAll().execute()).toEqual([])
    expect(await shop.json('GET /api/cart', { ...OPEN, headers })).toEqual([])
  })
})

test('a guessed cookie opens no cart, and naming an account asks to sign in to it (G05)', async () => {
  await using shop = await openApi()
  await shop.call('POST /api/cart/add', { ...OPEN, body: dal })
  const { id } = await addUser(shop.db)
  for (const guess of ['A'.repeat(43), '', id, '../../x', "' or 1=1 --"]) {
    const headers = { cookie: `guest=${guess}` }
    expect(await shop.json('GET /api/cart', { ...OPEN, headers })).toEqual([])
  }
  const foreign = await shop.call(`GET /api/cart?userid=${id}`, OPEN)
  expect(foreign.status).toBe(401)
  const body = { ...dal, userid: id }
  const written = await shop.call('POST /api/cart/add', { ...OPEN, body })
  expect(written.status).toBe(401)
  expect(written.headers.getSetCookie().join()).toMatch(/^pending=/)
})

test('what a visitor wrote while another tab signed in is asked for again, not refused (G03)', async () => {
  await using shop = await openApi()
  const { cookie } = guestOf(await shop.call('POST /api/cart/add', { ...OPEN, body: dal }))
  const { id } = (await findGuest(shop.db, cookie.slice('guest='.length))) ?? { id: '' }
  await mergeGuest(shop.db, (await addUser(shop.db)).id, cookie.slice('guest='.length))
  const late = performOnce(
    shop.db,
    { id, name: '', isGuest: true },
    {
      ...{ route: 'PUT /api/cart', request: {} },
      run: (trx) => addToCart(trx, id, { productId: 'toor-dal', choice: {}, quantity: 1 }),
    },
    'k1',
  )
  await expect(late).rejects.toThrow(GuestIsGone)
})

test('one address begins so many carts an hour (G05)', async () => {
  await using shop = await openApi()
  const limits = await shop.limitsOf(OPEN)
  const address = '203.0.113.7'
  const rule = { name: 'guests', limit: 300, windowMs: 3_600_000 }
  for (let count = 0; count < 300; count++) limits.take(rule, address)
  const from = { ...OPEN, address, body: dal }
  const answer = await shop.call('POST /api/cart/add', from)
  expect(answer.status).toBe(429)
  const seconds = Number(answer.headers.get('retry-after'))
  expect(seconds).toBeGreaterThanOrEqual(1)
  expect(seconds).toBeLessThanOrEqual(12)
  expect(await countOf(shop, 'guest')).toBe(0)
})

test('behind a shared address a cart of the shop has a share of its own, a made-up one has none (G20)', async () => {
  // A limit of one list a minute.
  await using shop = await openApi(undefined, { rateScale: 1 / 600 })
  const { cookie } = guestOf(await shop.call('POST /api/cart/add', { ...OPEN, body: dal }))
  const guessed = `guest=${'A'.repeat(43)}`
  const list = async (gate: object, kept?: string) => {
    const headers = kept === undefined ? {} : { cookie: kept }
    return (await shop.call('GET /api/products', { ...gate, headers, address: '203.0.113.7' }))
      .status
  }
  expect([await list(OPEN), await list(OPEN)]).toEqual([200, 429])
  expect([await list(OPEN, guessed), await list(OPEN, cookie)]).toEqual([429, 200])
  const CLOSED = { cartGate: 'signin' as const }
  expect([await list(CLOSED), await list(CLOSED, cookie)]).toEqual([200, 429])
})

test('signing out leaves nothing of a visitor behind (G04)', async () => {
  await using shop = await openApi()
  const { cookie } = guestOf(await shop.call('POST /api/cart/add', { ...OPEN, body: dal }))
  const answer = await shop.call('POST /api/user/signout', { ...OPEN, headers: { cookie } })
  expect(guestOf(answer).set).toMatch(/^guest=; Max-Age=0; Path=\//)
})

test('behind https the cookie is one that no neighbouring site can set (G01)', async () => {
  await using shop = await openApi(undefined, { publicUrl: new URL('https://shop.example') })
  const answer = await shop.call('POST /api/cart/add', { ...OPEN, body: dal })
  expect(guestOf(answer).set).toMatch(
    /^__Host-guest=[\w-]{43}; .*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})

test('where the shop asks to sign in first, a visitor has no cart, whatever they bring (G12)', async () => {
  await using shop = await openApi()
  const { cookie } = guestOf(await shop.call('POST /api/cart/add', { ...OPEN, body: dal }))
  const closed = { cartGate: 'signin' as const, headers: { cookie } }
  for (const path of ['/api/cart', '/api/mylist'] as const) {
    const answer = await shop.call(`GET ${path}?userid=guest`, closed)
    expect([answer.status, await answer.json()]).toEqual([
      ...[401, { error: true, msg: 'Please login first!', code: 'signedOut' }],
    ])
  }
  const added = await shop.call('POST /api/cart/add', {
    ...{ ...closed, body: dal },
  })
  expect(added.status).toBe(401)
})
