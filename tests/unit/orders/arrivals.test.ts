import { expect, test } from 'vitest'
import { findAnyOrder } from '#lib/server/orders/read-orders.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import { openCounter, OWNER } from '#tests/support/orders/counter-shop.ts'
import { changeDetails } from '#lib/server/counter/details.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import { readOrderRow } from '#lib/server/counter/counter.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'

forEachDatabase((open) => {
  test('an order and its mail say when it comes, as it was said when it was ordered (G34)', async () => {
    await using shop = await openCounter(open)
    const { db } = shop
    const arrives = async (id: string) => (await findAnyOrder(db, id))?.arrives
    const unsaid = await shop.cashOrder()
    expect(await arrives(unsaid), 'without words nothing is said').toBe('')
    expect((await shop.mails()).map(({ text }) => text).join()).not.toContain('Delivery:')
    const prefix = BILLING.zipcode.slice(0, 3)
    const own = { prefix, words: 'today, 5–9 pm' }
    await db
      .insertInto('delivery_pin')
      .values([own, { prefix: '5', words: 'in 2 to 5 days' }])
      .execute()
    const [paid, cash] = [await shop.paidOrder(), await shop.cashOrder()]
    await db.updateTable('delivery_pin').set({ words: 'next week' }).execute()
    expect([await arrives(paid), await arrives(cash)]).toEqual([own.words, own.words])
    const said = (await shop.mails()).filter(({ text }) =>
      text.includes('Delivery: today, 5–9 pm.'),
    )
    expect(said).toHaveLength(2)
  })

  test('an order whose address is changed before it is paid says when it comes there (G34)', async () => {
    await using shop = await openCounter(open)
    await shop.db
      .insertInto('delivery_pin')
      .values([
        { prefix: BILLING.zipcode, words: 'today' },
        { prefix: '570', words: 'tomorrow' },
      ])
      .execute()
    await shop.put(shop.asha.id, 'dal', 1)
    const first = await shop.attempt()
    const there = { city: 'Mysuru', state: 'Karnataka', zipcode: '570001' }
    const again = await shop.checkOut(there, shop.asha)
    expect(again).toMatchObject({ attempt: { attempt: first.attempt } })
    const { proof } = shop.standIn.pay(first.orderid)
    await shop.confirm(first.attempt, proof)
    const [order] = await shop.db.selectFrom('orders').selectAll().execute()
    expect(order).toMatchObject({ zipcode: '570001', arrives: 'tomorrow' })
  })

  test('an order that is brought elsewhere says when it comes there (G34)', async () => {
    await using shop = await openCounter(open)
    const { db } = shop
    const id = await shop.cashOrder()
    await db
      .insertInto('delivery_pin')
      .values([
        { prefix: BILLING.zipcode, words: 'today' },
        { prefix: '570', words: 'tomorrow' },
      ])
      .execute()
    const bring = (place: object) =>
      inTransaction(db, async (trx) => {
        const { fullname, streetaddressline1, streetaddressline2, city, state } = BILLING
        const { zipcode, phonenumber } = BILLING
        const there = { fullname, streetaddressline1, streetaddressline2, city, state, zipcode }
        const input = { kind: 'details' as const, ...there, phonenumber, note: 'Ring', ...place }
        return changeDetails(trx, await readOrderRow(trx, id), OWNER, input, 1)
      })
    expect(await bring({})).toMatchObject({ ok: true, value: { arrives: '' } })
    const mysuru = { state: 'Karnataka', zipcode: '570001' }
    expect(await bring(mysuru)).toMatchObject({ ok: true, value: { arrives: 'tomorrow' } })
  })
})
