import { expect, test } from 'vitest'
import type { AttemptAnswer } from '#lib/checkout/checkout.ts'
import type { Order } from '#lib/checkout/order.ts'
import { KEY, WEBHOOK_SECRET } from '#tests/razorpay/stand-in.ts'
import { SECRET } from '#tests/support/orders/checkout-shop.ts'
import { ledTo } from '#tests/support/shoppers.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'
import { addUser } from '#tests/support/accounts.ts'
import { cartAnswers } from '#lib/texts/page/cart.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { callsOn, openOrders } from '#tests/support/orders/orders-shop.ts'

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

  test('a proof that comes when the session has ended is led to sign in, in the open shop too (F46)', async () => {
    await using shop = await openOrders(open)
    const { asha, call } = shop
    await shop.put(asha.id)
    const begun = await call('POST /api/checkout', asha, BILLING)
    const { attempt }: AttemptAnswer = await begun.json()
    const proof = { attempt, paymentid: 'pay_1', signature: 'x' }
    const asked = await call('POST /api/orders/create', undefined, proof, { cartGate: 'open' })
    expect(asked.status).toBe(401)
    expect(await asked.json()).toEqual({
      error: true,
      msg: 'Please login first!',
      code: 'signedOut',
    })
  })

  test('a proof that comes under another account than the one that pays says so, and loses nothing (F46)', async () => {
    await using shop = await openOrders(open)
    const { asha, call } = shop
    const ravi = await addUser(shop.db, 'Ravi')
    await shop.put(asha.id)
    const begun = await call('POST /api/checkout', asha, BILLING)
    const { attempt }: AttemptAnswer = await begun.json()
    const proof = { attempt, paymentid: 'pay_1', signature: 'x' }
    const asked = await call('POST /api/orders/create', ravi, proof)
    expect([asked.status, await asked.json()]).toMatchObject([
      404,
      { error: true, code: 'unproven' },
    ])
    const forged = await call('POST /api/orders/create', asha, proof)
    expect([forged.status, await forged.json()]).toMatchObject([400, { code: 'unproven' }])
    const unreadable = await call('POST /api/orders/create', asha, { attempt })
    expect([unreadable.status, await unreadable.json()]).toMatchObject([400, { code: 'unproven' }])
  })

  test('a checkout made for one account orders nothing in the name of another (F47)', async () => {
    await using shop = await openOrders(open)
    const { asha, call } = shop
    const ravi = await addUser(shop.db, 'Ravi')
    await shop.put(ravi.id)
    const body = { ...BILLING, payment: 'cod', account: asha.id }
    const refused = await call('POST /api/checkout', ravi, body)
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { error: true, code: 'signedOut', msg: expect.stringContaining('another account') },
    ])
    const led = ledTo(await call('POST /api/checkout', ravi, body, { accept: 'text/html' }))
    expect(led).toMatchObject({ code: 303, to: '/checkout', said: { error: true } })
    expect(await shop.count('attempt')).toBe(0)
    const own = await call('POST /api/checkout', ravi, { ...body, account: ravi.id })
    expect(await own.json()).toMatchObject({ order: { status: 'pending' } })
  })

  test('orders are read by their owner alone, with page and totalpages (S-110 S-184 S-185 T05 I8)', async () => {
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
    const own = await call('GET /api/orders/[id]', asha, undefined, { params })
    expect([own.status, await own.json()]).toMatchObject([
      200,
      { _id: order._id, products: [{ productid: 'rice', quantity: 1, price: 50 }] },
    ])
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

  test('a program whose key is too long for a checkout reads so, and orders nothing (A07)', async () => {
    await using shop = await openOrders(open)
    const { asha, call } = shop
    await shop.put(asha.id)
    const body = { ...BILLING, payment: 'cod', idempotencykey: 'x'.repeat(65) }
    const answer = await call('POST /api/checkout', asha, body)
    expect([answer.status, await answer.json()]).toMatchObject([
      ...[400, { error: true, field: 'idempotencykey', msg: cartAnswers.keyMalformed }],
    ])
    expect(await shop.count('orders')).toBe(0)
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
})
