import { expect, test } from 'vitest'
import { openDatabase } from '#lib/server/database/database.ts'
import { reconcile } from '#lib/server/orders/payment/reconcile.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { Killed, killAt, openPaidShop } from '#tests/support/outside/payment-faults.ts'

const HOUR = 3_600_000

forEachDatabase((open) => {
  test('a kill after the cart was read leaves no attempt and no hold (F01)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const killed = killAt(shop.payments, 'kp:cart-read')
    await expect(shop.begin(shop.asha, {}, killed)).rejects.toThrow(Killed)
    expect(await shop.count('attempt')).toBe(0)
    expect(await shop.stock()).toBe(10)
    expect(await shop.count('cart_item')).toBe(1)
  })

  test('a kill after the attempt was saved: a retry goes on with it, else the hold ends (F02 T18)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const killed = killAt(shop.payments, 'kp:attempt-saved')
    await expect(shop.begin(shop.asha, {}, killed)).rejects.toThrow(Killed)
    expect(await shop.stock()).toBe(9)
    await shop.attempt()
    expect([await shop.count('attempt'), await shop.stock()]).toEqual([1, 9])
    shop.clock.ahead = 900_001
    await reconcile(shop.payments)
    expect(await shop.stock()).toBe(10)
  })

  test('a kill after the gateway made its order: the same receipt finds the same order (F03 P1)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const killed = killAt(shop.payments, 'kp:gateway-order-made')
    await expect(shop.begin(shop.asha, {}, killed)).rejects.toThrow(Killed)
    const attempt = await shop.attempt()
    expect(shop.standIn.orders).toMatchObject([{ id: attempt.orderid, receipt: attempt.attempt }])
  })

  test('the answer was lost: a reload shows the same attempt and amount, with one hold (F04)', async () => {
    await using shop = await openPaidShop(open, { stock: 1 })
    await shop.put(shop.asha.id)
    const killed = killAt(shop.payments, 'kp:gateway-order-saved')
    await expect(shop.begin(shop.asha, {}, killed)).rejects.toThrow(Killed)
    const first = await shop.attempt()
    const second = await shop.attempt()
    expect(second).toEqual(first)
    expect([shop.standIn.orders.length, await shop.stock()]).toEqual([1, 0])
  })

  for (const step of ['kp:proof-checked', 'kp:order-tx-open'] as const) {
    test(`a kill at ${step}: the reconciler makes the order, the retry gets it (F05 F06 F12 A10)`, async () => {
      await using shop = await openPaidShop(open)
      await shop.put(shop.asha.id)
      const { attempt, orderid } = await shop.attempt()
      const { proof } = shop.standIn.pay(orderid)
      const killed = killAt(shop.payments, step)
      await expect(shop.confirm(attempt, proof, shop.asha, killed)).rejects.toThrow(Killed)
      expect(await shop.count('orders')).toBe(0)
      expect(await shop.count('payment')).toBe(0)
      shop.clock.ahead = 30_001
      await reconcile(shop.payments)
      expect(await shop.count('orders')).toBe(1)
      const order = await shop.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
      expect(await shop.confirm(attempt, proof)).toEqual({ kind: 'order', orderId: order.id })
    })
  }

  test('the answer was lost after the order: the callback again gives the same order (F07)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { attempt, orderid } = await shop.attempt()
    const { proof } = shop.standIn.pay(orderid)
    const killed = killAt(shop.payments, 'kp:order-saved')
    await expect(shop.confirm(attempt, proof, shop.asha, killed)).rejects.toThrow(Killed)
    expect(await shop.count('cart_item')).toBe(0)
    await shop.put(shop.asha.id, 'rice')
    expect(await shop.confirm(attempt, proof)).toMatchObject({ kind: 'order' })
    expect([await shop.count('orders'), await shop.count('cart_item')]).toEqual([1, 1])
    expect(await shop.mails()).toHaveLength(1)
  })

  test('webhook before and after the callback: one order, one mail (F10 F11)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { attempt, orderid } = await shop.attempt()
    const { payment, proof } = shop.standIn.pay(orderid)
    expect(await shop.notify('payment.captured', payment)).toBe(200)
    expect(await shop.count('orders')).toBe(1)
    expect(await shop.confirm(attempt, proof)).toMatchObject({ kind: 'order' })
    expect(await shop.notify('order.paid', payment)).toBe(200)
    expect([await shop.count('orders'), (await shop.mails()).length]).toEqual([1, 1])
  })

  test('nobody tells of a payment: attempts are asked about, ever more rarely, for three days (F12 I2)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { orderid } = await shop.attempt()
    const asked = () => shop.standIn.calls.filter((call) => call.includes('/payments')).length
    for (let hour = 1; hour <= 71; hour++) {
      shop.clock.ahead = hour * HOUR
      await reconcile(shop.payments)
    }
    expect(asked()).toBeGreaterThan(10)
    expect(asked()).toBeLessThan(40)
    shop.standIn.pay(orderid)
    for (const hour of [72, 78]) {
      shop.clock.ahead = hour * HOUR - 60_000
      await reconcile(shop.payments)
    }
    expect(await shop.count('orders')).toBe(1)
  })

  test('an attempt that nobody paid ends after three days as unpaid (F12)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    await shop.attempt()
    for (const hours of [1, 73, 80, 90]) {
      shop.clock.ahead = hours * HOUR
      await reconcile(shop.payments)
    }
    const ends = await shop.db.selectFrom('attempt').select(['state', 'outcome']).execute()
    expect(ends).toEqual([{ state: 'closed', outcome: 'unpaid' }])
  })

  test('no attempt is over before the provider has said what it knows (F12 I2)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { orderid } = await shop.attempt()
    shop.clock.ahead = HOUR
    await reconcile(shop.payments)
    shop.standIn.pay(orderid)
    shop.standIn.always = { kind: 'status', status: 503 }
    shop.clock.ahead = 80 * HOUR
    await reconcile(shop.payments)
    const { state } = await shop.db.selectFrom('attempt').select('state').executeTakeFirstOrThrow()
    expect([state, await shop.count('orders')]).toEqual(['lapsed', 0])
    // The gateway works again, and a new process asks it.
    shop.standIn.always = undefined
    shop.clock.ahead = 90 * HOUR
    await reconcile(shop.secondServer(shop.db))
    expect(await shop.count('orders')).toBe(1)
  })

  test('what was only begun in the window keeps nobody from paying (P7)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { attempt, orderid } = await shop.attempt()
    shop.standIn.pay(orderid, { status: 'created', captured: false })
    expect((await shop.attempt()).attempt).toBe(attempt)
    const { proof } = shop.standIn.pay(orderid)
    expect(await shop.confirm(attempt, proof)).toMatchObject({ kind: 'order' })
  })

  test('what is settled is answered while the provider is away (F07 F25)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { attempt, orderid } = await shop.attempt()
    const { proof } = shop.standIn.pay(orderid)
    const first = await shop.confirm(attempt, proof)
    shop.standIn.always = { kind: 'status', status: 503 }
    const calls = shop.standIn.calls.length
    expect(await shop.confirm(attempt, proof)).toEqual(first)
    expect(await shop.confirm(attempt, { ...proof, signature: 'f'.repeat(64) })).toEqual({
      kind: 'forged',
    })
    expect(shop.standIn.calls).toHaveLength(calls)
  })

  test('the same webhook 70 times at once has one effect and one mail (F13 T09 P4)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { orderid } = await shop.attempt()
    const { payment } = shop.standIn.pay(orderid)
    const { raw, signature, eventId } = shop.standIn.webhook('payment.captured', payment)
    const calls = shop.standIn.calls.length
    const sent = Array.from({ length: 70 }, () => shop.webhook(raw, signature, eventId))
    expect(new Set(await Promise.all(sent))).toEqual(new Set([200]))
    expect(shop.standIn.calls, 'an answer waits for no call to the provider').toHaveLength(calls)
    const jobs = await shop.db
      .selectFrom('job')
      .select('id')
      .where('kind', '=', 'webhook')
      .execute()
    expect(jobs).toHaveLength(1)
    await shop.work()
    expect([await shop.count('orders'), (await shop.mails()).length]).toEqual([1, 1])
  })

  test('callback and two webhooks at one moment, on two servers: one order, one mail (F14 T07 T08)', async () => {
    await using shop = await openPaidShop(open)
    const other = openDatabase(shop.url)
    try {
      const server = shop.secondServer(other)
      for (let round = 0; round < 8; round++) {
        await shop.put(shop.asha.id)
        const { attempt, orderid } = await shop.attempt()
        const { payment, proof } = shop.standIn.pay(orderid)
        const answers = await Promise.all([
          shop.confirm(attempt, proof),
          shop.confirm(attempt, proof, shop.asha, server),
          shop.notify('payment.captured', payment),
          shop.notify('order.paid', payment),
        ])
        expect(answers[0]).toMatchObject({ kind: 'order' })
        expect(answers[1]).toEqual(answers[0])
        expect(await shop.count('orders')).toBe(round + 1)
        expect(await shop.mails()).toHaveLength(round + 1)
      }
    } finally {
      await other.destroy()
    }
  })

  test('events in the wrong order: the state moves forward only (F15)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { orderid } = await shop.attempt()
    const { payment } = shop.standIn.pay(orderid)
    await shop.notify('order.paid', payment)
    for (const status of ['captured', 'authorized', 'failed'] as const) {
      await shop.notify(`payment.${status}`, { ...payment, status })
    }
    const states = await shop.db.selectFrom('payment').select(['state', 'outcome']).execute()
    expect(states).toEqual([{ state: 'captured', outcome: 'order' }])
    expect(await shop.count('orders')).toBe(1)
  })

  test('failed tries stand on the attempt; a failed one may still be authorized and paid (F15 F21)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { attempt, orderid } = await shop.attempt()
    const failed = [1, 2].map(() => shop.standIn.pay(orderid, { status: 'failed' }))
    for (const { payment } of failed) await shop.notify('payment.failed', payment)
    expect(
      await shop.confirm(attempt, failed[0]?.proof ?? { paymentId: '', signature: '' }),
    ).toEqual({ kind: 'failed' })
    expect(await shop.stock()).toBe(9)
    const late = failed[0]?.payment
    if (!late) throw new Error('No payment')
    await shop.notify('payment.authorized', { ...late, status: 'authorized' })
    await shop.notify('payment.captured', { ...late, status: 'captured' })
    const states = await shop.db.selectFrom('payment').select('state').orderBy('state').execute()
    expect(states).toEqual([{ state: 'captured' }, { state: 'failed' }])
    expect(await shop.count('orders')).toBe(1)
  })

  test('an authorized payment is captured once with the exact amount, then it is an order (F20)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { attempt, orderid } = await shop.attempt()
    const { proof } = shop.standIn.pay(orderid, { status: 'authorized', captured: false })
    expect(await shop.confirm(attempt, proof)).toEqual({ kind: 'pending' })
    expect(await shop.begin()).toMatchObject({ kind: 'refused', refusal: { code: 'paying' } })
    expect(await shop.count('orders')).toBe(0)
    for (const seconds of [31, 62, 93]) {
      shop.clock.ahead = seconds * 1000
      await reconcile(shop.payments)
    }
    expect(await shop.count('orders')).toBe(1)
    expect(shop.standIn.calls.filter((call) => call.endsWith('/capture'))).toHaveLength(1)
  })
})
