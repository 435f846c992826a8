import { expect, onTestFinished, test } from 'vitest'
import type { AttemptAnswer } from '#lib/checkout/checkout.ts'
import type { Order } from '#lib/checkout/order.ts'
import { listBought } from '#lib/server/orders/bought.ts'
import { readCart } from '#lib/server/shopper/cart/read-cart.ts'
import { orders as ordersCommand } from '#lib/server/cli/orders/orders.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { KEY, WEBHOOK_SECRET } from '#tests/razorpay/stand-in.ts'
import { SECRET } from '#tests/support/checkout-shop.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'
import { addUser } from '#tests/support/accounts.ts'
import { ledTo } from '#tests/support/shoppers.ts'
import { BILLING } from '#tests/support/billing.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { callerOf, openOrders } from '#tests/support/orders-shop.ts'

function callsOn(shop: Awaited<ReturnType<typeof openPaidShop>>) {
  const { call, close } = callerOf(shop)
  onTestFinished(close)
  return { call }
}

forEachDatabase((open) => {
  test('a cart is paid in the demo dialog and becomes an order (S-108 S-109 S-183 S-187 S-202)', async () => {
    await using shop = await openOrders(open)
    const { asha, call } = shop
    await shop.put(asha.id, 'dal', 2)
    const begun = await call('POST /api/checkout', asha, { ...BILLING, seen: 299 })
    expect(begun.status).toBe(200)
    const attempt: AttemptAnswer = await begun.json()
    expect(attempt).toMatchObject({
      provider: 'demo',
      amount: 29_900,
      currency: 'INR',
      name: 'Sharma Stores',
    })
    expect(attempt.receipt).toBe(attempt.attempt)
    expect(await shop.stock()).toBe(8)
    const paid = await call('POST /api/demo/pay', asha, { attempt: attempt.attempt, action: 'pay' })
    const proof: { paymentid: string; signature: string } = await paid.json()
    const made = await call('POST /api/orders/create', asha, {
      attempt: attempt.attempt,
      ...proof,
      amount: 1,
      userid: 'x',
    })
    expect(made.status).toBe(200)
    const { order }: { order: Order } = await made.json()
    expect(order).toMatchObject({
      ...{
        paymentid: proof.paymentid,
        name: 'Asha Rao',
        phonenumber: '9845012345',
        amount: 29_900,
      },
      ...{ address: '12 MG Road', zipcode: '560001', email: 'asha@example.com', userid: asha.id },
      products: [
        { productid: 'dal', producttitle: 'Toor Dal', price: 149.5, quantity: 2, subtotal: 299 },
      ],
    })
    expect(await shop.count('cart_item')).toBe(0)
    expect(await shop.stock()).toBe(8)
    expect(await shop.mails()).toMatchObject([{ to: asha.email }])
  })

  test('orders are read by their owner alone, with page and totalpages (S-110 S-184 S-185 I8)', async () => {
    await using shop = await openOrders(open)
    const { asha, call } = shop
    const eve = await addUser(shop.db, 'Eve')
    await shop.put(asha.id, 'rice')
    const placed = await call('POST /api/checkout', asha, { ...BILLING, payment: 'cod' })
    const { order }: { order: Order } = await placed.json()
    expect(order).toMatchObject({ status: 'pending', payment: 'cod', paymentid: '' })
    const orders: Order[] = await (await call('GET /api/orders', asha)).json()
    expect(orders).toMatchObject([{ _id: order._id, page: 1, totalpages: 1, amount: 5000 }])
    const params = { id: order._id }
    expect((await call('GET /api/orders/[id]', asha, undefined, { params })).status).toBe(200)
    expect((await call('GET /api/orders/[id]', eve, undefined, { params })).status).toBe(404)
    expect((await call('GET /api/orders/[id]', undefined, undefined, { params })).status).toBe(401)
    expect(await (await call('GET /api/orders', eve)).json()).toEqual([])
    expect((await call('POST /api/orders/[id]/cancel', eve, {}, { params })).status).toBe(404)
    expect((await call('POST /api/orders/[id]/cancel', asha, {}, { params })).status).toBe(200)
    expect((await call('GET /api/orders?page=0', asha)).status).toBe(400)
  })

  test('what changed since the cart was seen is said by line, with both totals (F30 I6)', async () => {
    await using shop = await openOrders(open)
    const { asha, call } = shop
    await shop.put(asha.id, 'dal', 2, 12_000)
    const answer = await call('POST /api/checkout', asha, { ...BILLING, seen: 240 })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({
      ...{ error: true, code: 'changed', total: 299, seen: 240 },
      lines: [{ productid: 'dal', price: 149.5, wasprice: 120 }],
    })
    const silent = await call('POST /api/checkout', asha, BILLING)
    expect(silent.status).toBe(409)
    expect(await shop.count('attempt')).toBe(0)
  })

  test('a shop delivers to India unless it says otherwise, and its list binds every country', async () => {
    await using shop = await openOrders(open)
    const { asha, call, db } = shop
    await shop.put(asha.id)
    const nepal = { ...BILLING, country: 'Nepal', state: 'Bagmati', zipcode: '44600' }
    const ask = async () => (await call('POST /api/checkout', asha, nepal)).json()
    expect(await ask()).toMatchObject({
      ...{ code: 'abroad', field: 'country', msg: 'We do not deliver to Nepal yet.' },
    })
    await db
      .updateTable('shop')
      .set({ json: JSON.stringify({ name: 'Sharma Stores', countries: ['India', 'Nepal'] }) })
      .execute()
    await db.insertInto('delivery_pin').values({ prefix: '560' }).execute()
    expect(await ask()).toMatchObject({ code: 'pin', field: 'zipcode' })
    await db.insertInto('delivery_pin').values({ prefix: '446' }).execute()
    expect((await call('POST /api/checkout', asha, nepal)).status).toBe(200)
  })

  test('where the shop does not bring to, and what is not sold in a country, is said before paying (A08)', async () => {
    await using shop = await openOrders(open)
    const { asha, call, db } = shop
    await shop.put(asha.id)
    await db
      .insertInto('delivery_pin')
      .values([{ prefix: '110' }, { prefix: '560002' }])
      .execute()
    const refused = await call('POST /api/checkout', asha, BILLING)
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { code: 'pin', field: 'zipcode' },
    ])
    await db.insertInto('delivery_pin').values({ prefix: '5600' }).execute()
    await db.updateTable('product').set({ countries: 'Nepal' }).where('id', '=', 'dal').execute()
    const abroad = await call('POST /api/checkout', asha, BILLING)
    expect(await abroad.json()).toMatchObject({
      code: 'country',
      msg: 'Toor Dal is not sold in India.',
    })
    await db
      .updateTable('product')
      .set({ countries: 'India|Nepal' })
      .where('id', '=', 'dal')
      .execute()
    expect((await call('POST /api/checkout', asha, BILLING)).status).toBe(200)
  })

  test('amount, price, user, order and payment of a request change nothing (T06 F19 A09)', async () => {
    await using shop = await openOrders(open)
    const { asha, call } = shop
    const eve = await addUser(shop.db, 'Eve')
    await shop.put(asha.id, 'dal', 2)
    const tampered = { amount: 1, price: 0, total: 0, userid: eve.id, paid: true, products: [] }
    const begun = await call('POST /api/checkout', asha, { ...BILLING, ...tampered })
    const attempt: AttemptAnswer = await begun.json()
    expect(attempt.amount).toBe(29_900)
    const bodies = [
      {},
      { attempt: attempt.attempt, paymentid: 'pay_x', paid: true },
      { attempt: attempt.attempt, paymentid: 'pay_x', signature: 'x', amount: 1 },
      {
        attempt: attempt.attempt,
        paymentid: 'pay_x',
        signature: '0'.repeat(64),
        orderid: 'order_x',
      },
      { attempt: { $ne: 1 }, paymentid: ['pay_x'], signature: 'x' },
    ]
    for (const body of bodies)
      expect((await call('POST /api/orders/create', asha, body)).status).toBe(400)
    const foreign = { attempt: attempt.attempt, paymentid: 'pay_x', signature: 'x' }
    expect((await call('POST /api/orders/create', eve, foreign)).status).toBe(404)
    expect((await call('POST /api/orders/create', undefined, foreign)).status).toBe(401)
    expect(
      (await call('POST /api/demo/pay', eve, { attempt: attempt.attempt, action: 'pay' })).status,
    ).toBe(404)
    expect([await shop.count('orders'), await shop.count('payment')]).toEqual([0, 0])
  })

  test('without JavaScript: checkout leads to the gateway, paying there to the orders (S-133)', async () => {
    await using shop = await openOrders(open)
    const { asha, call } = shop
    await shop.put(asha.id)
    const accept = 'text/html'
    const faulty = ledTo(
      await call('POST /api/checkout', asha, { ...BILLING, zipcode: '1' }, { accept }),
    )
    expect(faulty).toMatchObject({ code: 303, to: '/checkout', said: { error: true } })
    const begun = ledTo(
      await call('POST /api/checkout', asha, { ...BILLING, seen: '149.5' }, { accept }),
    )
    expect(begun).toMatchObject({
      code: 303,
      to: expect.stringMatching(/^\/checkout\/pay\?attempt=/),
    })
    const attempt = begun.to?.split('=')[1]
    const failed = ledTo(
      await call('POST /api/demo/pay', asha, { attempt, action: 'fail' }, { accept }),
    )
    expect(failed).toMatchObject({ to: '/checkout', said: { error: true } })
    const slow = ledTo(
      await call('POST /api/demo/pay', asha, { attempt, action: 'slow' }, { accept }),
    )
    expect(slow).toMatchObject({ to: '/orders', said: { error: false } })
    expect(
      ledTo(await call('POST /api/demo/pay', asha, { attempt, action: 'pay' }, { accept })),
    ).toMatchObject({ to: '/orders' })
    shop.clock.ahead = 9000
    const shown = ledTo(await call('POST /api/checkout', asha, { ...BILLING }, { accept }))
    expect(shown).toMatchObject({ to: '/orders', said: { error: false } })
    expect(await shop.count('orders')).toBe(1)
  })

  test('the gateway posts the proof itself, without a cookie: the order is its owner\u2019s (F46 H8)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { orderid } = await shop.attempt()
    const { proof } = shop.standIn.pay(orderid)
    const body = {
      razorpay_payment_id: proof.paymentId,
      razorpay_order_id: orderid,
      razorpay_signature: proof.signature,
    }
    const { call } = callsOn(shop)
    const forged = { ...body, razorpay_signature: '0'.repeat(64) }
    expect((await call('POST /api/orders/callback', undefined, forged)).status).toBe(400)
    const answer = await call('POST /api/orders/callback', undefined, body)
    const text = await answer.text()
    expect(answer.status).toBe(200)
    expect(text).not.toContain('Asha')
    const owners = await shop.db.selectFrom('orders').select('user_id').execute()
    expect(owners).toEqual([{ user_id: shop.asha.id }])
  })

  test('with another provider the demo gateway is not there (T13 A38 P8)', async () => {
    await using shop = await openPaidShop(open)
    const { call } = callsOn(shop)
    expect(
      (await call('POST /api/demo/pay', shop.asha, { attempt: 'x', action: 'pay' })).status,
    ).toBe(404)
  })

  test('whoever is signed in may keep a list and a cart, review, order, see orders and edit the profile (S-150)', async () => {
    await using shop = await openOrders(open)
    const { asha, call } = shop
    const review = { productid: 'dal', review: 'Good.', customerrating: 5 }
    const statuses = async (user: typeof asha | undefined) => [
      (await call('POST /api/mylist/add', user, { productid: 'dal' })).status,
      (await call('POST /api/cart/add', user, { productid: 'dal' })).status,
      (await call('POST /api/productreviews/add', user, review)).status,
      (await call('POST /api/checkout', user, { ...BILLING, payment: 'cod' })).status,
      (await call('GET /api/orders', user)).status,
      (
        await call(
          'PUT /api/user/[id]',
          user,
          { name: 'Asha', phone: '9876543210' },
          { params: { id: asha.id } },
        )
      ).status,
    ]
    expect(await statuses(asha)).toEqual(Array(6).fill(200))
    expect(await statuses(undefined)).toEqual(Array(6).fill(401))
  })

  test('no answer holds a secret (S-205 A37)', async () => {
    await using shop = await openPaidShop(open)
    const { call } = callsOn(shop)
    await shop.put(shop.asha.id)
    const begun = await call('POST /api/checkout', shop.asha, BILLING)
    const texts = [await begun.text(), await (await call('GET /api/checkout', shop.asha)).text()]
    const { attempt, orderid }: AttemptAnswer = JSON.parse(texts[0] ?? '')
    const { proof } = shop.standIn.pay(orderid)
    const body = { attempt, paymentid: proof.paymentId, signature: proof.signature }
    texts.push(await (await call('POST /api/orders/create', shop.asha, body)).text())
    texts.push(await (await call('GET /api/orders', shop.asha)).text())
    for (const text of texts) {
      for (const secret of [KEY.keySecret, WEBHOOK_SECRET, SECRET])
        expect(text).not.toContain(secret)
    }
  })

  test('an order can be bought again, as far as there is stock, and called off until it is packed', async () => {
    await using shop = await openOrders(open)
    const { asha, call, db } = shop
    await shop.put(asha.id, 'dal', 2)
    await shop.put(asha.id, 'rice')
    const placed = await call('POST /api/checkout', asha, {
      ...BILLING,
      payment: 'cod',
      idempotencykey: 'k1',
    })
    const { order }: { order: Order } = await placed.json()
    const again = await call('POST /api/checkout', asha, {
      ...BILLING,
      payment: 'cod',
      idempotencykey: 'k1',
    })
    expect(await again.json()).toMatchObject({ order: { _id: order._id } })
    const params = { id: order._id }
    expect((await listBought(db, asha.id, 9)).toSorted()).toEqual(['dal', 'rice'])
    expect(await listBought(db, asha.id, 1)).toHaveLength(1)
    expect(await listBought(db, '', 9)).toEqual([])
    await db.updateTable('product').set({ stock: 1 }).where('id', '=', 'dal').execute()
    expect(
      await (await call('POST /api/orders/[id]/reorder', asha, {}, { params })).json(),
    ).toMatchObject({
      added: 1,
      missing: 1,
    })
    const rice = async () => (await readCart(db, asha.id)).lines.map(({ quantity }) => quantity)
    expect((await readCart(db, asha.id)).lines).toMatchObject([{ productId: 'rice', quantity: 1 }])
    for (const key of ['again', 'again']) {
      const sent = await call(
        'POST /api/orders/[id]/reorder',
        asha,
        { idempotencykey: key },
        { params },
      )
      expect(await sent.json()).toMatchObject({ added: 1, missing: 1 })
      expect(await rice()).toEqual([2])
    }
    const taken = await call(
      'POST /api/orders/[id]/reorder',
      asha,
      { idempotencykey: 'again' },
      { params: { id: 'x' } },
    )
    expect([taken.status, await rice()]).toEqual([404, [2]])
    await db.updateTable('orders').set({ status: 'packed' }).execute()
    expect((await call('POST /api/orders/[id]/cancel', asha, {}, { params })).status).toBe(409)
    await db.updateTable('orders').set({ status: 'confirmed' }).execute()
    expect(
      await (await call('POST /api/orders/[id]/cancel', asha, {}, { params })).json(),
    ).toMatchObject({
      order: { status: 'cancelled' },
    })
    expect(await listBought(db, asha.id, 9)).toEqual([])
    expect(await shop.stock()).toBe(3)
    expect((await call('POST /api/orders/[id]/cancel', asha, {}, { params })).status).toBe(200)
    expect(await shop.stock()).toBe(3)
  })

  test('the owner lists, shows, moves and refunds orders on the command line', async () => {
    await using shop = await openOrders(open)
    const { asha, call } = shop
    await shop.put(asha.id)
    const begun: AttemptAnswer = await (await call('POST /api/checkout', asha, BILLING)).json()
    const proof = await (
      await call('POST /api/demo/pay', asha, { attempt: begun.attempt, action: 'pay' })
    ).json()
    const made: { order: Order } = await (await call('POST /api/orders/create', asha, proof)).json()
    const { number } = made.order
    const run = async (...args: string[]) => {
      const out: string[] = []
      const settings = { ...readSettings({}), databaseUrl: shop.url }
      const terminal = {
        out: (text: string) => out.push(text),
        err: (text: string) => out.push(text),
        isTerminal: false,
        hasColours: false,
        columns: 80,
      }
      const flags = {
        all: false,
        json: true,
        dryRun: false,
        replace: false,
        skipInvalid: false,
        stockMode: 'ask' as const,
        texts: {},
      }
      const code = await ordersCommand({
        settings,
        args,
        path: args[0],
        flags,
        terminal,
        build: async () => {},
      })
      return { code, text: out.join('') }
    }
    expect(JSON.parse((await run('list')).text)).toMatchObject({
      orders: [{ order: number, status: 'confirmed', amount: 149.5 }],
    })
    expect(JSON.parse((await run('show', number)).text)).toMatchObject({
      orders: [{ items: [{ title: 'Toor Dal' }] }],
    })
    expect(JSON.parse((await run('advance', number)).text)).toMatchObject({
      orders: [{ status: 'packed' }],
    })
    expect((await run('refund', number)).code).toBe(0)
    expect(await shop.count('refund')).toBe(1)
    expect((await run('show', 'K404')).code).toBe(1)
  })
})
