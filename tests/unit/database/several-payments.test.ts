import { expect, test } from 'vitest'
import { findOrders } from '#lib/server/counter/find-orders.ts'
import { findByMail } from '#lib/server/database/migrations/orders/several-payments.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openCounter } from '#tests/support/orders/counter-shop.ts'

forEachDatabase((open) => {
  test('orders from before the search knew mails and streets are found by them after the upgrade', async () => {
    await using shop = await openCounter(open)
    const id = await shop.cashOrder()
    const { email, street1 } = await shop.order(id)
    const find = async (q: string) =>
      (await findOrders(shop.db, { q })).orders.map((order) => order.id)
    await shop.db.updateTable('orders').set({ search: 'old words' }).execute()
    expect(await find(street1)).toEqual([])
    await findByMail(shop.db)
    for (const q of [email, street1, shop.asha.email, 'words'])
      expect([q, await find(q)]).toEqual([q, [id]])
  })
})
