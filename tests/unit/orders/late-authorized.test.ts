import { expect, test } from 'vitest'
import { reconcile } from '#lib/server/orders/payment/reconcile.ts'
import { loadPayment } from '#parts/checkout/load-payment.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'

const MINUTE = 60_000

forEachDatabase((open) => {
  for (const way of ['in cash', 'by a second try']) {
    test(`who bought a cart ${way} buys on while the bank says late that the first try was paid (P7 F23)`, async () => {
      await using shop = await openPaidShop(open)
      await shop.put(shop.asha.id)
      const { orderid } = await shop.attempt()
      shop.clock.ahead = 16 * MINUTE
      await reconcile(shop.payments)
      if (way === 'in cash') {
        expect(await shop.begin(shop.asha, { payment: 'cod' })).toMatchObject({ kind: 'order' })
      } else {
        const second = await shop.attempt()
        const { proof } = shop.standIn.pay(second.orderid)
        expect(await shop.confirm(second.attempt, proof)).toMatchObject({ kind: 'order' })
      }
      const { payment } = shop.standIn.pay(orderid, { status: 'authorized' })
      await shop.notify('payment.authorized', payment)
      for (const minutes of [20, 600]) {
        shop.clock.ahead = minutes * MINUTE
        await reconcile(shop.payments)
        expect(await loadPayment(shop.payments, shop.asha.id)).toMatchObject({ kind: 'none' })
      }
      await shop.put(shop.asha.id, 'rice')
      expect(await shop.begin()).toMatchObject({ kind: 'attempt' })
      expect(payment.status).toBe('authorized')
    })
  }
})
