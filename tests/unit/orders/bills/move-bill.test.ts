import { expect, test } from 'vitest'
import { billNumber } from '#lib/checkout/bill.ts'
import { billsOf } from '#lib/server/orders/bills/bills.ts'
import { forgetBuyers } from '#lib/server/orders/forget-buyer.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'

/** A shop in Karnataka, whose dal costs ₹149.50 and is brought to Karnataka. */
async function openTaxed(open: () => Promise<TestDatabase>, gst_percent: number) {
  const shop = await openCounter(open)
  const json = JSON.stringify({ name: 'Sharma Stores', gstin: '29AAAAA0000A1Z5' })
  await shop.db.updateTable('shop').set({ json }).execute()
  await shop.db.updateTable('product').set({ gst_percent }).execute()
  return shop
}

const PLACES = { Karnataka: '570001', ' karnataka.': '570001', Maharashtra: '411001' }

const bringTo = async (shop: CounterShop, id: string, state: keyof typeof PLACES) => {
  shop.clock.ahead += 1000
  const done = await shop.act(id, 'details', {
    ...{ fullname: 'Asha Rao', streetaddressline1: '7 Hill Road', streetaddressline2: '' },
    ...{ city: 'There', phonenumber: '9812345670', note: '', state, zipcode: PLACES[state] },
  })
  expect(done).toMatchObject({ ok: true })
}

const papersOf = async ({ db }: CounterShop, id: string) =>
  (await billsOf(db, id)).map(
    (bill) => `${billNumber(bill).replace(/\/.*\//, '')} ${bill.amount_paise} ${bill.state}`,
  )

forEachDatabase((open) => {
  test('each move of an order to another state writes its tax invoice anew, for what is left of it (P19)', async () => {
    await using shop = await openTaxed(open, 5)
    for (const [nth, id] of [await shop.cashOrder(2), await shop.paidOrder(2)].entries()) {
      await bringTo(shop, id, 'Karnataka')
      await bringTo(shop, id, ' karnataka.')
      expect(await papersOf(shop, id)).toHaveLength(1)
      await shop.act(id, 'line', { position: 0, quantity: 1, units: 'back' })
      await bringTo(shop, id, 'Maharashtra')
      await bringTo(shop, id, 'Karnataka')
      const papers = await papersOf(shop, id)
      const kinds = papers.map((paper) => paper.replace(/000\d+/, ''))
      expect([nth, kinds]).toEqual([
        nth,
        [
          ...['T 29900 Karnataka', 'C 14950 Karnataka', 'C 14950 Karnataka'],
          ...['T 14950 Maharashtra', 'C 14950 Maharashtra', 'T 14950 Karnataka'],
        ],
      ])
      await shop.act(id, 'end', { as: 'cancelled', reason: 'no milk', units: 'back' })
      expect((await papersOf(shop, id)).at(-1)).toMatch(/^C\d+ 14950 Karnataka$/)
    }
  })

  test('a bill of supply needs no new one in another state', async () => {
    await using shop = await openTaxed(open, 0)
    const id = await shop.cashOrder(2)
    await bringTo(shop, id, 'Maharashtra')
    expect(await papersOf(shop, id)).toEqual([expect.stringMatching(/^B\d+ 29900 Karnataka$/)])
  })

  test('the new bill of who became a composition dealer meanwhile collects no tax (P19)', async () => {
    await using shop = await openTaxed(open, 5)
    const id = await shop.cashOrder(2)
    const seller = { name: 'Sharma Stores', gstin: '29AAAAA0000A1Z5', composition: true }
    await shop.db
      .updateTable('shop')
      .set({ json: JSON.stringify(seller) })
      .execute()
    await bringTo(shop, id, 'Maharashtra')
    expect((await papersOf(shop, id)).at(-1)).toMatch(/^B\d+ 29900 Maharashtra$/)
  })

  test('an address as billed is forgotten with its buyer', async () => {
    await using shop = await openTaxed(open, 5)
    const id = await shop.cashOrder(2)
    const { attempt_id, street1 } = await shop.order(id)
    await bringTo(shop, id, 'Maharashtra')
    const buyers = async () => (await billsOf(shop.db, id)).map(({ buyer }) => buyer).join('|')
    expect(await buyers()).toContain(street1)
    await shop.db.transaction().execute((trx) => forgetBuyers(trx, [attempt_id]))
    expect(await buyers()).toMatch(/^\|*$/)
  })
})
