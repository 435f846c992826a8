import { expect, test } from 'vitest'
import { askCached } from '#lib/server/orders/payment/ask-attempt.ts'
import { findAttempt } from '#lib/server/orders/attempts.ts'
import { readCheckout } from '#lib/server/orders/checkout/checkout-request.ts'
import { cancelOrder } from '#lib/server/orders/cancel-order.ts'
import { reconcile } from '#lib/server/orders/payment/reconcile.ts'
import { fingerprintOf } from '#lib/server/orders/checkout/check-cart.ts'
import { startCheckout } from '#lib/server/orders/checkout/start-checkout.ts'
import { loadPayment } from '#parts/checkout/load-payment.ts'
import { readCart } from '#lib/server/shopper/cart/read-cart.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'
import { addUser } from '#tests/support/accounts.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

forEachDatabase((open) => {
  test('a payment authorized after its hold is looked at within two minutes, whatever the gap was (F20 F12)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { attempt, orderid } = await shop.attempt()
    for (const minutes of [16, 40, 100, 300, 900]) {
      shop.clock.ahead = minutes * MINUTE
      await reconcile(shop.payments)
    }
    const { next_ask_at } = await shop.db
      .selectFrom('attempt')
      .select('next_ask_at')
      .where('id', '=', attempt)
      .executeTakeFirstOrThrow()
    expect(next_ask_at - shop.payments.now()).toBeGreaterThan(60 * MINUTE)
    const { payment } = shop.standIn.pay(orderid, { status: 'authorized', captured: false })
    await shop.notify('payment.authorized', payment)
    shop.clock.ahead += 2 * MINUTE
    await reconcile(shop.payments)
    expect(await shop.count('orders')).toBe(1)
    expect(payment.status).toBe('captured')
  })

  test('what is bought in cash meanwhile is not charged as well (F23 P7)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { orderid } = await shop.attempt()
    shop.clock.ahead = 16 * MINUTE
    await reconcile(shop.payments)
    const { payment } = shop.standIn.pay(orderid, { status: 'authorized', captured: false })
    await shop.notify('payment.authorized', payment)
    // Although the cart has changed, it is the same purchase.
    await shop.put(shop.asha.id, 'rice')
    expect(await shop.begin(shop.asha, { payment: 'cod' })).toMatchObject({ kind: 'order' })
    for (const minutes of [18, 20, 22]) {
      shop.clock.ahead = minutes * MINUTE
      await reconcile(shop.payments)
    }
    expect([await shop.count('orders'), payment.status]).toEqual([1, 'authorized'])
    // The provider captures it by itself: then it is refunded.
    payment.status = 'captured'
    await shop.notify('payment.captured', payment)
    expect([await shop.count('orders'), await shop.count('refund')]).toEqual([1, 1])
  })

  test('a proof that verifies is being checked until the list shows that very payment (T10 P2)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { attempt, orderid } = await shop.attempt()
    shop.standIn.pay(orderid, { status: 'failed', captured: false })
    const { payment, proof } = shop.standIn.pay(orderid)
    // The provider's list lags behind.
    shop.standIn.payments = shop.standIn.payments.filter((one) => one !== payment)
    expect(await shop.confirm(attempt, proof)).toEqual({ kind: 'checking' })
    shop.standIn.payments.push(payment)
    expect(await shop.confirm(attempt, proof)).toMatchObject({ kind: 'order' })
  })

  test('while the provider is away a begun payment is being checked, and has no second button (T10 F25)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    await shop.attempt()
    shop.standIn.always = { kind: 'status', status: 503 }
    expect(await loadPayment(shop.payments, shop.asha.id)).toMatchObject({ kind: 'checking' })
  })

  test('nobody begins to pay anew while the provider cannot say whether they have paid (T10 F25)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { orderid } = await shop.attempt()
    shop.standIn.pay(orderid)
    shop.standIn.broken.add(orderid)
    // The shopper puts something else into the cart in another tab.
    await shop.put(shop.asha.id, 'rice')
    expect(await shop.begin()).toMatchObject({ refusal: { code: 'unavailable' } })
    expect(await shop.count('attempt')).toBe(1)
    shop.standIn.broken.delete(orderid)
    expect(await shop.begin()).toMatchObject({ kind: 'order' })
  })

  test('however many run into a limit of the provider, nobody else is kept from paying (F24 F25)', async () => {
    await using shop = await openPaidShop(open)
    for (let at = 0; at < 5; at++) {
      const user = await addUser(shop.db, `Shopper ${at}`)
      await shop.put(user.id)
      await shop.attempt(user)
    }
    shop.standIn.always = { kind: 'status', status: 429 }
    for (let look = 1; look <= 3; look++) {
      shop.clock.ahead = look * MINUTE
      await reconcile(shop.payments)
    }
    expect(shop.payments.provider.isAvailable()).toBe(true)
  })

  test('reloading asks the provider once in five seconds an attempt, and a limit there is its own (F24)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { attempt } = await shop.attempt()
    const found = await findAttempt(shop.db, shop.asha.id, attempt)
    if (!found) throw new Error('No attempt')
    const before = shop.standIn.calls.length
    shop.standIn.always = { kind: 'status', status: 429 }
    for (let reload = 0; reload < 20; reload++) await askCached(shop.payments, found)
    expect(shop.standIn.calls).toHaveLength(before + 1)
    for (let look = 0; look < 10; look++) {
      shop.clock.ahead += MINUTE
      await reconcile(shop.payments)
    }
    expect(shop.payments.provider.isAvailable()).toBe(true)
  })

  test('one shopper whose payment makes the provider stumble keeps nobody else from paying (F25)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    await shop.attempt()
    for (const trouble of [{ kind: 'status', status: 500 }, { kind: 'html' }] as const) {
      shop.standIn.always = trouble
      for (let tries = 0; tries < 8; tries++) await shop.begin()
    }
    shop.standIn.always = undefined
    const other = await addUser(shop.db, 'Other')
    await shop.put(other.id, 'rice')
    expect(await shop.begin(other)).toMatchObject({ kind: 'attempt' })
  })

  test('however many payments make the provider stumble, nobody else is kept from paying (F25)', async () => {
    await using shop = await openPaidShop(open, { stock: 100 })
    for (let at = 0; at < 5; at++) {
      const user = await addUser(shop.db, `Shopper ${at}`)
      await shop.put(user.id)
      const { orderid } = await shop.attempt(user)
      shop.standIn.broken.add(orderid)
      for (let tries = 0; tries < 2; tries++) await shop.begin(user)
    }
    shop.clock.ahead = MINUTE
    await reconcile(shop.payments)
    expect(shop.payments.provider.isAvailable()).toBe(true)
    const other = await addUser(shop.db, 'Other')
    await shop.put(other.id, 'rice')
    expect(await shop.begin(other)).toMatchObject({ kind: 'attempt' })
  })

  test('a clock that is set back a day stops neither looks, holds, jobs nor refunds (F45)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { attempt, orderid } = await shop.attempt()
    const other = await addUser(shop.db, 'Other')
    await shop.put(other.id, 'dal', 2)
    await shop.attempt(other)
    shop.standIn.pay(orderid)
    shop.clock.ahead = -DAY
    await reconcile(shop.payments)
    expect([await shop.count('orders'), await shop.stock()]).toEqual([1, 7])
    shop.clock.ahead = -DAY + 16 * MINUTE
    await reconcile(shop.payments)
    expect(await shop.stock()).toBe(9)
    const order = await shop.db
      .selectFrom('orders')
      .select('id')
      .where('attempt_id', '=', attempt)
      .executeTakeFirstOrThrow()
    shop.clock.ahead = 0
    await cancelOrder(shop.payments, shop.asha.id, order.id)
    shop.clock.ahead = -DAY
    await reconcile(shop.payments)
    const { state } = await shop.db.selectFrom('refund').select('state').executeTakeFirstOrThrow()
    expect(state).toBe('processed')
  })

  test('a clock that is set back a day stops no look at a payment that came late (F45 F12)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { orderid } = await shop.attempt()
    shop.clock.ahead = 16 * MINUTE
    await reconcile(shop.payments)
    shop.standIn.pay(orderid)
    shop.clock.ahead = -DAY
    await reconcile(shop.payments)
    expect(await shop.count('orders')).toBe(1)
  })

  test('the key of an order with another body is refused, and with the same it is that order (F27)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const ask = async (fields: Record<string, string> = {}) => {
      const read = readCheckout({ ...BILLING, payment: 'cod', ...fields }, 'key-1')
      if (!read.ok) throw new Error('The form is wrong')
      return startCheckout(shop.payments, shop.asha, read.value)
    }
    const first = await ask()
    expect(first).toMatchObject({ kind: 'order' })
    expect(await ask()).toEqual(first)
    await shop.put(shop.asha.id)
    expect(await ask({ city: 'Mysuru' })).toEqual({
      ...{ kind: 'refused', refusal: { code: 'keyTaken' } },
    })
    expect(await shop.count('orders')).toBe(1)
  })

  test('a page that was left open asks for what it shows, and is not answered by its earlier order (F28)', async () => {
    await using shop = await openPaidShop(open)
    const shown = async () => fingerprintOf((await readCart(shop.db, shop.asha.id)).lines)
    const ask = async (of: string) => {
      const read = readCheckout({ ...BILLING, payment: 'cod', shown: of }, 'key-1')
      if (!read.ok) throw new Error('The form is wrong')
      return startCheckout(shop.payments, shop.asha, read.value)
    }
    await shop.put(shop.asha.id)
    const before = await shown()
    const first = await ask(before)
    expect(first).toMatchObject({ kind: 'order' })
    expect(await ask(await shown()), 'its cart is empty since').toEqual(first)
    await shop.put(shop.asha.id, 'rice')
    expect(await ask(before), 'its answer was lost').toEqual(first)
    expect(await ask(await shown())).toEqual({ kind: 'refused', refusal: { code: 'keyTaken' } })
    expect([await shop.count('orders'), await shop.count('cart_item')]).toEqual([1, 1])
  })

  test('no attempt opens on a purchase that just became an order, whoever is first (F23 F27)', async () => {
    await using shop = await openPaidShop(open)
    for (let round = 0; round < 12; round++) {
      const user = await addUser(shop.db, `Shopper ${round}`)
      await shop.put(user.id, 'rice')
      const { attempt, orderid } = await shop.attempt(user)
      await shop.db
        .updateTable('attempt')
        .set({ hold_until: 0, next_ask_at: 0 })
        .where('id', '=', attempt)
        .execute()
      await reconcile(shop.payments)
      const { payment } = shop.standIn.pay(orderid)
      await Promise.all([shop.notify('payment.captured', payment), shop.begin(user)])
      const all = shop.db.selectFrom('attempt').where('user_id', '=', user.id)
      expect(await all.select('id').where('state', '=', 'open').execute()).toEqual([])
      const made = shop.db.selectFrom('orders').where('user_id', '=', user.id)
      expect(await made.select('id').execute()).toHaveLength(1)
    }
  })
})
