import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDatabase } from '#lib/server/database/database.ts'
import { reconcile } from '#lib/server/orders/payment/reconcile.ts'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { receiveWebhook } from '#lib/server/orders/payment/webhooks.ts'
import { KEY } from '#tests/razorpay/stand-in.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { insist } from '#tests/support/orders/insist.ts'
import { openPaidShop, razorpayOf } from '#tests/support/outside/payment-faults.ts'
import { addUser } from '#tests/support/accounts.ts'
import { payAttempt, refundsOf } from '#tests/support/outside/paid-attempt.ts'

forEachDatabase((open) => {
  for (const { name, change } of [
    { name: 'a paise more', change: { amount: 14_951 } },
    { name: 'a paise less', change: { amount: 14_949 } },
    { name: 'other money', change: { currency: 'USD' } },
  ]) {
    test(`${name} than the attempt: no order, refunded in full, and the owner is told (F18 I4)`, async () => {
      await using shop = await openPaidShop(open)
      await shop.put(shop.asha.id)
      const { attempt, orderid } = await shop.attempt()
      const { payment, proof } = shop.standIn.pay(orderid, change)
      expect(await shop.confirm(attempt, proof)).toEqual({ kind: 'refunded' })
      await shop.notify('payment.captured', payment)
      await doRefunds(shop.payments)
      expect(await shop.count('orders')).toBe(0)
      expect(shop.standIn.refunds).toMatchObject([{ amount: payment.amount }])
      const needs = await shop.db
        .selectFrom('attention')
        .select(['reason', 'payment_ref'])
        .execute()
      expect(needs).toEqual([{ reason: 'wrong amount', payment_ref: payment.id }])
      expect(await shop.stock()).toBe(10)
      const to = (await shop.mails()).map((mail) => mail.to)
      expect(to.toSorted()).toEqual([shop.asha.email, 'shop@example.com'].toSorted())
    })
  }

  test('only the proof of this attempt counts, and only for its owner (F19 I8 P2)', async () => {
    await using shop = await openPaidShop(open)
    const eve = await addUser(shop.db, 'Eve')
    await shop.put(eve.id, 'rice')
    const eves = await shop.attempt(eve)
    const { attempt, orderid, payment, proof } = await payAttempt(shop)
    const { paymentId } = proof
    const forSelf = (orderId: string) =>
      createHmac('sha256', 'a guess').update(`${orderId}|${paymentId}`).digest('hex')
    const forged = [
      ...['', 'x', 'f'.repeat(64), forSelf(orderid), proof.signature.toUpperCase()],
      proof.signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ]
    for (const signature of forged) {
      expect(await shop.confirm(attempt, { paymentId, signature })).toEqual({ kind: 'forged' })
    }
    expect(await shop.confirm(eves.attempt, proof, eve)).toEqual({ kind: 'forged' })
    expect(await shop.confirm(attempt, proof, eve)).toEqual({ kind: 'unknownAttempt' })
    expect(await shop.count('orders')).toBe(0)
    const states = await shop.db.selectFrom('attempt').select('state').execute()
    expect(states).toEqual([{ state: 'open' }, { state: 'open' }])
    expect(payment.status).toBe('captured')
    expect(await shop.confirm(attempt, proof)).toMatchObject({ kind: 'order' })
  })

  test('a webhook is believed by its signature over its bytes alone (F16 T14 T15 P3)', async () => {
    await using shop = await openPaidShop(open)
    const { payment } = await payAttempt(shop)
    const { raw, signature, eventId } = shop.standIn.webhook('payment.captured', payment)
    const changed = Buffer.from(raw.toString().replace('captured', 'Captured'))
    const again = Buffer.from(JSON.stringify(JSON.parse(raw.toString()), null, 1))
    const withKey = shop.standIn.webhook('payment.captured', payment, KEY.keySecret)
    const tries: [Buffer, string | undefined][] = [
      ...([undefined, '', 'x', 'f'.repeat(64)] as const).map((bad): [Buffer, typeof bad] => [
        raw,
        bad,
      ]),
      ...[changed, again].map((body): [Buffer, string] => [body, signature]),
      [withKey.raw, withKey.signature],
    ]
    for (const [body, bad] of tries) {
      const headers = { signature: bad, eventId }
      expect(await receiveWebhook(shop.payments, 'razorpay', body, headers)).toBe(400)
    }
    expect(await receiveWebhook(shop.payments, 'demo', raw, { signature, eventId })).toBe(404)
    for (const secret of ['', ' ', ' , ']) {
      const closed = { ...shop.payments, provider: razorpayOf(shop.standIn, secret) }
      expect(await receiveWebhook(closed, 'razorpay', raw, { signature, eventId })).toBe(503)
    }
    await shop.work()
    expect([await shop.count('orders'), await shop.count('payment')]).toEqual([0, 0])
    const rotated = {
      ...shop.payments,
      provider: razorpayOf(shop.standIn, `new-one,${'webhook-secret-of-the-stand-in-9876543210'}`),
    }
    expect(await receiveWebhook(rotated, 'razorpay', raw, { signature, eventId })).toBe(200)
  })

  test('a well-signed webhook about an order of somebody else: taken, listed, nothing more (F17)', async () => {
    await using shop = await openPaidShop(open)
    const { payment } = await payAttempt(shop)
    expect(
      await shop.notify('payment.captured', {
        ...payment,
        id: 'pay_other',
        order_id: 'order_other',
      }),
    ).toBe(200)
    expect(
      await shop.notify('order.paid', { ...payment, id: 'pay_other', order_id: 'order_other' }),
    ).toBe(200)
    expect([
      await shop.count('orders'),
      await shop.count('refund'),
      await shop.count('attention'),
    ]).toEqual([0, 0, 1])
  })

  test('a payment after the hold: an order while there is stock, at the stored price (F22)', async () => {
    await using shop = await openPaidShop(open, { stock: 1 })
    await shop.put(shop.asha.id)
    const { attempt, orderid } = await shop.attempt()
    shop.clock.ahead = 900_001
    await reconcile(shop.payments)
    expect(await shop.stock()).toBe(1)
    const { proof } = shop.standIn.pay(orderid)
    const dearer = shop.db.updateTable('product').set({ price_paise: 99_900 })
    await dearer.where('id', '=', 'dal').execute()
    expect(await shop.confirm(attempt, proof)).toMatchObject({ kind: 'order' })
    expect(await shop.stock()).toBe(0)
    const order = await shop.db
      .selectFrom('orders')
      .select('amount_paise')
      .executeTakeFirstOrThrow()
    expect(order.amount_paise).toBe(14_950)
  })

  test('a payment after the hold, and the stock is gone: all money back, with a mail (F22 T11)', async () => {
    await using shop = await openPaidShop(open, { stock: 1 })
    const eve = await addUser(shop.db, 'Eve')
    await shop.put(shop.asha.id)
    const late = await shop.attempt()
    shop.clock.ahead = 900_001
    await reconcile(shop.payments)
    await shop.put(eve.id)
    const eves = await shop.attempt(eve)
    const { payment, proof } = shop.standIn.pay(late.orderid)
    expect(await shop.confirm(late.attempt, proof)).toEqual({ kind: 'refunded' })
    await doRefunds(shop.payments)
    expect(payment.amount_refunded).toBe(14_950)
    expect(await refundsOf(shop)).toEqual([
      { reason: 'late', state: 'processed', amount_paise: 14_950 },
    ])
    expect(await shop.stock()).toBe(0)
    expect(
      await shop.confirm(eves.attempt, shop.standIn.pay(eves.orderid).proof, eve),
    ).toMatchObject({
      kind: 'order',
    })
    expect(await shop.mails()).toHaveLength(2)
  })

  test('a second capture of one attempt is refunded once; told during the refund, it is no order (F23 T12)', async () => {
    await using shop = await openPaidShop(open)
    const { attempt, orderid, proof } = await payAttempt(shop)
    await shop.confirm(attempt, proof)
    const second = shop.standIn.pay(orderid)
    expect(await shop.confirm(attempt, second.proof)).toMatchObject({ kind: 'order' })
    await shop.notify('payment.captured', second.payment)
    await Promise.all([doRefunds(shop.payments), doRefunds(shop.payments)])
    await shop.notify('payment.captured', { ...second.payment, status: 'captured' })
    await doRefunds(shop.payments)
    expect(await shop.count('orders')).toBe(1)
    expect(shop.standIn.refunds).toMatchObject([{ payment_id: second.payment.id }])
    expect(await shop.mails()).toHaveLength(2)
  })

  test('two tabs with two gateway orders for one cart: the first wins, the other is refunded (F23 I1)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const first = await shop.attempt()
    await shop.put(shop.asha.id, 'rice')
    const second = await shop.attempt()
    expect(second.orderid).not.toBe(first.orderid)
    const paidFirst = shop.standIn.pay(first.orderid)
    const paidSecond = shop.standIn.pay(second.orderid)
    expect(await shop.confirm(second.attempt, paidSecond.proof)).toMatchObject({ kind: 'order' })
    expect(await shop.confirm(first.attempt, paidFirst.proof)).toEqual({ kind: 'refunded' })
    await doRefunds(shop.payments)
    expect(shop.standIn.refunds).toMatchObject([{ payment_id: paidFirst.payment.id }])
    expect([await shop.count('orders'), await shop.stock()]).toEqual([1, 9])
  })

  test('a cart whose time ran out is bought again, then paid late as well: one order (F22 F23)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const late = await shop.attempt()
    shop.clock.ahead = 900_001
    await reconcile(shop.payments)
    const again = await shop.attempt()
    expect(again.orderid).not.toBe(late.orderid)
    const paid = shop.standIn.pay(again.orderid)
    expect(await shop.confirm(again.attempt, paid.proof)).toMatchObject({ kind: 'order' })
    const paidLate = shop.standIn.pay(late.orderid)
    expect(await shop.confirm(late.attempt, paidLate.proof)).toEqual({ kind: 'refunded' })
    await doRefunds(shop.payments)
    expect(shop.standIn.refunds).toMatchObject([{ payment_id: paidLate.payment.id }])
    expect([await shop.count('orders'), await shop.stock()]).toEqual([1, 9])
    // The same goods on another day are a new purchase.
    await shop.put(shop.asha.id)
    const another = await shop.attempt()
    const proof = shop.standIn.pay(another.orderid).proof
    expect(await shop.confirm(another.attempt, proof)).toMatchObject({ kind: 'order' })
    expect(await shop.count('orders')).toBe(2)
  })

  for (const trouble of [
    { kind: 'status', status: 500 },
    { kind: 'status', status: 429 },
    { kind: 'html' },
    { kind: 'slow', ms: 3000 },
    { kind: 'amount', by: 1 },
  ] as const) {
    test(`the gateway answers with ${JSON.stringify(trouble)}: told so, cart and stock as before (F24)`, async () => {
      await using shop = await openPaidShop(open)
      await shop.put(shop.asha.id)
      shop.standIn.always = trouble
      const limits = trouble.kind === 'slow' ? { limitMs: 1200 } : {}
      const provider = razorpayOf(shop.standIn, undefined, limits)
      expect(await shop.begin(shop.asha, {}, { ...shop.payments, provider })).toMatchObject({
        kind: 'refused',
        refusal: { code: 'unavailable' },
      })
      expect([await shop.stock(), await shop.count('cart_item')]).toEqual([10, 1])
      shop.standIn.always = undefined
      await shop.attempt()
    })
  }

  test('the answer to the gateway order is lost: the retry finds that order (F24 P6)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    shop.standIn.troubles = [{ kind: 'lost' }]
    const attempt = await shop.attempt()
    expect(shop.standIn.orders).toMatchObject([{ id: attempt.orderid }])
  })

  test('each answer comes in time, but all together too late: told so, cart and stock as before (F24)', async () => {
    await using shop = await openPaidShop(open)
    const within = (limits: { limitMs: number; patienceMs: number }) => ({
      ...shop.payments,
      provider: razorpayOf(shop.standIn, undefined, limits),
    })
    const unavailable = { kind: 'refused', refusal: { code: 'unavailable' } }
    await shop.put(shop.asha.id)
    // The order is made but told too late; asked again, the gateway knows it, and is then asked for it.
    const slow = (ms: number) => ({ kind: 'slow' as const, ms })
    shop.standIn.troubles = [slow(300), slow(200), slow(200)]
    const patient = within({ limitMs: 250, patienceMs: 400 })
    expect(await shop.begin(shop.asha, {}, patient)).toMatchObject(unavailable)
    expect([await shop.stock(), await shop.count('cart_item')]).toEqual([10, 1])
    shop.standIn.troubles = []
    await shop.attempt()

    // An earlier attempt is asked about before the new order is made.
    await shop.put(shop.asha.id, 'rice')
    shop.standIn.troubles = [slow(200), slow(200)]
    const on = within({ limitMs: 5000, patienceMs: 300 })
    expect(await shop.begin(shop.asha, {}, on)).toMatchObject(unavailable)
    expect([await shop.stock(), await shop.count('cart_item')]).toEqual([10, 2])
    shop.standIn.troubles = []
    await shop.attempt()
  })

  test('the gateway is away: checkout says so at once, until it is back, which it finds alone (F25)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    shop.standIn.always = { kind: 'status', status: 503 }
    for (let tries = 0; tries < 4; tries++) await shop.begin()
    const { provider } = shop.payments
    await expect.poll(provider.isAvailable).toBe(false)
    const orders = () => shop.standIn.calls.filter((call) => call.includes('/orders')).length
    const before = orders()
    expect(await shop.begin()).toMatchObject({ kind: 'refused', refusal: { code: 'unavailable' } })
    expect([orders(), await shop.stock()]).toEqual([before, 10])
    shop.standIn.always = undefined
    await expect.poll(provider.isAvailable).toBe(true)
    await shop.attempt()
  })

  test('ten equal requests at once: one attempt, one gateway order, one answer (F27)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const answers = await Promise.all(Array.from({ length: 10 }, () => shop.attempt()))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect([await shop.count('attempt'), shop.standIn.orders.length, await shop.stock()]).toEqual([
      1, 1, 9,
    ])
  })

  for (const stock of [1, 5]) {
    test(`fifty shoppers at once, on two servers, and stock ${stock}: nobody buys more (F29 T16 A11 I3)`, async () => {
      await using shop = await openPaidShop(open, { stock })
      const other = openDatabase(shop.url)
      try {
        const servers = [shop.payments, shop.secondServer(other)]
        const buyers = await Promise.all(
          Array.from({ length: 50 }, (_, at) => addUser(shop.db, `Buyer ${at}`)),
        )
        for (const { id } of buyers) await shop.put(id)
        const ends = await Promise.all(
          buyers.map((who, at) => insist(() => shop.begin(who, {}, servers[at % 2]))),
        )
        const held = ends.filter(({ kind }) => kind === 'attempt')
        expect(held).toHaveLength(stock)
        const codes = ends.flatMap((end) => (end.kind === 'refused' ? [end.refusal.code] : []))
        expect(new Set(codes)).toEqual(new Set(['outofstock']))
        expect([await shop.stock(), shop.standIn.orders.length]).toEqual([0, stock])
      } finally {
        await other.destroy()
      }
    })
  }
})
