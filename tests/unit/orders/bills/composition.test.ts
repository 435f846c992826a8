import { expect, test } from 'vitest'
import { billsOf } from '#lib/server/orders/bills/bills.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openDeskPages } from '#tests/support/desk-pages.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'

type Shop = Pick<CounterShop, 'db'>
const GSTIN = '29AAAAA0000A1Z5'

const sellAs = ({ db }: Shop, fields: object) =>
  db
    .updateTable('shop')
    .set({ json: JSON.stringify({ name: 'Sharma Stores', gstin: GSTIN, ...fields }) })
    .execute()

async function rate({ db }: Shop, rates: Record<string, { gst: number | null; hsn?: string }>) {
  for (const [id, { gst: gst_percent, hsn = '' }] of Object.entries(rates))
    await db.updateTable('product').set({ gst_percent, hsn }).where('id', '=', id).execute()
}

const WORDS = /composition taxable person, not eligible to collect tax on supplies/i

const replace = (shop: Pick<CounterShop, 'act'>, id: string) =>
  shop.act(id, 'line', { position: 0, quantity: 0, instead: 'rice', agreed: 'yes', units: 'back' })

forEachDatabase((open) => {
  test('a composition dealer writes a bill of supply, also for a replacement at another rate (P23)', async () => {
    await using shop = await openCounter(open)
    await sellAs(shop, { composition: true })
    const kinds = async (id: string) => (await billsOf(shop.db, id)).map(({ kind }) => kind).sort()
    await rate(shop, { dal: { gst: 5 }, rice: { gst: 12 } })
    const same = await shop.cashOrder(2)
    expect(await replace(shop, same)).toMatchObject({ ok: true })
    expect(await kinds(same), 'a bill without rates holds for both').toEqual(['credit', 'supply'])
    await rate(shop, { dal: { gst: 5, hsn: '0713' }, rice: { gst: 12, hsn: '1006' } })
    const other = await shop.cashOrder(2)
    expect(await replace(shop, other)).toMatchObject({ ok: true })
    expect(await kinds(other)).toEqual(['credit', 'supply', 'supply'])
  })

  test('who leaves the composition scheme, or enters it, keeps the bills of before (P23)', async () => {
    await using shop = await openCounter(open)
    await rate(shop, { dal: { gst: 5 }, rice: { gst: 12 } })
    const billed = async (composition: boolean) => {
      await sellAs(shop, { composition })
      return shop.cashOrder(1)
    }
    const [under, regular] = [await billed(true), await billed(false)]
    await sellAs(shop, { composition: true })
    expect(await billsOf(shop.db, under)).toMatchObject([{ kind: 'supply' }])
    expect(await billsOf(shop.db, regular)).toMatchObject([
      { kind: 'invoice', seller: { composition: false } },
    ])
    // What was billed with tax is taken back, as what comes in its place bears none.
    await replace(shop, regular)
    const kinds = (await billsOf(shop.db, regular)).map(({ kind }) => kind)
    expect(kinds.sort()).toEqual(['credit', 'invoice', 'supply'])
  })
})

test('the bill of a composition dealer has the words of the law, HSN codes, and neither rates nor tax (P23)', async () => {
  await using shop = await openDeskPages()
  await sellAs(shop, { composition: true })
  await rate(shop, { dal: { gst: 5, hsn: '0713' }, rice: { gst: 12, hsn: '1006' } })
  const id = await shop.cashOrder(1)
  await replace(shop, id)
  await sellAs(shop, {})
  const { text } = await shop.show(`/orders/${id}/invoice`)
  const [first = '', further = ''] = text.split('delivered in place of')
  expect(first.match(new RegExp(WORDS, 'gi')), 'on both bills').toHaveLength(2)
  expect(first).toMatch(/Bill of Supply/)
  expect(first + further).toMatch(/0713.*1006/)
  expect(text).not.toMatch(/Tax Invoice|\d%|CGST|IGST|Taxable/)
  const regular = await shop.show(`/orders/${await shop.cashOrder(1)}/invoice`)
  expect(regular.text).not.toMatch(WORDS)
})
