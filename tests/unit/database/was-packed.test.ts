import { expect, test } from 'vitest'
import { notePacked } from '#lib/server/database/migrations/orders/was-packed.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openCounter } from '#tests/support/orders/counter-shop.ts'
import { tellRefund } from '#tests/support/outside/paid-attempt.ts'

forEachDatabase((open) => {
  test('an order that waited for the owner before the upgrade is known to be in a bag, if it was packed (I3)', async () => {
    await using shop = await openCounter(open)
    const [packed, accepted] = [await shop.paidOrder(1), await shop.paidOrder(1)]
    await shop.advance(accepted, 'accepted')
    shop.clock.ahead = 1000
    await shop.advance(packed, 'accepted')
    shop.clock.ahead = 2000
    await shop.advance(packed, 'packed')
    shop.clock.ahead = 3000
    for (const payment of shop.standIn.payments) {
      await tellRefund(shop, shop.standIn.refundByHand(payment, payment.amount))
    }
    await shop.db.updateTable('orders').set({ was_packed: 0 }).execute()
    await notePacked(shop.db)
    expect([
      (await shop.order(packed)).was_packed,
      (await shop.order(accepted)).was_packed,
    ]).toEqual([1, 0])
  })
})
