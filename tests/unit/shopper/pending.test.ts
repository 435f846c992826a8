import { expect, test } from 'vitest'
import { carryOutPending } from '#lib/server/shopper/pending.ts'
import { cookieOf, newShopper, PASSWORD } from '#tests/support/accounts.ts'
import { forEachDatabase, openSqlite } from '#tests/support/databases/database.ts'
import { ledTo, openShoppers } from '#tests/support/shoppers.ts'

const HTML = 'text/html'
const FIRST = { error: true, msg: 'Please login first!', code: 'signedOut' }

async function openShop(...given: Parameters<typeof openShoppers>) {
  const shop = await openShoppers(...given)
  const { user } = await newShopper(shop, { accounts: shop.accounts })
  const signIn = (cookie: string, accept?: string, next = '/product/toor-dal') =>
    shop.call('POST /api/user/signin', {
      body: { email: user.email, password: PASSWORD, next },
      headers: { cookie },
      ...(accept && { accept }),
    })
  const cart = () =>
    shop.db.selectFrom('cart_item').selectAll().where('user_id', '=', user.id).execute()
  return { ...shop, user, signIn, cart }
}

forEachDatabase((open) => {
  test('what was added without a session is in the cart after the sign-in, once (S-138)', async () => {
    await using shop = await openShop(open)
    const refused = await shop.visitor.add({ productid: 'toor-dal', quantity: 2 }, { key: 'k1' })
    expect([refused.status, await refused.json()]).toEqual([401, FIRST])
    const cookie = cookieOf(refused.headers.getSetCookie())

    const answer = await shop.signIn(cookie)
    expect(await answer.json()).toMatchObject({
      ...{ error: false, msg: 'Loggedin successfully!' },
      pending: { msg: 'Item is added to the cart', error: false, next: '/cart' },
    })
    expect(answer.headers.getSetCookie().join()).toMatch(/pending=;[^,]*Max-Age=0/)
    expect(await shop.cart()).toMatchObject([{ product_id: 'toor-dal', quantity: 2 }])

    // The browser's queue sends it again with its key; a second tab signs in with the same cookie.
    await shop.call('POST /api/cart/add', {
      ...{ user: shop.user, headers: { 'idempotency-key': 'k1' } },
      body: { productid: 'toor-dal', quantity: 2 },
    })
    await shop.signIn(cookie)
    expect(await shop.cart()).toMatchObject([{ quantity: 2 }])
  })

  test('without JavaScript the sign-in leads on to where the form would have led', async () => {
    await using shop = await openShop(open)
    const refused = await shop.visitor.add({ productid: 'toor-dal' }, { accept: HTML })
    const first = ledTo(refused)
    expect(first).toMatchObject({ code: 303, said: { error: true, msg: FIRST.msg } })
    expect(first.to).toMatch(/^\/signin/)
    const answer = await shop.signIn(cookieOf(refused.headers.getSetCookie()), HTML)
    expect(ledTo(answer)).toEqual({
      ...{ code: 303, to: '/cart' },
      said: { msg: 'Loggedin successfully! Item is added to the cart', error: false },
    })
    expect(await shop.cart()).toHaveLength(1)
  })

  test('a wish and a review wait for the sign-in as well', async () => {
    await using shop = await openShop(open)
    const wish = await shop.visitor.wish({ productid: 'chai' })
    await shop.signIn(cookieOf(wish.headers.getSetCookie()))
    const review = { productid: 'chai', review: 'Strong, and good.', customerrating: '4' }
    const said = await shop.visitor.review(review)
    const cookie = cookieOf(said.headers.getSetCookie())
    const answer = await shop.signIn(cookie, HTML, '/product/chai?reviews=1')
    expect(ledTo(answer)).toMatchObject({ to: '/product/chai#reviews' })
    expect(await shop.db.selectFrom('wishlist_item').selectAll().execute()).toHaveLength(1)
    expect(await shop.db.selectFrom('review').selectAll().execute()).toMatchObject([
      { customer_name: 'Asha Rao', rating: 4, text: 'Strong, and good.' },
    ])
  })
})

test('what cannot be done after the sign-in is said, and nobody is kept out', async () => {
  await using shop = await openShop()
  const basmati = { productid: 'basmati', productsize: 'large' }
  const refused = await shop.visitor.add(basmati)
  const answer = await shop.signIn(cookieOf(refused.headers.getSetCookie()))
  expect(await answer.json()).toMatchObject({
    ...{ error: false },
    pending: {
      msg: 'This product is sold out at the moment.',
      error: true,
      next: '/product/basmati',
    },
  })
})

test.each([
  ['the sign-in screen that leads back to its page', '/signin?next=%2Fproduct%2Fchai', 1],
  ['one that leads elsewhere', '/signin?next=%2Fproduct%2Ftoor-dal', 0],
  ['one that was opened by itself', '/signin', 0],
  ['another site', 'http://evil.example/signin?next=%2Fproduct%2Fchai', 0],
  ['nowhere', undefined, 0],
])('signed in by script from %s, a waiting review is written or not (S-138 H9)', async (...row) => {
  const [, screen, count] = row
  await using shop = await openShop()
  const review = { productid: 'chai', review: 'Strong.', customerrating: '4' }
  const cookie = cookieOf((await shop.visitor.review(review)).headers.getSetCookie())
  const referer = screen && new URL(screen, 'http://localhost:4321').href
  const answer = await shop.call('POST /api/user/signin', {
    body: { email: shop.user.email, password: PASSWORD },
    headers: { cookie, ...(referer && { referer }) },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie().join()).toMatch(/pending=;[^,]*Max-Age=0/)
  expect(await shop.db.selectFrom('review').selectAll().execute()).toHaveLength(count)
})

test('behind https a neighbouring site cannot plant a waiting action (H9 A15)', async () => {
  await using shop = await openShop(openSqlite, { publicUrl: new URL('https://shop.example') })
  const { accounts } = shop
  const refused = await shop.visitor.add({ productid: 'toor-dal', quantity: 1 })
  const [given = ''] = refused.headers.getSetCookie()
  expect(given).toMatch(
    /^__Host-pending=[^;]+; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  const cookie = cookieOf([given])
  const carryOut = (cookies: string) =>
    carryOutPending(accounts, shop.user, { cookies, goal: '/', waitFor: async () => 0 })
  expect(await carryOut(cookie.replace('__Host-', '')), 'the name that others can set').toBe(
    undefined,
  )
  const done = await carryOut(cookie)
  expect(done?.cookie).toMatch(
    /^__Host-pending=; Max-Age=0; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  expect(await shop.cart()).toHaveLength(1)
})

test('what another’s queue has left in this browser is not done for whoever signs in (I8)', async () => {
  await using shop = await openShop()
  const names = { Asha: shop.user.id, another: 'another-id' }
  for (const [name, userid] of Object.entries(names)) {
    const refused = await shop.visitor.add({ productid: 'toor-dal', userid }, { key: name })
    await shop.signIn(cookieOf(refused.headers.getSetCookie()))
  }
  expect(await shop.cart()).toMatchObject([{ product_id: 'toor-dal', quantity: 1 }])
})

test('a review that another wrote in this browser does not get the name of whoever signs in (I8)', async () => {
  await using shop = await openShop()
  const written = async (customerid: string) => {
    const review = { productid: 'toor-dal', review: 'Soft.', customerrating: 5, customerid }
    const refused = await shop.visitor.review(review)
    await shop.signIn(cookieOf(refused.headers.getSetCookie()))
    return shop.db.selectFrom('review').select('customer_name').execute()
  }
  expect(await written('another-id')).toEqual([])
  expect(await written(shop.user.id)).toEqual([{ customer_name: 'Asha Rao' }])
})

test('a waiting action that we did not sign is thrown away', async () => {
  await using shop = await openShop()
  const refused = await shop.visitor.add({ productid: 'toor-dal' })
  const [packed = ''] = cookieOf(refused.headers.getSetCookie()).split('.')
  for (const cookie of ['pending=', 'pending=x', packed, `${packed}.${'A'.repeat(43)}`]) {
    expect((await shop.signIn(cookie)).status).toBe(200)
  }
  expect(await shop.cart()).toEqual([])
})

test('a request that cannot be read does not wait', async () => {
  await using shop = await openShop()
  const answer = await shop.visitor.add({ quantity: -1 })
  expect(answer.status).toBe(401)
  expect(answer.headers.getSetCookie()).toEqual([])
})

test('reviews that wait for a sign-in count as any others, and one too many waits on (H10d)', async () => {
  await using shop = await openShop(openSqlite, { rateScale: 1 })
  const review = (text: string) => ({ productid: 'chai', review: text, customerrating: '4' })
  const signInWith = async (text: string) => {
    const refused = await shop.visitor.review(review(text))
    return shop.signIn(cookieOf(refused.headers.getSetCookie()), undefined, '/product/chai')
  }
  for (const text of ['One', 'Two', 'Three', 'Four', 'Five']) {
    expect(await (await signInWith(text)).json()).toMatchObject({ pending: { error: false } })
  }
  const last = await signInWith('Six')
  expect(await last.json()).toMatchObject({
    ...{ error: false, msg: 'Loggedin successfully!' },
    pending: {
      error: true,
      msg: expect.stringMatching(/^Too many requests; please try again in \d+ seconds\.$/),
      next: '/product/chai#reviews',
    },
  })
  expect(last.headers.getSetCookie().join()).not.toContain('pending=')
  const written = shop.db.selectFrom('review').select('text')
  expect(await written.execute()).toEqual([{ text: 'Five' }])
})
