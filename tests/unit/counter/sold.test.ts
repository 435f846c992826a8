import { expect, test } from 'vitest'
import { dayStart, indianDay } from '#lib/dates.ts'
import { readSold } from '#lib/server/counter/sold.ts'
import { DAY_MS } from '#lib/server/durations.ts'
import { openDeskPages } from '#tests/support/desk-pages.ts'
import { openCounter } from '#tests/support/orders/counter-shop.ts'
import { shopOver } from '#tests/support/shop-in-process.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'

forEachDatabase((open) => {
  test('what was sold on some days is what buyers kept of it, by product and pack, most money first', async () => {
    await using shop = await openCounter(open)
    const day = indianDay(shop.payments.now())
    const kept = await shop.paidOrder(3)
    const rice = { position: '0', quantity: '2', instead: 'rice', count: '1', agreed: 'yes' }
    expect(await shop.act(kept, 'line', rice)).toMatchObject({ ok: true })
    const off = await shop.cashOrder(1)
    await shop.act(off, 'end', { as: 'cancelled', reason: 'double', units: 'back' })
    const pack = await shop.cashOrder(1)
    const item = shop.db.updateTable('order_item').where('order_id', '=', pack)
    await item.set({ choice_label: '1 kg' }).execute()
    const ofAnotherDay = await shop.paidOrder(1)
    const before = shop.db.updateTable('orders').where('id', '=', ofAnotherDay)
    await before.set({ created_at: dayStart(day) - 1 }).execute()
    // What comes off beside goods is a row of its own, of cash and of what was paid online.
    await shop.refund(pack, '15')
    await shop.refund(kept, '10')
    const found = await readSold(shop.db, { from: day, to: day })
    expect(found?.offPaise).toBe(2500)
    expect(found?.sold).toEqual([
      { sku: 'SKU-1', name: 'Toor Dal', pack: '', units: 2, paise: 29_900 },
      { sku: 'SKU-1', name: 'Toor Dal', pack: '1 kg', units: 1, paise: 14_950 },
      { sku: 'SKU-2', name: 'Rice', pack: '', units: 1, paise: 5000 },
    ])
    const from = indianDay(shop.payments.now() - DAY_MS)
    expect(await readSold(shop.db, { from, to: day })).toMatchObject({
      ...{ sold: [{ units: 3 }, {}, {}], offPaise: 2500 },
    })
  })
})

test('Today and the command line give what was sold as a file, to staff alone', async () => {
  await using shop = await openDeskPages()
  await shop.refund(await shop.cashOrder(2), '15')
  const day = indianDay(shop.payments.now())
  const { html } = await shop.show('/desk')
  expect(html).toMatch(/<form[^>]* action="\/api\/desk\/sold"/)
  const path = `/api/desk/sold?from=${day}&to=${day}`
  const { text, headers } = await shop.visit(path, { user: shop.staff })
  const csv = [
    'sku,name,pack,units,rupees at its prices',
    'SKU-1,Toor Dal,,2,299.00',
    ',Taken off or refunded beside goods,,,-15.00\r\n',
  ].join('\r\n')
  expect(text.replace('\ufeff', '')).toBe(csv)
  expect(headers['content-disposition']).toContain(`sold-${day}-${day}.csv`)
  expect((await shop.visit(path, { user: shop.asha })).status).toBe(404)
  expect((await shop.visit('/api/desk/sold?from=x', { user: shop.staff })).status).toBe(400)
  const long = await shop.visit(`/api/desk/sold?from=2001-01-01&to=${day}`, { user: shop.staff })
  expect(long).toMatchObject({ status: 400, text: expect.stringContaining('100 days at most') })
  expect(await shopOver(shop, 'orders', 'sold', '--from', day, '--to', day)).toMatchObject({
    ...{ code: 0, out: csv },
  })
})
