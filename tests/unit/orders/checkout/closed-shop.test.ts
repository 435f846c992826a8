import { expect, test } from 'vitest'
import { shopSchema } from '#lib/shop.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import { openCheckout } from '#tests/support/orders/checkout-shop.ts'
import { callsOn } from '#tests/support/orders/orders-shop.ts'
import { openPages } from '#tests/support/desk-pages.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'

const DIWALI = 'Closed for Diwali, back on Thursday.'

/** A shop with its pages and calls, where Asha has a pack of dal for ₹149.50 in her cart. */
async function openShop(open: () => Promise<TestDatabase>) {
  const shop = await openPages(await openCheckout(open))
  await shop.put(shop.asha.id)
  const { call } = callsOn(shop)
  const say = async (words: { closed?: string; minimum?: number }) => {
    const json = JSON.stringify({ name: 'Sharma Stores', ...words })
    await shop.db.updateTable('shop').set({ json }).execute()
  }
  const order = async (payment: 'online' | 'cod') => {
    const answer = await call('POST /api/checkout', shop.asha, { ...BILLING, payment })
    return answer.json()
  }
  return { ...shop, call, say, order }
}

forEachDatabase((open) => {
  test('a closed shop says why in cart and checkout, and begins no order (P24)', async () => {
    await using shop = await openShop(open)
    await shop.say({ closed: DIWALI })
    for (const path of ['/cart', '/checkout']) {
      expect((await shop.show(path, shop.asha)).text, path).toContain(DIWALI)
    }
    for (const payment of ['online', 'cod'] as const) {
      expect(await shop.order(payment)).toMatchObject({ error: true, code: 'closed', msg: DIWALI })
    }
    expect([await shop.count('attempt'), await shop.stock()]).toEqual([0, 10])
  })

  test('a payment that was begun before the shop closed still becomes an order (P24)', async () => {
    await using shop = await openShop(open)
    const { attempt } = await shop.order('online')
    await shop.say({ closed: DIWALI })
    await shop.call('POST /api/demo/pay', shop.asha, { attempt, action: 'slow' })
    shop.clock.ahead = 9000
    expect(await shop.order('online')).not.toHaveProperty('code')
    expect(await shop.count('orders')).toBe(1)
  })

  test.each([{ closed: DIWALI }, { minimum: 500 }])(
    'an attempt that was begun before %o is gone on with, and no other one begun (F04 P24 P25)',
    async (words) => {
      await using shop = await openShop(open)
      const { attempt } = await shop.order('online')
      await shop.say(words)
      expect(attempt).toBeTypeOf('string')
      expect(await shop.order('online')).toMatchObject({ attempt })
      const { text } = await shop.show('/checkout', shop.asha)
      expect(text).not.toMatch(/Diwali|deliver orders/)
      const code = words.closed ? 'closed' : 'belowMinimum'
      expect(await shop.order('cod')).toMatchObject({ code })
      expect(await shop.order('online'), 'the refusal took nothing').toMatchObject({ attempt })
    },
  )

  test('a cart below the least order says what it lacks, and is no order until it has it (P25)', async () => {
    await using shop = await openShop(open)
    await shop.say({ minimum: 199.5 })
    const said = 'Add ₹50 more: we deliver orders of ₹199.50 or more.'
    for (const path of ['/cart', '/checkout']) {
      expect((await shop.show(path, shop.asha)).text, path).toContain(said)
    }
    for (const payment of ['online', 'cod'] as const) {
      expect(await shop.order(payment)).toMatchObject({ code: 'belowMinimum', msg: said })
    }
    await shop.put(shop.asha.id, 'rice')
    for (const path of ['/cart', '/checkout']) {
      expect((await shop.show(path, shop.asha)).text, path).not.toContain('more: we deliver')
    }
    expect(await shop.order('cod')).toHaveProperty('order')
  })
})

test('a least order is an amount that an order can come to, to the paisa (P25)', () => {
  const takes = (minimum: unknown) => shopSchema.safeParse({ name: 'Own', minimum }).success
  for (const minimum of [null, 1, 199, 199.5, 19.99, 500_000]) expect(takes(minimum)).toBe(true)
  for (const minimum of [0, 0.99, -1, 500_001, 19.999, '199', NaN]) {
    expect(takes(minimum), String(minimum)).toBe(false)
  }
})
