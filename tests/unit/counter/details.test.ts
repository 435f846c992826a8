import { expect, test } from 'vitest'
import { findOrders } from '#lib/server/counter/find-orders.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'

/** Changes an order's address, as the desk and the command line do. */
const bringTo = (shop: CounterShop, id: string, place: { state: string; zipcode: string }) =>
  shop.act(id, 'details', {
    ...{ fullname: 'Asha Rao', streetaddressline1: '7 Hill Road', streetaddressline2: '' },
    ...{ city: 'There', phonenumber: '9812345670', note: '', ...place },
  })

const IN_MYSURU = { state: 'Karnataka', zipcode: '570001' }

forEachDatabase((open) => {
  test('the delivery list binds an address that is changed later, too', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder()
    const { country, zipcode } = await shop.order(id)
    await shop.db.insertInto('delivery_pin').values({ prefix: '411' }).execute()
    expect(await bringTo(shop, id, IN_MYSURU)).toEqual({ ok: false, error: 'pin' })
    // Corrections of a place that was served when it was ordered are still allowed.
    const there = { state: BILLING.state, zipcode: BILLING.zipcode }
    expect(await bringTo(shop, id, there)).toMatchObject({ ok: true, value: { zipcode } })
    await shop.db.insertInto('delivery_pin').values({ prefix: '570' }).execute()
    const json = JSON.stringify({ name: 'Sharma Stores', countries: ['Nepal'] })
    await shop.db.updateTable('shop').set({ json }).execute()
    expect([country, await bringTo(shop, id, IN_MYSURU)]).toEqual([
      'India',
      { ok: false, error: 'pin' },
    ])
  })

  test('an order is found by its mail, the account’s mail and the street', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder()
    const { email, street1 } = await shop.order(id)
    const find = async (q: string) =>
      (await findOrders(shop.db, { q })).orders.map((order) => order.id)
    expect([email, street1, shop.asha.email].every((word) => word.length > 3)).toBe(true)
    for (const q of [email, street1, shop.asha.email]) expect([q, await find(q)]).toEqual([q, [id]])
  })
})
