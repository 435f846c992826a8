import { expect, test } from 'vitest'
import { cancelOrder } from '#lib/server/orders/cancel-order.ts'
import { watchPayments } from '#lib/server/orders/payment/reconcile.ts'
import { addUser } from '#tests/support/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'

forEachDatabase((open) => {
  test('refunds that the provider is slow to take keep no stock held for a checkout that is over (F26 F12)', async () => {
    await using shop = await openPaidShop(open)
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
      const user = await addUser(shop.db, name)
      await shop.put(user.id, 'dal', 1)
      const { attempt, orderid } = await shop.attempt(user)
      const made = await shop.confirm(attempt, shop.standIn.pay(orderid).proof, user)
      if (made.kind !== 'order') throw new Error('No order')
      await cancelOrder(shop.payments, user.id, made.orderId)
    }
    await shop.put(shop.asha.id, 'rice', 1)
    const { attempt } = await shop.attempt()
    let goOn = () => {}
    shop.standIn.refundsWait = new Promise((resolve) => (goOn = resolve))
    const stop = watchPayments(shop.payments)
    const asked = () => shop.standIn.calls.filter((call) => call.endsWith('/refund'))
    await expect.poll(asked).toHaveLength(1)
    shop.clock.ahead = 16 * 60_000
    const attempts = shop.db.selectFrom('attempt').select('state').where('id', '=', attempt)
    await expect.poll(() => attempts.executeTakeFirst()).toEqual({ state: 'lapsed' })
    const tried = await shop.db
      .selectFrom('refund')
      .select('tries')
      .where('tries', '>', 0)
      .execute()
    expect(tried.length).toBeLessThan(5)
    goOn()
    await stop()
  })
})
