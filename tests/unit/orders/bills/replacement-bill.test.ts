import { expect, test } from 'vitest'
import { indianDay } from '#lib/dates.ts'
import { readDayBook } from '#lib/server/counter/day-book.ts'
import { billsOf } from '#lib/server/orders/bills/bills.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'

type Goods = { gst?: number; hsn?: string; paise?: number }

/** A shop with a GSTIN, whose dal costs ₹149.50 and is replaced by rice. */
async function openTaxed(
  open: () => Promise<TestDatabase>,
  [dal, rice]: readonly [Goods, Goods],
  gstin = '29AAAAA0000A1Z5',
) {
  const shop = await openCounter(open)
  const json = JSON.stringify({ name: 'Sharma Stores', gstin })
  await shop.db.updateTable('shop').set({ json }).execute()
  for (const [id, { gst: gst_percent = 5, hsn = '', paise }] of Object.entries({ dal, rice }))
    await shop.db
      .updateTable('product')
      .set({ gst_percent, hsn, stock: 10, ...(paise && { price_paise: paise }) })
      .where('id', '=', id)
      .execute()
  return shop
}

const replace = (shop: CounterShop, id: string) =>
  shop.act(id, 'line', { position: 0, quantity: 0, instead: 'rice', agreed: 'yes', units: 'back' })

const listed = async ({ db }: CounterShop, id: string) =>
  (await billsOf(db, id)).map(({ kind, amount_paise: paise }) => `${kind} ${paise}`).sort()

const saleOf = async ({ db }: CounterShop) =>
  (await readDayBook(db, indianDay(Date.now()))).map(({ salePaise }) => salePaise)

const DEAR = 20_000

forEachDatabase((open) => {
  test.each([
    ['nothing to something', { gst: 0 }, { gst: 12, paise: DEAR }, 'supply', 'invoice'],
    ['something to nothing', { gst: 18 }, { gst: 0, paise: DEAR }, 'invoice', 'supply'],
    ['one code to another', { hsn: '0713' }, { hsn: '1006', paise: DEAR }, 'invoice', 'invoice'],
  ] as const)(
    'a replacement for the same sum, from %s, is billed with its own tax, paid online or in cash (P19)',
    async (_, dal, rice, before, after) => {
      await using shop = await openTaxed(open, [dal, rice])
      for (const id of [await shop.cashOrder(2), await shop.paidOrder(2)]) {
        expect(await replace(shop, id)).toMatchObject({ ok: true, value: { reduced_paise: 0 } })
        const papers = ['credit 29900', `${before} 29900`, `${after} 29900`]
        expect(await listed(shop, id)).toEqual(papers.sort())
      }
      expect(await saleOf(shop)).toEqual([29_900, 29_900])
    },
  )

  test('of a cheaper replacement at another rate the credit note is over all that it replaces, once (P19)', async () => {
    await using shop = await openTaxed(open, [{ gst: 5 }, { gst: 12, paise: 10_000 }])
    for (const id of [await shop.cashOrder(2), await shop.paidOrder(2)]) {
      expect(await replace(shop, id)).toMatchObject({ ok: true, value: { reduced_paise: 9900 } })
      expect(await listed(shop, id)).toEqual(['credit 29900', 'invoice 20000', 'invoice 29900'])
      await shop.act(id, 'end', { as: 'cancelled', reason: 'no milk', units: 'back' })
      expect(await listed(shop, id)).toContain('credit 20000')
    }
  })

  test('a replacement with the same tax, or in a shop without a GSTIN, needs no bill of its own', async () => {
    const rates = [{ gst: 5 }, { gst: 12, paise: DEAR }] as const
    await using untaxed = await openTaxed(open, rates, '')
    await using same = await openTaxed(open, [{ gst: 5 }, { gst: 5, paise: DEAR }])
    for (const [shop, kind] of [
      [untaxed, 'supply'],
      [same, 'invoice'],
    ] as const) {
      const id = await shop.cashOrder(2)
      await replace(shop, id)
      expect(await listed(shop, id)).toEqual([`${kind} 29900`])
    }
  })
})
