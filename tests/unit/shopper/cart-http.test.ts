import { expect, test } from 'vitest'
import { renderFor } from '#lib/server/accounts/session.ts'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import type { RenderVisit } from '#lib/server/http/dynamic.ts'
import * as add from '#pages/api/cart/add.ts'
import * as line from '#pages/api/cart/[id].ts'
import * as cart from '#pages/api/cart/index.ts'
import * as mylist from '#pages/api/mylist/index.ts'
import * as addWish from '#pages/api/mylist/add.ts'
import * as addReview from '#pages/api/productreviews/add.ts'
import * as signout from '#pages/api/user/signout.ts'
import { newShopper, openTestAccounts } from '#tests/support/accounts.ts'
import { ask, openServer } from '#tests/support/http-front.ts'
import { type Endpoint, openApi } from '#tests/support/open-api.ts'

const ROUTES: Record<string, Partial<Record<string, Endpoint>>> = {
  '/api/cart': cart,
  '/api/cart/add': add,
  '/api/mylist': mylist,
  '/api/mylist/add': addWish,
  '/api/productreviews/add': addReview,
  '/api/user/signout': signout,
}
const ORIGIN = 'http://localhost:4321'
const HTML = 'text/html,application/xhtml+xml'

/** The calls of a shopper behind the real server, with a session of its own. */
async function openShop() {
  const shop = await openApi()
  const { db } = shop
  const { accounts } = openTestAccounts(shop)
  const render: RenderVisit = (request, visit) =>
    renderFor(accounts, request, async (user) => {
      const url = new URL(request.url)
      const id = /^\/api\/cart\/([^/]+)$/.exec(url.pathname)?.[1]
      const module = ROUTES[url.pathname] ?? (id === undefined ? {} : line)
      const endpoint: Endpoint | undefined = module[request.method as keyof typeof module]
      const known = {
        ...visit,
        accounts,
        catalogue: new Catalogue(db),
        db,
        search: undefined,
        user,
      }
      const locals = { ...known, origin: url.origin, productGate: 'open' as const }
      const params = id === undefined ? {} : { id }
      return endpoint
        ? endpoint({ locals, params, request, url })
        : new Response('', { status: 500 })
    })
  const server = await openServer(render)
  const { cookie, user } = await newShopper(shop, { accounts })
  const send = (path: string, body: string, type: string, more: Record<string, string> = {}) =>
    ask(server, path, {
      ...{ method: 'POST', body },
      headers: { origin: ORIGIN, cookie, 'content-type': type, ...more },
    })
  const form = (path: string, fields: Record<string, string>) =>
    send(path, new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded', {
      accept: HTML,
    })
  const get = async (path: string): Promise<Record<string, unknown>[]> =>
    JSON.parse((await ask(server, path, { headers: { cookie } })).text)
  const close = async () => {
    await server[Symbol.asyncDispose]()
    await shop[Symbol.asyncDispose]()
  }
  return { server, cookie, user, db, send, form, get, [Symbol.asyncDispose]: close }
}

test('without JavaScript a cart is filled, changed and emptied by forms', async () => {
  await using shop = await openShop()
  const added = await shop.form('/api/cart/add', { productid: 'toor-dal', quantity: '2' })
  expect([added.status, added.headers.location]).toEqual([303, '/cart'])
  expect(added.headers['set-cookie']?.join()).toMatch(
    /^flash=[^;]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const [item] = await shop.get('/api/cart')
  const path = `/api/cart/${String(item?.['_id'])}`
  const changed = await shop.form(path, { _method: 'PUT', quantity: '5' })
  expect([changed.status, changed.headers.location]).toEqual([303, '/cart'])
  expect(await shop.get('/api/cart')).toMatchObject([{ quantity: 5 }])
  const removed = await shop.form(path, { _method: 'DELETE' })
  expect([removed.status, removed.headers.location]).toEqual([303, '/cart'])
  expect(await shop.get('/api/cart')).toEqual([])
})

test.each([
  [
    'JSON',
    'application/json',
    JSON.stringify({ productid: 'chai', review: 'Good', customerrating: 4 }),
  ],
  ['a form', 'application/x-www-form-urlencoded', 'productid=chai&review=Good&customerrating=4'],
  [
    'multipart',
    'multipart/form-data; boundary=x',
    [
      'productid',
      'chai',
      'review',
      'Good',
      'customerrating',
      '4',
      'customername',
      'X',
      'customerid',
      'y',
    ]
      .map((text, at) =>
        at % 2 === 0
          ? `--x\r\nContent-Disposition: form-data; name="${text}"\r\n\r\n`
          : `${text}\r\n`,
      )
      .join('')
      .concat('--x--\r\n'),
  ],
])('a review comes as %s (S-168)', async (_, type, body) => {
  await using shop = await openShop()
  const answer = await shop.send('/api/productreviews/add', body, type)
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
    ...[200, { error: false, review: { customername: 'Asha Rao', customerrating: 4 } }],
  ])
})

test('after a sign-out in another tab the next write is 401, and the cart is kept (F47)', async () => {
  await using shop = await openShop()
  const body = JSON.stringify({ productid: 'toor-dal' })
  await shop.send('/api/cart/add', body, 'application/json')
  await shop.send('/api/user/signout', '{}', 'application/json')
  const late = await shop.send('/api/cart/add', body, 'application/json')
  expect([late.status, JSON.parse(late.text)]).toEqual([
    ...[401, { error: true, msg: 'Please login first!' }],
  ])
  const referer = { referer: `${ORIGIN}/product/toor-dal`, accept: HTML }
  const form = await shop.send(
    '/api/mylist/add',
    'productid=chai',
    'application/x-www-form-urlencoded',
    referer,
  )
  expect(form.status).toBe(303)
  expect(form.headers.location).toBe(`/signin?next=${encodeURIComponent('/product/toor-dal')}`)
  expect(form.headers['set-cookie']?.join()).toMatch(
    /pending=[\w.-]+; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax/,
  )
  const kept = await shop.db.selectFrom('cart_item').select('quantity').execute()
  expect(kept).toEqual([{ quantity: 1 }])
})

test('what others may not do with the addresses of cart and wishlist is 405', async () => {
  await using shop = await openShop()
  const allowed = async (method: string, path: string) => {
    const { status, headers } = await ask(shop.server, path, {
      method,
      headers: { origin: ORIGIN },
    })
    return [status, headers.allow]
  }
  expect(await allowed('GET', '/api/cart/add')).toEqual([405, 'POST'])
  expect(await allowed('POST', '/api/cart')).toEqual([405, 'GET, HEAD, DELETE'])
  expect(await allowed('POST', '/api/cart/x')).toEqual([405, 'PUT, DELETE'])
  expect(await allowed('PUT', '/api/mylist/x')).toEqual([405, 'POST, DELETE'])
  expect(await allowed('GET', '/api/productreviews/add')).toEqual([405, 'POST'])
})
