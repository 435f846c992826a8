import { expect, test } from 'vitest'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'
import { ledTo } from '#tests/support/shoppers.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { callsOn, openOrders } from '#tests/support/orders/orders-shop.ts'

forEachDatabase((open) => {
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
})
