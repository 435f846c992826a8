import { expect, test } from 'vitest'
import { daysOfMonth, indianMonth } from '#lib/counter/period.ts'
import { readBillBook } from '#lib/server/counter/bill-book.ts'
import { billBookCsv, billBookJson } from '#lib/server/counter/bill-book-file.ts'
import type { BillRow } from '#lib/server/counter/bill-rows.ts'
import { readBillSeries } from '#lib/server/counter/bill-series.ts'
import { findOrders } from '#lib/server/counter/find-orders.ts'
import { billsOf, financialYear, skipNumbers } from '#lib/server/orders/bills/bills.ts'
import { type CounterShop, openCounter } from '#tests/support/orders/counter-shop.ts'
import { forEachDatabase, type TestDatabase } from '#tests/support/databases/database.ts'

const GSTIN = '29AAAAA0000A1Z5'
const YEAR = financialYear(Date.now())
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' }

type Rated = Record<string, { gst: number; hsn: string }>

async function openTaxed(open: () => Promise<TestDatabase>, goods: Rated, gstin = GSTIN) {
  const shop = await openCounter(open)
  const json = JSON.stringify({ name: 'Sharma Stores', gstin })
  await shop.db.updateTable('shop').set({ json }).execute()
  for (const [id, { gst: gst_percent, hsn }] of Object.entries(goods))
    await shop.db.updateTable('product').set({ gst_percent, hsn }).where('id', '=', id).execute()
  return shop
}

const thisMonth = () => daysOfMonth(indianMonth(Date.now())) ?? NOVEMBER

async function rowsOf({ db }: CounterShop, period = thisMonth()): Promise<BillRow[]> {
  const rows: BillRow[] = []
  for await (const some of readBillBook(db, period)) rows.push(...some)
  return rows
}

const textOf = async (pieces: AsyncGenerator<string>) => (await Array.fromAsync(pieces)).join('')

const short = (row: BillRow) =>
  `${row.number.slice(0, 1)} ${row.stateCode} ${row.hsn} ${row.rate} ` +
  [row.taxablePaise, row.cgstPaise, row.sgstPaise, row.igstPaise, row.totalPaise].join(' ')

/** Sets when a bill was written. */
const writtenAt = ({ db }: CounterShop, kind: 'invoice' | 'credit', number: number, at: string) =>
  db
    .updateTable('bill')
    .set({ created_at: Date.parse(at) })
    .where('kind', '=', kind)
    .where('number', '=', number)
    .execute()

forEachDatabase((open) => {
  test('what a line takes back beyond its own rate has the codes of the others, and nothing is left of an order that is all back (P21)', async () => {
    const goods = { dal: { gst: 5, hsn: '0713' }, rice: { gst: 18, hsn: '1006' } }
    await using shop = await openTaxed(open, goods)
    await shop.put(shop.asha.id, 'rice', 2)
    const id = await shop.paidOrder(1)
    const lines = shop.db
      .selectFrom('order_item')
      .select('position')
      .where('product_id', '=', 'dal')
    const { position } = await lines.executeTakeFirstOrThrow()
    await shop.refund(id, '50')
    await shop.act(id, 'line', { position, quantity: 0, units: 'back' })
    await shop.act(id, 'end', { as: 'cancelled', reason: 'No rider', units: 'back' })
    const left = new Map<string, number>()
    for (const { rate, hsn, totalPaise } of await rowsOf(shop)) {
      const key = `${rate}% ${hsn}`
      left.set(key, (left.get(key) ?? 0) + totalPaise)
    }
    expect(Object.fromEntries(left)).toEqual({ '5% 0713': 0, '18% 1006': 0 })
  })

  test('a credit note has the tax of its line, also if the clock was set back after the bill (P19)', async () => {
    await using shop = await openTaxed(open, { dal: { gst: 5, hsn: '0713' } })
    const id = await shop.cashOrder(2)
    shop.clock.ahead -= 3_600_000
    await shop.act(id, 'line', { position: 0, quantity: 1, units: 'back' })
    expect((await rowsOf(shop)).map(short)).toEqual([
      'T 29 0713 5 28476 712 712 0 29900',
      'C 29 0713 5 -14238 -356 -356 0 -14950',
    ])
  })

  test('what a line takes back beyond what is left of its code has the codes of the others at its rate (P21)', async () => {
    const goods = { dal: { gst: 5, hsn: '0713' }, rice: { gst: 5, hsn: '1006' } }
    await using shop = await openTaxed(open, goods)
    await shop.put(shop.asha.id, 'rice', 3)
    const id = await shop.cashOrder(1)
    await shop.advance(id, 'accepted', 'packed', 'out')
    expect(await shop.refund(id, '100')).toMatchObject({ ok: true })
    const lines = shop.db.selectFrom('order_item').select('position')
    const { position } = await lines.where('product_id', '=', 'dal').executeTakeFirstOrThrow()
    const none = { position, quantity: 0, units: 'back' }
    expect(await shop.act(id, 'line', none)).toMatchObject({ ok: true })
    const left = Map.groupBy(await rowsOf(shop), ({ hsn }) => hsn)
    const sums = [...left].map(([hsn, rows]) => [
      ...[hsn, rows.reduce((sum, { totalPaise }) => sum + totalPaise, 0)],
    ])
    expect(Object.fromEntries(sums)).toEqual({ '0713': 0, '1006': 5000 })
  })

  test('the bill book has each rate and HSN code of a bill and a credit note, which add up to its amount (P21)', async () => {
    const goods = { dal: { gst: 5, hsn: '0713' }, rice: { gst: 5, hsn: '1006' } }
    await using shop = await openTaxed(open, goods)
    await shop.put(shop.asha.id, 'rice', 1)
    const id = await shop.paidOrder(2)
    const { number } = await shop.order(id)
    const bill = ['T 29 0713 5 28476 712 712 0 29900', 'T 29 1006 5 4762 119 119 0 5000']
    expect((await rowsOf(shop)).map(short).sort()).toEqual(bill)
    await shop.refund(id, '19.95')
    await shop.act(id, 'end', { as: 'cancelled', reason: 'No rider', units: 'back' })
    const rows = await rowsOf(shop)
    const back = rows.filter(({ kind }) => kind === 'credit')
    expect(new Set(back.flatMap(({ reduces }) => reduces))).toEqual(new Set([`T/${YEAR}/000001`]))
    expect(new Set(rows.map(({ order }) => order))).toEqual(new Set([number]))
    expect(rows.find(({ hsn, kind }) => hsn === '0713' && kind === 'invoice')?.units).toBe(2)
    for (const { kind, amount_paise: paise, number: at } of await billsOf(shop.db, id)) {
      const own = rows.filter((row) => row.kind === kind && row.number.endsWith(`/00000${at}`))
      const sum = own.reduce((all, row) => all + row.totalPaise, 0)
      expect(sum).toBe(kind === 'credit' ? -paise : paise)
      for (const { taxablePaise, cgstPaise, sgstPaise, igstPaise, totalPaise } of own)
        expect(taxablePaise + cgstPaise + sgstPaise + igstPaise).toBe(totalPaise)
    }
    for (const hsn of ['0713', '1006']) {
      const of = rows.filter((row) => row.hsn === hsn)
      expect(of.reduce((all, row) => all + row.totalPaise, 0)).toBe(0)
    }
  })

  test('the bill book knows the state that a bill was for, IGST, what bears no tax, and of a line its code (P21)', async () => {
    const goods = { dal: { gst: 18, hsn: '0713' }, rice: { gst: 0, hsn: '1006' } }
    await using shop = await openTaxed(open, goods, '27AAAAA0000A1Z5')
    await shop.put(shop.asha.id, 'rice', 1)
    const mixed = await shop.cashOrder(2)
    const items = shop.db.selectFrom('order_item').select('position')
    const { position } = await items.where('product_id', '=', 'dal').executeTakeFirstOrThrow()
    await shop.act(mixed, 'line', { position, quantity: 1, units: 'back' })
    await shop.put(shop.asha.id, 'rice', 3)
    await shop.checkOut({ payment: 'cod' }, shop.asha)
    expect((await rowsOf(shop)).map(short).sort()).toEqual([
      'B 29 1006 null 15000 0 0 0 15000',
      'C 29 0713 18 -12669 0 0 -2281 -14950',
      'T 29 0713 18 25339 0 0 4561 29900',
      'T 29 1006 0 5000 0 0 0 5000',
    ])
  })

  test('what a credit note takes back of several bills stands in the bill book under each of them (P21)', async () => {
    const goods = { dal: { gst: 5, hsn: '0713' }, rice: { gst: 12, hsn: '1006' } }
    await using shop = await openTaxed(open, goods)
    await shop.put(shop.asha.id, 'rice', 1)
    const id = await shop.cashOrder(2)
    const items = shop.db.selectFrom('order_item').select('position')
    const { position } = await items.where('product_id', '=', 'dal').executeTakeFirstOrThrow()
    const instead = { quantity: 0, instead: 'rice', agreed: 'yes', units: 'back' }
    expect(await shop.act(id, 'line', { position, ...instead })).toMatchObject({ ok: true })
    await shop.act(id, 'end', { as: 'cancelled', reason: 'late', units: 'back' })
    const back = (await rowsOf(shop)).filter(({ kind }) => kind === 'credit')
    expect(back.map((row) => `${row.reduces.join(' ')} ${short(row)}`).sort()).toEqual([
      `T/${YEAR}/000001 C 29 0713 5 -28476 -712 -712 0 -29900`,
      `T/${YEAR}/000001 C 29 1006 12 -4464 -268 -268 0 -5000`,
      `T/${YEAR}/000002 C 29 1006 12 -8928 -536 -536 0 -10000`,
    ])
  })

  test('the bill book goes by the Indian day of each paper, and names the numbers that a restore passed over (P21)', async () => {
    await using shop = await openTaxed(open, { dal: { gst: 5, hsn: '' } })
    const orders = [await shop.paidOrder(1), await shop.paidOrder(1), await shop.paidOrder(1)]
    await shop.act(orders[0] ?? '', 'end', { as: 'cancelled', reason: 'late', units: 'back' })
    await skipNumbers(shop.db, Date.now(), Date.now(), [])
    await shop.paidOrder(1)
    await writtenAt(shop, 'invoice', 1, '2026-10-31T18:29:59Z')
    await writtenAt(shop, 'invoice', 2, '2026-10-31T18:30:00Z')
    // A number of this month between those of others, as two papers of one moment may have it.
    await writtenAt(shop, 'invoice', 3, '2026-10-20T00:00:00Z')
    await writtenAt(shop, 'invoice', 2001, '2026-11-30T18:29:59Z')
    await writtenAt(shop, 'credit', 1, '2026-12-01T00:00:00Z')
    const numbers = async (month: string) =>
      (await rowsOf(shop, daysOfMonth(month))).map(({ number }) => number)
    expect(await numbers('2026-11')).toEqual([`T/${YEAR}/000002`, `T/${YEAR}/002001`])
    expect(await numbers('2026-10')).toEqual([`T/${YEAR}/000003`, `T/${YEAR}/000001`])
    expect(await numbers('2026-12')).toEqual([`C/${YEAR}/000001`])
    expect(await readBillSeries(shop.db, NOVEMBER)).toEqual([
      {
        ...{ kind: 'invoice', year: YEAR, count: 2 },
        ...{ first: `T/${YEAR}/000002`, last: `T/${YEAR}/002001` },
        missing: [
          {
            ...{ first: `T/${YEAR}/000004`, last: `T/${YEAR}/002000` },
            ...{ count: 1997, why: 'restore' },
          },
        ],
      },
    ])
    await shop.db.deleteFrom('bill').where('number', '=', 1).where('kind', '=', 'invoice').execute()
    const [series] = await readBillSeries(shop.db, NOVEMBER)
    expect(series?.missing[0]).toMatchObject({ last: `T/${YEAR}/000001`, why: 'unknown' })
  })

  test('an order is found by the number of its bill or credit note, and no other is (P21)', async () => {
    await using shop = await openTaxed(open, { dal: { gst: 5, hsn: '' } })
    const [first, second] = [await shop.cashOrder(1), await shop.cashOrder(1)]
    await shop.act(second, 'end', { as: 'cancelled', reason: 'late', units: 'back' })
    const find = async (q: string) => (await findOrders(shop.db, { q })).orders.map(({ id }) => id)
    expect(await find(`T/${YEAR}/000001`)).toEqual([first])
    expect(await find(` c/${YEAR}/000001 asha`)).toEqual([second])
    expect(await find(`T/${YEAR}/000003`)).toEqual([])
    expect(await find('T/9999/999999999')).toEqual([])
  })

  test('more bills than are read at once are all in the book, once each (P21)', async () => {
    await using shop = await openTaxed(open, { dal: { gst: 5, hsn: '0713' } })
    await shop.cashOrder(1)
    const bill = await shop.db.selectFrom('bill').selectAll().executeTakeFirstOrThrow()
    const copies = Array.from({ length: 250 }, (_, at) => ({
      ...{ ...bill, id: `b${at}`, cause: `copy ${at}`, number: at + 2 },
    }))
    await shop.db.insertInto('bill').values(copies).execute()
    const rows = await rowsOf(shop)
    expect(new Set(rows.map(({ number }) => number)).size).toBe(251)
    expect(rows).toHaveLength(251)
    const csv = await textOf(billBookCsv(shop.db, thisMonth()))
    expect(csv.split('\r\n').slice(-3)).toEqual([
      'documents issued,first,last,how many,missing,which and why',
      `Tax invoice,T/${YEAR}/000001,T/${YEAR}/000251,251,0,`,
      '',
    ])
    const book = JSON.parse(await textOf(billBookJson(shop.db, thisMonth())))
    expect(book).toMatchObject({ ...thisMonth(), rows, series: [{ count: 251, missing: [] }] })
  })
})
