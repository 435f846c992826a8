import { expect, test } from 'vitest'
import { showOrder } from '#lib/server/counter/show-order.ts'
import { listAttention } from '#lib/server/orders/attention.ts'
import { reconcile } from '#lib/server/orders/payment/reconcile.ts'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import { openDemo } from '#lib/server/payments/demo.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openCounter } from '#tests/support/orders/counter-shop.ts'
import { openPaidShop } from '#tests/support/outside/payment-faults.ts'

const HOUR = 3_600_000
type Shop = Awaited<ReturnType<typeof openPaidShop>>

/** Runs the same shop with another gateway, days later. */
async function moveOn({ payments, db, clock }: Shop): Promise<void> {
  const demo = openDemo(db, 'x'.repeat(40), payments.now)
  for (const hours of [0, 1, 10, 100, 1000]) {
    clock.ahead = hours * HOUR
    await reconcile({ ...payments, provider: demo, demo })
  }
}

const attempts = ({ db }: Shop) => db.selectFrom('attempt').select(['state', 'outcome']).execute()

forEachDatabase((open) => {
  test('what was begun at a gateway that the shop has left ends as unpaid (F12)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    await shop.attempt()
    await moveOn(shop)
    expect(await attempts(shop)).toEqual([{ state: 'closed', outcome: 'unpaid' }])
    expect(await listAttention(shop.db)).toEqual([])
  })

  test('money that was on its way there is the owner\u2019s to look up (F12 I2)', async () => {
    await using shop = await openPaidShop(open)
    await shop.put(shop.asha.id)
    const { orderid } = await shop.attempt()
    const { payment } = shop.standIn.pay(orderid, { status: 'authorized' })
    await shop.notify('payment.authorized', payment)
    await moveOn(shop)
    expect(await attempts(shop)).toEqual([{ state: 'closed', outcome: 'attention' }])
    expect(await listAttention(shop.db)).toMatchObject([
      { payment: payment.id, detail: expect.stringContaining('which this shop no longer uses') },
    ])
  })

  test('a refund that only a gateway which the shop has left could make is given back elsewhere (P15)', async () => {
    await using shop = await openCounter(open)
    const refused = await shop.paidOrder(1)
    const lost = await shop.paidOrder(2)
    const end = (id: string) =>
      shop.act(id, 'end', { as: 'cancelled', reason: 'no milk', units: 'back' })
    await end(lost)
    shop.standIn.troubles = [{ kind: 'lost' }, { kind: 'lost' }]
    await doRefunds(shop.payments)
    await end(refused)
    const demo = openDemo(shop.db, 'x'.repeat(40), shop.payments.now)
    shop.clock.ahead = HOUR
    await doRefunds({ ...shop.payments, provider: demo, demo })
    const give = async (id: string) => {
      const refund = (await showOrder(shop.db, id, shop.payments.now()))?.refunds[0]?.id ?? ''
      return shop.act(id, 'elsewhere', { refund, how: 'cash', reference: '' })
    }
    expect(await give(refused)).toMatchObject({ ok: true })
    expect(await give(lost), 'made there, perhaps').toEqual({ ok: false, error: 'underWay' })
  })
})
