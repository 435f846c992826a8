import { afterEach, expect, test, vi } from 'vitest'
import { backoffMs } from '#lib/backoff.ts'
import type { CartItem } from '#lib/cart/cart.ts'
import { type Change, decodeChange, withChanges } from '#lib/cart/cart-changes.ts'
import { NO_CHOICE } from '#lib/catalogue/choice.ts'
import { decodeCart, NO_CART } from '#lib/cart/cart-state.ts'
import { decodeSummary, encodeSummary } from '#lib/cart/cart-summary.ts'
import { shortTitle } from '#lib/texts/browser/cart-rows.ts'
import { sendChange } from '#lib/cart/change-call.ts'
import { isFull, quantityLimit } from '#lib/catalogue/quantity.ts'

const KEY = '5f0c2a56-3c65-4d0f-9d3e-0d2f1f4bb001'
const own = { key: KEY, userid: 'asha' }
const dal = { ...NO_CHOICE, id: 'line-1', productid: 'dal' }
const look = { title: 'Dal', image: '', price: 84.5 }
const item: CartItem = {
  ...{ _id: 'line-1', productid: 'dal', userid: 'asha', producttitle: 'Dal', image: '', rating: 4 },
  ...{ price: 84.5, quantity: 2, subtotal: 169, choice: '', ...NO_CHOICE },
  ...{ oldprice: null, wasprice: null, stock: null, state: 'ok' },
}
const set = (quantity: number, was: number): Change => {
  return { ...own, kind: 'set', line: dal, quantity, was }
}
const quantities = (cart: CartItem[]) =>
  cart.map(({ productid, quantity }) => [productid, quantity])

afterEach(() => vi.unstubAllGlobals())

test('a change shows before the server knows it, as a difference to what it has', () => {
  expect(quantities(withChanges([item], [set(5, 2)]))).toEqual([['dal', 5]])
  const newer = { ...item, quantity: 4 }
  expect(quantities(withChanges([newer], [set(5, 2)]))).toEqual([['dal', 7]])
  expect(withChanges([item], [set(3, 2)])).toMatchObject([{ subtotal: 253.5 }])
  const removal: Change = { ...own, kind: 'remove', line: dal, was: 2 }
  expect(withChanges([item], [removal])).toEqual([])
  expect(quantities(withChanges([newer], [removal]))).toEqual([['dal', 2]])
})

test('an addition joins its line, or makes one that later changes find without an id', () => {
  const line = { ...dal, id: '' }
  const add: Change = { ...own, kind: 'add', line, quantity: 3, look }
  expect(quantities(withChanges([item], [add]))).toEqual([['dal', 5]])
  const later: Change = { ...own, kind: 'set', line, quantity: 1, was: 3 }
  expect(quantities(withChanges([], [add, later]))).toEqual([['dal', 1]])
  const other = { ...line, productweight: '1 kg' }
  expect(withChanges([item], [{ ...add, line: other }])).toHaveLength(2)
})

test('what storage holds is taken only as far as it is what we stored', () => {
  const stored = JSON.stringify(set(5, 2))
  expect(decodeChange(stored)).toEqual(set(5, 2))
  for (const wrong of ['', 'null', '{"kind":"set"}', stored.replace('5,', '-5,')]) {
    expect(decodeChange(wrong)).toBeUndefined()
  }
  const press = { productid: 'dal', quantity: '2', key: KEY, price: 8450 }
  const added = {
    kind: 'add',
    key: KEY,
    userid: 'guest',
    sentAt: 0,
    quantity: 2,
    line: { ...dal, id: '' },
    look: { ...look, title: 'Product' },
  }
  expect(decodeChange(JSON.stringify(press))).toEqual(added)
  expect(decodeChange(JSON.stringify({ ...press, quantity: '0' }))).toBeUndefined()
  const saved = { ...own, kind: 'saveForLater', line: dal }
  expect(decodeChange(JSON.stringify(saved))).toEqual(saved)
  const before = JSON.stringify({ ...saved, kind: 'later' })
  expect(decodeChange(before), 'stored by an earlier version of the shop').toEqual(saved)
  const state = { userid: 'asha', revision: 3, items: [item] }
  expect(decodeCart(JSON.stringify(state))).toEqual(state)
  expect(decodeCart(JSON.stringify({ ...state, items: [{ ...item, price: 'x' }] }))).toBe(NO_CART)
  expect(decodeSummary(encodeSummary({ count: 3, totalRupees: 98.5 }))).toEqual({
    count: 3,
    totalRupees: 98.5,
  })
  expect(decodeSummary('<b>3</b> 1')).toEqual({ count: 0, totalRupees: 0 })
})

test('tries wait 30 s, then twice as long each, up to 16 minutes (S-203)', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7, 20].map((failures) => backoffMs(failures) / 60_000)
  expect(minutes).toEqual([0.5, 1, 2, 4, 8, 16, 16, 16])
})

test('each change is sent under its own key, to the line that is meant (S-174 S-175)', async () => {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method, headers, body }: RequestInit) => {
    asked.push([method, path, new Headers(headers).get('idempotency-key'), `${body}`])
    return Response.json({ status: true, error: false, msg: 'ok', cart: [item], revision: 4 })
  })
  const later: Change = { ...own, kind: 'set', line: { ...dal, id: '' }, quantity: 5, was: 2 }
  const sent = await sendChange(later, [item])
  expect(sent).toMatchObject({ status: 'answered', isDone: true, answer: { revision: 4 } })
  await sendChange({ ...own, kind: 'remove', line: dal, was: 2 }, [item])
  await sendChange({ ...own, kind: 'saveForLater', line: dal }, [item])
  await sendChange({ ...own, kind: 'wish', productid: 'dal' }, [])
  expect(asked).toEqual([
    ['PUT', '/api/cart/line-1', KEY, '{"quantity":5,"was":2,"userid":"asha"}'],
    ['DELETE', '/api/cart/line-1', KEY, '{"was":2,"userid":"asha"}'],
    ['POST', '/api/mylist/add', KEY, '{"cartid":"line-1","userid":"asha"}'],
    ['POST', '/api/mylist/add', KEY, '{"productid":"dal","userid":"asha"}'],
  ])
  // A wish is removed before the browser has learnt its id.
  const removeFromWishlist: Change = {
    ...own,
    kind: 'unwish',
    id: '',
    productid: 'dal',
  }
  await sendChange(removeFromWishlist, [], [{ _id: 'wish-1', productid: 'dal' }])
  expect(asked.pop()).toEqual(['DELETE', '/api/mylist/wish-1', KEY, '{"userid":"asha"}'])
  expect(await sendChange(removeFromWishlist, [])).toMatchObject({ isDone: false })
  // A line that never got an id and is gone: nothing is to be asked for.
  const line = { ...dal, id: '' }
  const gone = await sendChange({ ...own, kind: 'set', line, quantity: 5, was: 2 }, [])
  expect(gone).toEqual({ status: 'answered', isDone: false, answer: {} })
  expect(asked).toHaveLength(4)
})

test('a change waits when the network or the shop fails, and ends when the shop refuses it', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const add: Change = { ...own, kind: 'wish', productid: 'dal' }
  const answer = (status: number, headers = {}) =>
    vi.stubGlobal('fetch', async () =>
      Response.json({ error: true, msg: 'no' }, { status, headers }),
    )
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')))
  expect(await sendChange(add, [])).toEqual({ status: 'failed', waitMs: 0 })
  for (const status of [408, 500, 503]) {
    answer(status)
    expect(await sendChange(add, [])).toEqual({
      ...{ status: 'failed', waitMs: 0 },
      ...(status === 500 && { isFault: true }),
    })
  }
  answer(429, { 'retry-after': '40' })
  expect(await sendChange(add, [])).toEqual({ status: 'failed', waitMs: 40_000 })
  answer(401)
  expect(await sendChange(add, [])).toEqual({ status: 'signedOut' })
  answer(409)
  expect(await sendChange(add, [])).toMatchObject({ isDone: false, answer: { msg: 'no' } })
})

test('titles are cut at 60 characters (S-069)', () => {
  expect(shortTitle('a'.repeat(60))).toBe('a'.repeat(60))
  expect(shortTitle('a'.repeat(61))).toBe(`${'a'.repeat(60)}...`)
})

test('quantities end at the stock and at 99 (S-119)', () => {
  expect([quantityLimit(null), quantityLimit(3), quantityLimit(500)]).toEqual([99, 3, 99])
})

test('a counter in the cart ends where the field does: at the stock and at 99 (S-119)', () => {
  for (const stock of [null, 3, 500]) {
    const most = quantityLimit(stock)
    expect([isFull({ quantity: most, stock }), isFull({ quantity: most - 1, stock })]).toEqual([
      true,
      false,
    ])
  }
})
