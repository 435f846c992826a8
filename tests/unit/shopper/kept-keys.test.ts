import { expect, onTestFinished, test, vi } from 'vitest'
import { recordStock } from '#lib/server/counter/stock.ts'
import { DAY_MS, MINUTE_MS } from '#lib/server/durations.ts'
import { openGuest } from '#lib/server/shopper/guests/guests.ts'
import { KEYS_KEPT } from '#lib/server/shopper/idempotency.ts'
import { parseAction, performOnce } from '#lib/server/shopper/shopper-actions.ts'
import { type TestDatabase, forEachDatabase } from '#tests/support/databases/database.ts'
import { openCounter } from '#tests/support/orders/counter-shop.ts'
import { openShoppers } from '#tests/support/shoppers.ts'

const CART = 'POST /api/cart/add'
const STOCK = 'POST /api/desk/stock'

/** A shop with a shopper who adds dal under keys of their own, at times that the test sets. */
async function openShopper(open: () => Promise<TestDatabase>, isGuest = true) {
  const shop = await openShoppers(open)
  const { id } = isGuest ? await openGuest(shop.db) : await shop.shopper()
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const add = (key: string, productid = 'toor-dal') => {
    const parsed = parseAction('cart', { productid })
    if (!parsed.ok) throw new Error('Malformed')
    return performOnce(shop.db, { id, name: '', isGuest }, parsed.value, key)
  }
  /** As if so many had been sent, each a millisecond after the one before, until now. */
  const send = async (count: number, word: string, { route = CART, user_id = id } = {}) => {
    const row = { user_id, route, hash: '', answer: '' }
    const rows = Array.from({ length: count }, (_, at) => ({
      ...{ ...row, key: `${word}${at}`, created_at: Date.now() - count + at },
    }))
    await shop.db.insertInto('idempotency').values(rows).execute()
  }
  const keys = async () => {
    const rows = await shop.db.selectFrom('idempotency').select('key').execute()
    return new Set(rows.map(({ key }) => key))
  }
  const units = async () =>
    (await shop.db.selectFrom('cart_item').select('quantity').execute()).map((row) => row.quantity)
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
  return { ...shop, id, add, send, keys, units, pass }
}

forEachDatabase((open) => {
  test.each([
    { who: 'a visitor', isGuest: true, kept: KEYS_KEPT.guest },
    { who: 'an account', isGuest: false, kept: KEYS_KEPT.account },
  ])(
    'of the older keys of $who the newest alone are kept, and still known',
    async ({ isGuest, kept }) => {
      await using shop = await openShopper(open, isGuest)
      await shop.send(kept, 'k')
      await shop.send(1, 'wish', { route: 'POST /api/mylist/add' })
      await shop.send(1, 'other', { user_id: (await shop.shopper()).id })
      shop.pass(16 * MINUTE_MS)
      expect(await shop.add('new')).toEqual(await shop.add('new'))
      const keys = await shop.keys()
      expect(keys).toHaveLength(kept + 2)
      const known = ['k1', 'new', 'wish0', 'other0']
      expect(['k0', ...known].filter((key) => keys.has(key))).toEqual(known)
      expect(await shop.units()).toEqual([1])
    },
  )

  test('what waits in two tabs is done once, however much it is', async () => {
    await using shop = await openShopper(open)
    const [first, second, last] = ['first', 'second', 'last']
    for (const key of [first, second]) await shop.add(key)
    shop.pass(1000)
    await shop.send(KEYS_KEPT.guest + 10, 'k')
    await shop.add(last)
    shop.pass(14 * MINUTE_MS)
    for (const key of [first, second, last]) await shop.add(key)
    expect(await shop.units()).toEqual([3])
    shop.pass(2 * MINUTE_MS)
    await shop.add('later')
    expect(await shop.keys()).toHaveLength(KEYS_KEPT.guest)
  })

  test('after the clock was set back, what is sent again is done once (F45)', async () => {
    await using shop = await openShopper(open)
    await shop.send(KEYS_KEPT.guest, 'k')
    await shop.add('before')
    shop.pass(-DAY_MS)
    for (const key of ['a', 'a', 'before']) await shop.add(key)
    shop.pass(16 * MINUTE_MS)
    for (const key of ['b', 'a', 'b']) await shop.add(key)
    expect(await shop.units()).toEqual([3])
    await shop.send(KEYS_KEPT.guest, 'n')
    await shop.add('c')
    const keys = await shop.keys()
    expect(
      ['k0', 'n0', 'c'].filter((key) => keys.has(key)),
      'older ones',
    ).toEqual(['n0', 'c'])
  })

  test('what somebody counts in the shop is done once, whatever they put into their own cart (I3)', async () => {
    await using shop = await openCounter(open)
    const { id } = shop.asha
    const actor = { id, who: 'Asha' }
    const said = { kind: 'delivery', pack: '', units: 5 } as const
    const deliver = (key: string) => recordStock(shop.payments, actor, 'dal', said, key)
    const first = await deliver('first')
    const row = { user_id: id, hash: '', answer: '', route: STOCK }
    const rows = Array.from({ length: KEYS_KEPT.account + 1 }, (_, at) => ({
      ...{ ...row, key: `k${at}`, created_at: Date.now() - DAY_MS + at },
    }))
    await shop.db
      .updateTable('idempotency')
      .set({ created_at: Date.now() - 2 * DAY_MS })
      .execute()
    await shop.db.insertInto('idempotency').values(rows).execute()
    const parsed = parseAction('cart', { productid: 'dal' })
    if (!parsed.ok) throw new Error('Malformed')
    await performOnce(shop.db, { id, name: '', isGuest: false }, parsed.value, 'cart')
    await deliver('second')
    expect(await deliver('first')).toEqual(first)
  })
})
