import { expect, test } from 'vitest'
import type { AttemptAnswer } from '../../src/lib/checkout.ts'
import type { Order } from '../../src/lib/order.ts'
import type { SignedInUser } from '../../src/lib/server/accounts/session.ts'
import { Catalogue } from '../../src/lib/server/catalogue/catalogue.ts'
import * as checkout from '../../src/pages/api/checkout.ts'
import * as demoPay from '../../src/pages/api/demo/pay.ts'
import * as cancel from '../../src/pages/api/orders/[id]/cancel.ts'
import * as one from '../../src/pages/api/orders/[id]/index.ts'
import * as create from '../../src/pages/api/orders/create.ts'
import * as list from '../../src/pages/api/orders/index.ts'
import { addUser } from './shoppers.ts'
import { BILLING } from './billing.ts'
import { openCheckout } from './checkout-shop.ts'
import { forEachDatabase, type TestDatabase } from './database.ts'
import type { Endpoint } from './open-api.ts'

type Who = SignedInUser

async function openOrders(open: () => Promise<TestDatabase>) {
  const shop = await openCheckout(open)
  const { db, payments } = shop
  const call = async (
    endpoint: Endpoint,
    who: Who | undefined,
    body?: Record<string, unknown>,
    more: { params?: Record<string, string>; accept?: string; path?: string } = {},
  ) => {
    const { params = {}, accept, path = '/' } = more
    const url = new URL(path, 'http://localhost:4321')
    const method = body === undefined ? 'GET' : 'POST'
    const request = new Request(url, { method, ...(accept && { headers: { accept } }) })
    const locals: App.Locals = {
      ...{ catalogue: new Catalogue(db), db, search: undefined, origin: url.origin },
      ...{ productGate: 'open', location: 'All', flash: undefined, body, requestId: 'r' },
      ...{ user: who, payments },
    }
    return endpoint({ locals, params, request, url })
  }
  return { ...shop, call }
}

forEachDatabase((open) => {
  test('S-108 S-183 S-187 S-202 a cart is paid in the demo dialog and becomes an order', async () => {
    await using shop = await openOrders(open)
    const { asha, call } = shop
    await shop.put(asha.id, 'dal', 2)
    const begun = await call(checkout.POST, asha, { ...BILLING, seen: 299 })
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
    const paid = await call(demoPay.POST, asha, { attempt: attempt.attempt, action: 'pay' })
    const proof: { paymentid: string; signature: string } = await paid.json()
    const made = await call(create.POST, asha, {
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

  test('S-110 S-184 S-185 I8 orders are read by their owner alone, with page and totalpages', async () => {
    await using shop = await openOrders(open)
    const { asha, call } = shop
    const eve = await addUser(shop.db, 'Eve')
    await shop.put(asha.id, 'rice')
    const placed = await call(checkout.POST, asha, { ...BILLING, payment: 'cod' })
    const { order }: { order: Order } = await placed.json()
    expect(order).toMatchObject({ status: 'pending', payment: 'cod', paymentid: '' })
    const orders: Order[] = await (await call(list.GET, asha)).json()
    expect(orders).toMatchObject([{ _id: order._id, page: 1, totalpages: 1, amount: 5000 }])
    const params = { id: order._id }
    expect((await call(one.GET, asha, undefined, { params })).status).toBe(200)
    expect((await call(one.GET, eve, undefined, { params })).status).toBe(404)
    expect((await call(one.GET, undefined, undefined, { params })).status).toBe(401)
    expect(await (await call(list.GET, eve)).json()).toEqual([])
    expect((await call(cancel.POST, eve, {}, { params })).status).toBe(404)
    expect((await call(cancel.POST, asha, {}, { params })).status).toBe(200)
    expect((await call(list.GET, asha, undefined, { path: '/?page=0' })).status).toBe(400)
  })
})
