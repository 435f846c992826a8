import { expect, test } from 'vitest'
import { readCart } from '#lib/server/shopper/cart/read-cart.ts'
import { fingerprintOf } from '#lib/server/orders/checkout/check-cart.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openOrders } from '#tests/support/orders/orders-shop.ts'

const MIXED = { ...BILLING, city: 'Bengaluru', state: 'Maharashtra', zipcode: '400001' }

forEachDatabase((open) => {
  test('a form is asked about a distant city once, a program without the form never (A08)', async () => {
    await using shop = await openOrders(open)
    const { asha, call } = shop
    await shop.put(asha.id)
    expect((await call('POST /api/checkout', asha, MIXED)).status).toBe(200)

    const shown = fingerprintOf((await readCart(shop.db, asha.id)).lines)
    const asked = await call('POST /api/checkout', asha, { ...MIXED, shown })
    expect([asked.status, await asked.json()]).toMatchObject([409, { code: 'city', field: 'city' }])
    const [cookie = ''] = asked.headers.get('set-cookie')?.split(';') ?? []
    const again = (body: object) =>
      call('POST /api/checkout', asha, { ...body, shown }, { headers: { cookie } })
    expect((await again(MIXED)).status).toBe(200)
    expect((await again({ ...MIXED, zipcode: '400002' })).status).toBe(409)
  })
})
