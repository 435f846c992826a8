import { expect, test } from 'vitest'
import { ROUTES } from '#lib/server/http/routes.ts'
import { newShopper } from '#tests/support/accounts.ts'
import type { Line } from '#tests/support/api-front.ts'
import { openApi } from '#tests/support/open-api.ts'

const PERSONAL = ROUTES.filter(({ who }) => who === 'shopper' || who === 'account')
const WRITES = PERSONAL.flatMap(({ path, methods, perUser }) =>
  methods
    .filter((method) => method !== 'GET')
    .map((method): [Line, number] => [`${method} ${path}`, perUser.length]),
)

test('all that a shopper can write has a limit per account, but what is done once (H10e)', () => {
  const free = WRITES.filter(([, rules]) => rules === 0).map(([line]) => line)
  expect(free).toEqual(['POST /api/orders/create', 'POST /api/orders/[id]/cancel'])
})

test('an account or cart writes 120 times a minute, and checks out 10 times a minute and 30 an hour (H10e)', () => {
  const limitsOf = (asked: string) =>
    ROUTES.find(({ path }) => path === asked)?.perUser.map(({ limit, windowMs }) => [
      limit,
      windowMs,
    ])
  const [minute, hour] = [60_000, 3_600_000]
  expect(limitsOf('/api/cart/add')).toEqual([[120, minute]])
  expect(limitsOf('/api/checkout')).toEqual([
    [10, minute],
    [30, hour],
  ])
})

test('who has written too often is told to wait, whatever it is; reading goes on (H10e)', async () => {
  // A limit of one write a minute.
  await using api = await openApi(undefined, { rateScale: 1 / 120 })
  for (const [line, rules] of WRITES) {
    const { user } = await newShopper(api, api)
    const params = { id: line.includes('/user/[id]') ? user.id : 'x' }
    const ask = () => api.call(line, { user, params, body: {} })
    expect((await ask()).status, line).not.toBe(429)
    const second = await ask()
    const wait = Number(second.headers.get('retry-after'))
    expect([line, second.status === 429, wait > 0]).toEqual([line, rules > 0, rules > 0])
    const answer = await api.call('GET /api/user/[id]', { user, params: { id: user.id } })
    expect([line, answer.status]).toEqual([line, 200])
    const form = await api.call(line, { user, params, body: {}, accept: 'text/html' })
    expect([line, form.status]).toEqual([line, 303])
  }
})

test('all that an account writes is counted together, and apart from other accounts (H10e)', async () => {
  await using api = await openApi(undefined, { rateScale: 2 / 120 })
  const { user } = await newShopper(api, api)
  const remove = (line: Line, who = user) => api.call(line, { user: who, params: { id: 'x' } })
  expect((await remove('DELETE /api/cart/[id]')).status).toBe(404)
  expect((await remove('DELETE /api/user/addresses/[id]')).status).toBe(404)
  expect((await remove('DELETE /api/mylist/[id]')).status).toBe(429)
  const other = (await newShopper(api, api)).user
  expect((await remove('DELETE /api/mylist/[id]', other)).status).toBe(404)
})

test('in a shop open to visitors, what needs an account still asks them to sign in (G01 A29)', async () => {
  await using api = await openApi()
  for (const { path, methods } of PERSONAL.filter(({ who }) => who === 'account')) {
    for (const method of methods) {
      const answer = await api.call(`${method} ${path}`, {
        ...{ cartGate: 'open', params: { id: 'x' }, body: {} },
      })
      expect([path, method, answer.status]).toEqual([path, method, 401])
    }
  }
  const cart = await api.call('GET /api/cart', { cartGate: 'open' })
  expect(cart.status, 'a cart needs none').toBe(200)
})

test('an editor who has saved too often is told to wait, and nothing was uploaded (H10)', async () => {
  // A limit of one list, and of one form, an hour.
  await using api = await openApi(undefined, { rateScale: 1 / 600 })
  const { user } = await newShopper(api, api)
  await api.db.updateTable('user').set({ roles: 'editor' }).where('id', '=', user.id).execute()
  const params = { part: 'synonyms' }
  const files = [{ name: 'a.csv', bytes: 'sku,name,category,price\nDAL,Toor dal,Pulses,120\n' }]
  const codes = []
  for (let at = 0; at < 2; at++) {
    const body = { synonyms: 'besan, gram flour' }
    codes.push((await api.call('POST /api/desk/content/[part]', { user, params, body })).status)
    codes.push((await api.call('POST /api/desk/uploads', { user, body: {}, files })).status)
  }
  expect(codes).toEqual([200, 200, 429, 429])
  expect(await api.db.selectFrom('desk_upload').select('id').execute()).toHaveLength(2)
})

test('no write takes a key that no browser makes, and nothing is done (A07)', async () => {
  await using api = await openApi()
  const { user } = await newShopper(api, api)
  const keyed = WRITES.filter(([line]) => !/checkout|orders\/(create|\[id\]\/cancel)/.test(line))
  for (const [line] of keyed) {
    const params = { id: line.includes('/user/[id]') ? user.id : 'x' }
    const headers = { 'idempotency-key': 'two words' }
    const answer = await api.call(line, { user, params, body: {}, headers })
    expect([line, answer.status]).toEqual([line, 400])
  }
})
