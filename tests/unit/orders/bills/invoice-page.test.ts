import { expect, test } from 'vitest'
import { doRefunds } from '#lib/server/orders/refunds/refunds.ts'
import type { CounterShop } from '#tests/support/orders/counter-shop.ts'
import { billsOf } from '#lib/server/orders/bills/bills.ts'
import { creditNotes } from '#lib/server/orders/bills/credit-notes.ts'
import { billedProducts } from '#lib/server/orders/read-orders.ts'
import { openDeskPages } from '#tests/support/desk-pages.ts'

test('a bill with credit notes says what is left of it: what the lines are now, or less a part given back', async () => {
  await using shop = await openDeskPages()
  const [cash, paid] = [await shop.cashOrder(3), await shop.paidOrder(2)]
  await shop.act(cash, 'line', { position: 0, quantity: 2 })
  await shop.refund(paid, 10)
  const bill = async (id: string) => (await shop.show(`/orders/${id}/invoice`)).text
  expect(await bill(cash)).toContain('Billed ₹448.50; after these credit notes: ₹299')
  expect(await bill(paid)).toContain('Billed ₹299; after these credit notes: ₹289')
})

const IN_PUNE = { city: 'Pune', state: 'Maharashtra', zipcode: '411001' }
const IN_MYSURU = { city: 'Mysuru', state: 'Karnataka', zipcode: '570001' }

const bringTo = (shop: CounterShop, id: string, place: typeof IN_PUNE) => {
  shop.clock.ahead += 1000
  return shop.act(id, 'details', {
    ...{ fullname: 'Asha Rao', streetaddressline1: '7 Hill Road', streetaddressline2: '' },
    ...{ ...place, note: '', phonenumber: '9812345670' },
  })
}

test('a bill keeps seller, GSTIN, rate and address of the day it was written', async () => {
  await using shop = await openDeskPages()
  await taxed(shop, { dal: 5 })
  const id = await shop.cashOrder(1)
  const { street1 } = await shop.order(id)
  expect(await bringTo(shop, id, IN_MYSURU)).toMatchObject({ ok: true })
  // The seller, the GSTIN and the rate change after the sale.
  const later = JSON.stringify({ name: 'Sharma Stores', gstin: '27AAAAA0000A1Z5' })
  await shop.db.updateTable('shop').set({ json: later }).execute()
  await shop.db.updateTable('product').set({ gst_percent: 18 }).execute()
  const { text } = await shop.show(`/orders/${id}/invoice`)
  expect(text).toMatch(
    new RegExp(`Billed to .* ${street1} .*Delivered to .*Mysuru 570001, Karnataka`),
  )
  expect(text).toContain('29AAAAA0000A1Z5')
  expect(text).toMatch(/ 5% .* 5% /)
  expect(text).not.toContain('18%')
  expect(text).toMatch(/CGST.*SGST/)
  expect(text).not.toMatch(/IGST|Credit notes/)
})

test('an order brought to another state has a new bill with the tax due there, and a credit note for the first (P19)', async () => {
  await using shop = await openDeskPages()
  await taxed(shop, { dal: 5, rice: 12 })
  const id = await shop.paidOrder(4)
  const { street1 } = await shop.order(id)
  await shop.act(id, 'line', { position: 0, quantity: 3, units: 'back' })
  // ₹20 besides goods is off the new bill as well.
  await shop.refund(id, 20)
  expect(await bringTo(shop, id, IN_PUNE)).toMatchObject({ ok: true })
  const papers = async () =>
    (await shop.show(`/orders/${id}/invoice`)).text.split(
      /(?=Tax Invoice T\/\d{4}\/000001 of )|Credit notes (?=C\/)|(?=C\/\d{4}\/\d+ of )/,
    )
  const [bill = '', first = '', , ...notes] = (await papers()).filter((text) => text.trim() !== '')
  expect(bill).toMatch(/T\/\d{4}\/000002 .*Billed and delivered to .*Pune 411001, Maharashtra/)
  expect(bill).toMatch(/ 3 448\.50 .* IGST 5% 427\.14 21\.36 Place of supply: Maharashtra \(27\)/)
  expect(first).toMatch(
    new RegExp(`Billed to: .*${street1}.* 4 598 .* 5% 569\\.52 14\\.24 14\\.24 `),
  )
  expect(first).toContain('Place of supply: Karnataka (29)')
  const [, moved = '', off = ''] = notes
  expect(moved).toMatch(/: ₹428\.50 For bill T\S+1 of .* CGST .* 5% 408\.10 10\.20 10\.20 /)
  expect(off).toMatch(/: ₹20 For bill T\S+2 of .* IGST 5% 19\.05 0\.95 /)
  expect(off).toContain('after these credit notes: ₹428.50')
  shop.clock.ahead += 1000
  // What happens then is of the new bill, in spite of what is changed later.
  await shop.act(id, 'line', {
    ...{ position: 0, quantity: 1, instead: 'rice', agreed: 'yes', units: 'back' },
  })
  await shop.act(id, 'end', { as: 'cancelled', reason: 'No rider', units: 'back' })
  const after = (await papers()).join('|')
  expect(after).toContain(bill.slice(bill.indexOf('Billed and'), bill.indexOf('Place of')))
  expect(after).toMatch(/: ₹299 For bill T\S+2 of .* IGST 5% 284\.76 14\.24 /)
  expect(after).toMatch(/: ₹229\.50 For bills T\S+2 of .* IGST 5% .* IGST 12% 89\.29 10\.71 /)
  expect(after).toContain('after these credit notes: ₹0')
})

const taxed = async (
  { db }: Awaited<ReturnType<typeof openDeskPages>>,
  rates: Record<string, number>,
) => {
  const json = JSON.stringify({ name: 'Sharma Stores', gstin: '29AAAAA0000A1Z5' })
  await db.updateTable('shop').set({ json }).execute()
  for (const [id, gst_percent] of Object.entries(rates))
    await db.updateTable('product').set({ gst_percent }).where('id', '=', id).execute()
}

test('a bill stays as it was written, and each credit note has its tax and the bill that it is for (P19)', async () => {
  await using shop = await openDeskPages()
  await taxed(shop, { dal: 5, rice: 5 })
  const id = await shop.cashOrder(3)
  const bill = async () => (await shop.show(`/orders/${id}/invoice`)).text
  const before = await bill()
  expect(before).toMatch(/Total &#8377;448\.50 .*5% 427\.14 10\.68 10\.68 /)
  expect(before).not.toContain('What was brought')
  await shop.act(id, 'line', { position: 0, quantity: 2, units: 'back' })
  const after = await bill()
  expect(after).toContain(/T\/\d{4}\/.*10\.68 10\.68 /.exec(before)?.[0])
  expect(after).toMatch(/C\/\d{4}\/000001 of .*: ₹149\.50 For bill T\/\d{4}\/000001 of /)
  expect(after).toMatch(/whose total it reduces\. .*5% 142\.38 3\.56 3\.56 /)
  expect(after).toMatch(/What was brought, after changes to this order 2 x Toor Dal/)
})

test('of an order with several rates each credit note says what it takes back of which, and all of them all (P19)', async () => {
  await using shop = await openDeskPages()
  await taxed(shop, { dal: 5, rice: 18 })
  await shop.put(shop.asha.id, 'rice', 1)
  const id = await shop.paidOrder(2)
  const notes = async () =>
    (await shop.show(`/orders/${id}/invoice`)).text.split(/(?=C\/\d{4}\/)/).slice(1)
  const lines = shop.db.selectFrom('order_item').select('position').where('product_id', '=', 'dal')
  // What is not brought has the rate of its line.
  await shop.act(id, 'line', {
    ...{ ...(await lines.executeTakeFirstOrThrow()), quantity: 1, units: 'back' },
  })
  expect(await notes()).toEqual([expect.stringMatching(/: ₹149\.50 .* 5% 142\.38 3\.56 3\.56 /)])
  expect((await notes())[0]).not.toMatch(/18%|shared/)
  // A tenth of ₹149.50 and ₹50 goes back for the parcel.
  await shop.refund(id, '19.95')
  expect((await notes())[1]).toMatch(
    /: ₹19\.95 .* 5% 14\.23 0\.36 0\.36 18% 4\.24 0\.38 0\.38 .*shared among the rates/,
  )
  await shop.act(id, 'end', { as: 'cancelled', reason: 'No rider', units: 'back' })
  const last = (await notes())[2]
  expect(last).toMatch(/: ₹179\.55 .* 5% 128\.15 3\.20 3\.20 18% 38\.14 3\.43 3\.43 /)
  expect(last).not.toContain('shared')
})

test('what went back of a rate before is not taken back of it twice by a line (P19)', async () => {
  await using shop = await openDeskPages()
  await taxed(shop, { dal: 5, rice: 18 })
  await shop.put(shop.asha.id, 'rice', 2)
  const id = await shop.paidOrder(1)
  const lines = shop.db.selectFrom('order_item').select('position').where('product_id', '=', 'dal')
  const { position } = await lines.executeTakeFirstOrThrow()
  await shop.refund(id, '50')
  await shop.act(id, 'line', { position, quantity: 0, units: 'back' })
  await shop.act(id, 'end', { as: 'cancelled', reason: 'No rider', units: 'back' })
  const bill = (await billsOf(shop.db, id)).filter(({ kind }) => kind !== 'credit')
  const sold = await billedProducts(shop.db, id)
  const notes = creditNotes(await billsOf(shop.db, id), sold, {
    state: 'Karnataka',
    country: 'India',
  })
  const backOf = (rate: number) =>
    notes
      .flatMap(({ parts }) => parts ?? [])
      .flatMap((part) => part.taxed)
      .filter(({ gst }) => gst === rate)
      .reduce((sum, { subtotal }) => sum + Math.round(subtotal * 100), 0)
  expect([bill.length, backOf(5), backOf(18)]).toEqual([1, 14_950, 10_000])
})

test('a replacement at another rate of GST has a bill of its own, and a credit note takes back what it replaces (P19)', async () => {
  await using shop = await openDeskPages()
  await taxed(shop, { dal: 5, rice: 12 })
  const id = await shop.cashOrder(3)
  const change = { position: 0, quantity: 0, instead: 'rice', agreed: 'yes', units: 'back' }
  expect(await shop.act(id, 'line', change)).toMatchObject({ ok: true })
  const { text } = await shop.show(`/orders/${id}/invoice`)
  const [bill = '', since = ''] = text.split(/Tax Invoice (?=T\/\d{4}\/000002 of )/)
  expect(bill).toContain('Toor Dal')
  expect(bill).not.toContain('Rice')
  // 3 x 50 with 12 %, and 3 x 149.50 with 5 % back.
  expect(since).toMatch(/delivered in place of .*Rice.*12% 133\.92 8\.04 8\.04 .*Credit notes/)
  expect(since).toMatch(/For bill T\/\d{4}\/000001 of .*5% 427\.14 10\.68 10\.68 /)
  expect(since).toContain('Billed ₹598.50; after these credit notes: ₹150')
  expect(since).toContain('3 x Rice')
  // The rest comes back, which has the rate of the rice alone.
  await shop.advance(id, 'accepted', 'packed', 'out')
  await shop.act(id, 'end', { as: 'refused', reason: 'late', units: 'back' })
  const ended = (await shop.show(`/orders/${id}/invoice`)).text
  expect(ended).toMatch(/: ₹150 For bill T\/\d{4}\/000002 of .* 12% 133\.92 8\.04 8\.04 /)
  expect(ended).toContain('Billed ₹598.50; after these credit notes: ₹0')
})

test.each([
  ['got its GSTIN', '', /For bills B.* and T\S+ of [^:]*: GST .* CGST .* 12% 89\.28 5\.36 5\.36 /],
  [
    'moved to another state',
    '27AAAAA0000A1Z5',
    /For bills T.* IGST 5% 142\.38 7\.12 .* T\S+2 of [^:]*: GST .* CGST .* 12% 89\.28 5\.36 5\.36 /,
  ],
])(
  'a credit note for bills of before and after the seller %s takes back the tax of each (P19)',
  async (_, gstin, taxes) => {
    await using shop = await openDeskPages()
    await taxed(shop, { dal: 5, rice: 12 })
    const json = JSON.stringify({ name: 'Sharma Stores', gstin })
    await shop.db.updateTable('shop').set({ json }).execute()
    const id = await shop.cashOrder(3)
    await taxed(shop, {})
    await shop.act(id, 'line', {
      ...{ position: 0, quantity: 1, instead: 'rice', agreed: 'yes', units: 'back' },
    })
    await shop.act(id, 'end', { as: 'cancelled', reason: 'No rider', units: 'back' })
    const { text } = await shop.show(`/orders/${id}/invoice`)
    const [, , last = ''] = text.split(/(?=C\/\d{4}\/)/)
    expect(last).toMatch(taxes)
    expect(last.match(/\d+%/g)).toHaveLength(gstin ? 2 : 1)
  },
)

test('a replacement at the same rate is on no bill that was written before it, and is said to be brought', async () => {
  await using shop = await openDeskPages()
  await taxed(shop, { dal: 5, rice: 5 })
  const id = await shop.cashOrder(3)
  const change = { position: 0, quantity: 0, instead: 'rice', agreed: 'yes', units: 'back' }
  expect(await shop.act(id, 'line', change)).toMatchObject({ ok: true })
  const { text } = await shop.show(`/orders/${id}/invoice`)
  const [bill = '', since = ''] = text.split('Credit notes')
  expect(bill).toContain('Toor Dal')
  expect(bill).not.toContain('Rice')
  expect(since).toContain('3 x Rice')
})

test('an order whose payment went back in part says how much, until nothing of it is left', async () => {
  await using shop = await openDeskPages()
  const id = await shop.paidOrder(2)
  await shop.refund(id, 20)
  const page = async () => (await shop.show(`/orders/${id}`, shop.asha)).text
  expect(await page()).toContain('Your refund is on its way.')
  await doRefunds(shop.payments)
  expect(await page()).toContain('₹20 was sent back to you.')
  await shop.act(id, 'end', { as: 'cancelled', reason: 'no milk', units: 'back' })
  await doRefunds(shop.payments)
  expect(await page()).toContain('Your money was sent back to you.')
})

test('a Bill of Supply of a shop without GSTIN names no rate of tax', async () => {
  await using shop = await openDeskPages()
  await shop.db.updateTable('product').set({ gst_percent: 5, hsn: '0713' }).execute()
  const { text } = await shop.show(`/orders/${await shop.cashOrder(1)}/invoice`)
  expect(text).toContain('Bill of Supply')
  expect(text).not.toMatch(/5%|HSN|0713/)
})
