import { expect, test } from 'vitest'
import { decimalPrice } from '#lib/money.ts'
import { findDeskProducts } from '#lib/server/desk/products/find-products.ts'
import { faultyForm } from '#lib/server/desk/form-path.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import {
  bring,
  callDesk,
  checkedList,
  openDesk,
  publishList,
  reportOf,
  type TestDesk,
} from '#tests/support/open-desk.ts'

const SHOP = `sku,name,category,price,oldprice,stock,featured,weight
DAL,Toor dal,Pulses,120,,10,,
RICE,Basmati,Rice,300,,,yes,
ATTA,Whole wheat atta,Flour,,,40|12,,1 kg=62/70|5 kg=280
TEA,Masala chai,Drinks,90,95,0,,
`

async function openShop(open: () => ReturnType<Parameters<typeof openDesk>[0] & object>) {
  const at = await openDesk(open)
  await publishList(at, await bring(at, SHOP))
  return at
}

/** The fields of the page as shown, with some of them typed over. */
async function form(at: TestDesk, typed: Record<string, string | undefined> = {}) {
  const { products: rows } = await findDeskProducts(at.db, {}, Date.now())
  const fields: Record<string, string | undefined> = {}
  for (const [row, { shown }] of rows.entries()) {
    fields[`was.${row}`] = JSON.stringify(shown)
    if (shown.isFeatured) fields[`featured.${shown.sku}`] = 'yes'
    if (shown.slots.every(({ stock }) => stock === 0)) fields[`soldout.${shown.sku}`] = 'yes'
    for (const [at, { pricePaise, stock }] of shown.slots.entries()) {
      fields[`price.${shown.sku}.${at}`] = decimalPrice(pricePaise)
      fields[`stock.${shown.sku}.${at}`] = stock === null ? '' : String(stock)
    }
  }
  const rowOf = new Map(rows.map(({ shown }, row) => [shown.sku, row]))
  const named = Object.entries({ ...fields, ...typed }).flatMap(([name, text]) => {
    const [field = '', sku = '', slot] = name.split('.')
    const row = rowOf.get(sku) ?? sku
    const key = [field, row, ...(slot === undefined ? [] : [slot])].join('.')
    return text === undefined ? [] : [[key, text]]
  })
  return Object.fromEntries(named)
}

const save = (at: TestDesk, body: Record<string, string>) =>
  callDesk(at, 'POST /api/desk/products', { body })

/** Saves the form. @returns the id of the resulting list */
async function saved(at: TestDesk, body: Record<string, string>): Promise<string> {
  return checkedList(at, await save(at, body))
}

const changesOf = async (at: TestDesk, id: string) =>
  (await reportOf(at, id)).changes.map(({ sku, field, old, new: now }) => [sku, field, old, now])

async function stockOf(at: TestDesk, sku: string): Promise<number | null | undefined> {
  const row = await at.db
    .selectFrom('product')
    .select('stock')
    .where('sku', '=', sku)
    .executeTakeFirst()
  return row?.stock
}

forEachDatabase((open) => {
  test('one Save is a list of what differs, shown first, published, and taken back', async () => {
    await using at = await openShop(open)
    const body = await form(at, {
      'price.DAL.0': '125',
      'stock.DAL.0': '+5',
      'featured.RICE': undefined,
      'price.ATTA.1': '275',
      'stock.ATTA.0': '38',
      'soldout.TEA': undefined,
    })
    const id = await saved(at, body)
    expect(await at.desk.find(at.editor, id)).toMatchObject({
      state: 'checked',
      name: '4 products (form)',
      format: 'form',
    })
    expect(await changesOf(at, id)).toEqual([
      ['DAL', 'price', '120.00', '125.00'],
      ['DAL', 'stock', '10', '15'],
      ['RICE', 'featured', 'yes', 'no'],
      [
        'ATTA',
        'packs',
        '1 kg=62.00/70.00, 40 in stock|5 kg=280.00, 12 in stock',
        '1 kg=62.00/70.00, 38 in stock|5 kg=275.00, 12 in stock',
      ],
      ['TEA', 'stock', '0', ''],
    ])
    expect(await stockOf(at, 'DAL')).toBe(10)
    expect(await publishList(at, id)).toMatchObject({ state: 'published', importId: 2 })
    expect([await stockOf(at, 'DAL'), await stockOf(at, 'TEA')]).toEqual([15, null])
    const back = await callDesk(at, 'POST /api/desk/imports/[number]/undo', {
      params: { number: '2' },
    })
    expect(back.status).toBe(200)
    expect([await stockOf(at, 'DAL'), await stockOf(at, 'TEA')]).toEqual([10, 0])
    expect(at.faults).toEqual([])
  })

  test('what is sold while the form is open stays sold', async () => {
    await using at = await openShop(open)
    const body = await form(at, { 'stock.DAL.0': '30' })
    await at.db.updateTable('product').set({ stock: 7 }).where('sku', '=', 'DAL').execute()
    const id = await saved(at, body)
    await at.db.updateTable('product').set({ stock: 6 }).where('sku', '=', 'DAL').execute()
    await publishList(at, id)
    expect(await stockOf(at, 'DAL')).toBe(26)
  })

  test('what a colleague changed meanwhile and the form did not stays as it is', async () => {
    await using at = await openShop(open)
    const body = await form(at, { 'featured.DAL': 'yes' })
    await publishList(at, await bring(at, 'sku,price\nDAL,111\nRICE,222\n'))
    expect(await changesOf(at, await saved(at, body))).toEqual([['DAL', 'featured', 'no', 'yes']])
  })

  test('sold out is none of any pack, and a price far off is an alarm', async () => {
    await using at = await openShop(open)
    const id = await saved(at, await form(at, { 'soldout.ATTA': 'yes', 'price.DAL.0': '1200' }))
    const report = await reportOf(at, id)
    expect(report.alarms).toMatchObject([{ text: expect.stringContaining('Toor dal') }])
    await publishList(at, id)
    const packs = await at.db.selectFrom('pack').select(['label', 'stock']).execute()
    expect(packs.map(({ stock }) => stock)).toEqual([0, 0])
    const { products: out } = await findDeskProducts(at.db, { show: 'soldout' }, Date.now())
    expect(out.map(({ name }) => name)).toEqual(['Masala chai', 'Whole wheat atta'])
  })

  test('nothing changed, a product that left, and a form of somebody else are answered as such', async () => {
    await using at = await openShop(open)
    expect((await save(at, await form(at))).status).toBe(400)
    for (const was of ['no JSON', '{}', '{"sku":"../x"}']) {
      expect((await save(at, { 'was.0': was })).status).toBe(400)
    }
    const body = await form(at, { 'price.DAL.0': '99' })
    await at.db.updateTable('product').set({ withdrawn_at: 1 }).where('sku', '=', 'DAL').execute()
    const answer = await save(at, body)
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      { msg: expect.stringContaining('DAL was withdrawn') },
    ])
  })

  test('a wrong price is told by row and nothing can be published', async () => {
    await using at = await openShop(open)
    const id = await saved(at, await form(at, { 'price.DAL.0': '12.345' }))
    const report = await reportOf(at, id)
    const { faults } = report
    expect(faults).toMatchObject([{ sku: 'DAL', column: 'price', cell: '12.345' }])
    expect(await faultyForm(at.db, 'Toor dal (form)', report)).toBe('/desk/products/toor-dal')
  })

  test('a rupee sign before a price is no fault of it, and a sale that is not below is told in the same round', async () => {
    await using at = await openShop(open)
    const product = async (cells: Record<string, string>) => {
      const body = { sku: 'NEW', name: 'Rajma', category: 'Pulses', was: '{}', ...cells }
      const answer = await callDesk(at, 'POST /api/desk/products/[id]', {
        params: { id: 'new' },
        body,
      })
      return reportOf(
        at,
        String((await answer.json()).path)
          .split('/')
          .at(-1) ?? '',
      )
    }
    const packs = { 'pack.0.label': '1 kg', 'pack.0.price': 'Rs. 85', 'pack.0.old': '₹90' }
    const good = [
      { price: '₹1,285', oldprice: 'Rs 1300', saleprice: '₹ 1,200.50', cost: 'rs 1000' },
      { ...packs, cost: '1 kg=₹70' },
    ]
    for (const cells of good)
      expect(await product(cells)).toMatchObject({ faultCount: 0, added: 1 })
    const { faults } = await product({ price: '8x5', saleprice: '₹90' })
    expect(faults[0]?.reason).toMatch(/The price is “8x5”.*The sale price \(90\.00\) is not lower/)
    expect(
      await reportOf(at, await saved(at, await form(at, { 'price.DAL.0': '₹125' }))),
    ).toMatchObject({
      ...{ faultCount: 0, changed: 1 },
    })
  })

  test('products are found by words of the name, SKU and category, a page at a time', async () => {
    await using at = await openShop(open)
    const names = async (search: Parameters<typeof findDeskProducts>[1]) =>
      (await findDeskProducts(at.db, search, Date.now())).products.map(({ name }) => name)
    expect(await names({})).toEqual(['Basmati', 'Masala chai', 'Toor dal', 'Whole wheat atta'])
    expect(await names({ q: 'DAL toor' })).toEqual(['Toor dal'])
    expect(await names({ q: 'rice' })).toEqual(['Basmati'])
    expect(await names({ q: '%' })).toEqual([])
    expect(await names({ q: 'MASÄLA' })).toEqual(['Masala chai'])
    expect(await names({ show: 'featured' })).toEqual(['Basmati'])
    const category = await at.db
      .selectFrom('category')
      .select('id')
      .where('name', '=', 'Flour')
      .executeTakeFirstOrThrow()
    expect(await names({ category: category.id })).toEqual(['Whole wheat atta'])
    const more = 'sku,name,category,price\nUBTAN,Sandal and Turmeric Ubtan,Flour,90\n'
    await publishList(at, await bring(at, `${more}RAJ-1,Rajma (Dal-mix),Flour,80\n`))
    expect(await names({ q: 'dal' })).toEqual(['Rajma (Dal-mix)', 'Toor dal'])
    expect(await names({ q: 'dal-mix' })).toEqual(['Rajma (Dal-mix)'])
    expect(await names({ q: 'tan' })).toEqual(['Sandal and Turmeric Ubtan'])
    expect(await findDeskProducts(at.db, { page: 9 }, Date.now())).toMatchObject({ page: 1 })
  })
})
