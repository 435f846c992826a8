import { fingerprintOf } from '#lib/server/orders/checkout/check-cart.ts'
import { readCart } from '#lib/server/shopper/cart/read-cart.ts'
import { expect, test } from 'vitest'
import { listAttention } from '#lib/server/orders/attention.ts'
import { reconcile } from '#lib/server/orders/payment/reconcile.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'
import { addUser } from '#tests/support/accounts.ts'
import { payAttempt } from '#tests/support/outside/paid-attempt.ts'

const HOUR = 3_600_000

forEachDatabase((open) => {
  test('what another tab adds while one pays stays in the cart (F28)', async () => {
    await using shop = await openPaidShop(open)
    const { attempt, proof } = await payAttempt(shop)
    await shop.db.updateTable('cart_item').set({ quantity: 4 }).execute()
    await shop.put(shop.asha.id, 'rice')
    await shop.confirm(attempt, proof)
    const left = await shop.db
      .selectFrom('cart_item')
      .select(['product_id', 'quantity'])
      .orderBy('product_id')
      .execute()
    expect(left).toEqual([
      { product_id: 'dal', quantity: 3 },
      { product_id: 'rice', quantity: 1 },
    ])
    const { amount_paise } = await shop.db
      .selectFrom('orders')
      .select('amount_paise')
      .executeTakeFirstOrThrow()
    expect(amount_paise).toBe(14_950)
  })

  test('a price that changed is told before paying; after the gateway order the stored one holds (F30 I6)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const price = (price_paise: number) =>
      shop.db.updateTable('product').set({ price_paise }).where('id', '=', 'dal').execute()
    await price(20_000)
    expect(await shop.begin(shop.asha, { seen: 149.5 })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'changed', cart: { totalPaise: 20_000 } },
    })
    expect(await shop.count('attempt')).toBe(0)
    const begun = await shop.begin(shop.asha, { seen: '200' })
    if (begun.kind !== 'attempt') throw new Error('No attempt')
    await price(30_000)
    const { proof, payment } = shop.standIn.pay(begun.attempt.orderid)
    expect(payment.amount).toBe(20_000)
    expect(await shop.confirm(begun.attempt.attempt, proof)).toMatchObject({ kind: 'order' })
    const { total, sum } = await shop.db
      .selectFrom('orders')
      .innerJoin('order_item', 'order_item.order_id', 'orders.id')
      .select((eb) => ['amount_paise as total', eb.fn.sum('subtotal_paise').as('sum')])
      .groupBy('amount_paise')
      .executeTakeFirstOrThrow()
    expect([total, Number(sum)]).toEqual([20_000, 20_000])
  })

  test('another cart of the same sum is told before paying, and confirmed as it is (F28 F30 I6)', async () => {
    await using shop = await openPaidShop(open)
    await shop.db
      .updateTable('product')
      .set({ price_paise: 10_000 })
      .where('id', '=', 'dal')
      .execute()
    await shop.put(shop.asha.id, 'dal')
    const shown = async () => fingerprintOf((await readCart(shop.db, shop.asha.id)).lines)
    const before = { seen: '100', shown: await shown() }
    await shop.db.deleteFrom('cart_item').execute()
    await shop.put(shop.asha.id, 'rice', 2)
    expect(await shop.begin(shop.asha, before)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'changed', cart: { totalPaise: 10_000 } },
    })
    expect(await shop.count('attempt')).toBe(0)
    const begun = await shop.begin(shop.asha, { ...before, shown: await shown() })
    expect(begun).toMatchObject({ kind: 'attempt', attempt: { amount: 10_000 } })
  })

  test('the shopkeeper lowers the stock or withdraws the product: what is held stays sold (F31 T11)', async () => {
    await using shop = await openPaidShop(open)
    const { attempt, proof } = await payAttempt(shop)
    await shop.db
      .updateTable('product')
      .set({ stock: 0, withdrawn_at: 5 })
      .where('id', '=', 'dal')
      .execute()
    const eve = await addUser(shop.db, 'Eve')
    await shop.put(eve.id)
    expect(await shop.begin(eve)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'outofstock' },
    })
    expect(await shop.confirm(attempt, proof)).toMatchObject({ kind: 'order' })
    expect(await shop.stock()).toBe(0)
  })

  test('a clock that jumps back or on a day makes no hold longer than its span (F45)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    await shop.attempt()
    shop.clock.ahead = -24 * HOUR
    await reconcile(shop.payments)
    expect(await shop.stock()).toBe(9)
    shop.clock.ahead = 24 * HOUR
    await reconcile(shop.payments)
    expect(await shop.stock()).toBe(10)
  })

  test('the session ended or the account is gone: the order is made for the owner of the attempt (F46)', async () => {
    await using shop = await openPaidShop(open)
    const { payment } = await payAttempt(shop)
    await shop.db.deleteFrom('user').where('id', '=', shop.asha.id).execute()
    await shop.notify('payment.captured', payment)
    const order = await shop.db.selectFrom('orders').select('status').executeTakeFirstOrThrow()
    expect(order).toEqual({ status: 'needs_attention' })
    const to = (await shop.mails()).map((mail) => mail.to)
    expect(to.toSorted()).toEqual(['asha@example.com', 'shop@example.com'])
    expect(await listAttention(shop.db)).toMatchObject([
      { reason: 'no receiver', payment: payment.id },
    ])
  })
})
