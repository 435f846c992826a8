import { expect, test } from 'vitest'
import { newShopper } from '#tests/support/accounts.ts'
import { type Call, type Line } from '#tests/support/api-front.ts'
import { openApi } from '#tests/support/open-api.ts'

const ORIGIN = 'http://localhost:4321'
const HTML = 'text/html,application/xhtml+xml'

/** Opens the shop, and a shopper with a session. */
async function openShop() {
  const shop = await openApi()
  const { cookie } = await newShopper(shop, shop)
  const send = (line: Line, { headers, ...call }: Call) =>
    shop.call(line, { ...call, headers: { cookie, ...headers } })
  const form = (line: Line, body: Record<string, unknown>) => send(line, { body, accept: HTML })
  const get = async (line: Line): Promise<Record<string, unknown>[]> =>
    (await send(line, {})).json()
  return { ...shop, send, form, get }
}

/** The message that the next page shows after a form. */
function flashOf(response: Response): unknown {
  const [, text = ''] = /^flash=([^;]+)/m.exec(response.headers.getSetCookie().join('\n')) ?? []
  return JSON.parse(Buffer.from(text, 'base64url').toString())
}

test('without JavaScript a cart is filled, changed and emptied by forms', async () => {
  await using shop = await openShop()
  const added = await shop.form('POST /api/cart/add', { productid: 'toor-dal', quantity: '2' })
  expect([added.status, added.headers.get('location')]).toEqual([303, '/cart'])
  expect(added.headers.getSetCookie().join()).toMatch(
    /^flash=[^;]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const [item] = await shop.get('GET /api/cart')
  const line: Line = `POST /api/cart/${String(item?.['_id'])}`
  const changed = await shop.form(line, { _method: 'PUT', quantity: '5' })
  expect([changed.status, changed.headers.get('location')]).toEqual([303, '/cart'])
  expect(await shop.get('GET /api/cart')).toMatchObject([{ quantity: 5 }])
  const tooMany = await shop.form(line, { _method: 'PUT', quantity: '500' })
  expect([tooMany.status, flashOf(tooMany)]).toEqual([
    303,
    { msg: 'Please choose a quantity from 1 to 99.', error: true },
  ])
  expect(await shop.get('GET /api/cart')).toMatchObject([{ quantity: 5 }])
  const removed = await shop.form(line, { _method: 'DELETE' })
  expect([removed.status, removed.headers.get('location')]).toEqual([303, '/cart'])
  expect(await shop.get('GET /api/cart')).toEqual([])
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
    ['productid', 'chai', 'review', 'Good', 'customerrating', '4', 'customername', 'X']
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
  const headers = { 'content-type': type }
  const answer = await shop.send('POST /api/productreviews/add', { text: body, headers })
  expect([answer.status, await answer.json()]).toMatchObject([
    ...[200, { error: false, review: { customername: 'Asha Rao', customerrating: 4 } }],
  ])
})

test('after a sign-out in another tab the next write is 401, and the cart is kept (F47)', async () => {
  await using shop = await openShop()
  const body = { productid: 'toor-dal' }
  await shop.send('POST /api/cart/add', { body })
  await shop.send('POST /api/user/signout', { body: {} })
  const late = await shop.send('POST /api/cart/add', { body })
  expect([late.status, await late.json()]).toEqual([
    ...[401, { error: true, msg: 'Please login first!', code: 'signedOut' }],
  ])
  const form = await shop.send('POST /api/mylist/add', {
    ...{ body: { productid: 'chai' }, accept: HTML },
    headers: { referer: `${ORIGIN}/product/toor-dal` },
  })
  expect(form.status).toBe(303)
  expect(form.headers.get('location')).toBe(
    `/signin?next=${encodeURIComponent('/product/toor-dal')}`,
  )
  expect(form.headers.getSetCookie().join()).toMatch(
    /pending=[\w.-]+; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax/,
  )
  const kept = await shop.db.selectFrom('cart_item').select('quantity').execute()
  expect(kept).toEqual([{ quantity: 1 }])
})

test('what others may not do with the addresses of cart and wishlist is 405', async () => {
  await using shop = await openShop()
  const allowed = async (line: Line) => {
    const { status, headers } = await shop.call(line)
    return [status, headers.get('allow')]
  }
  expect(await allowed('GET /api/cart/add')).toEqual([405, 'POST'])
  expect(await allowed('POST /api/cart')).toEqual([405, 'GET, HEAD, DELETE'])
  expect(await allowed('POST /api/cart/x')).toEqual([405, 'PUT, DELETE'])
  expect(await allowed('PUT /api/mylist/x')).toEqual([405, 'POST, DELETE'])
  expect(await allowed('GET /api/productreviews/add')).toEqual([405, 'POST'])
})
