import { expect, test } from 'vitest'
import type { Category } from '#lib/catalogue/product.ts'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { inSnapshot } from '#lib/server/database/database.ts'
import { priceBy } from '#lib/server/desk/products/bulk-edits.ts'
import { packRows, shownCells } from '#lib/server/desk/products/product-form.ts'
import { exportedBySku } from '#lib/server/import/export/product-export.ts'
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

const SHOP = `sku,name,category,subcategory,price,oldprice,stock,featured,weight,description
DAL,Toor dal,Pulses,Split,120,,10,,,"Two
lines"
RICE,Basmati,Rice,,300,350,,yes,,
ATTA,Whole wheat atta,Flour,,,,40|12,,1 kg=62/70|5 kg=280,
TEA,Masala chai,Drinks,,1,,0,,,
`

async function openShop(open: () => ReturnType<Parameters<typeof openDesk>[0] & object>) {
  const at = await openDesk(open)
  await publishList(at, await bring(at, SHOP))
  return at
}

/** The fields of a product's page, as the page shows them. */
async function pageOf(at: TestDesk, sku: string): Promise<Record<string, string>> {
  const [row] = await inSnapshot(at.db, (trx) => exportedBySku(trx, [sku], Date.now()))
  if (!row) throw new Error(`No ${sku}`)
  const cells = shownCells(row)
  const packs = packRows(row).flatMap((pack, at) =>
    Object.entries(pack).map(([field, text]) => [`pack.${at}.${field}`, text]),
  )
  const { ram: _, size: __, weight: ___, featured, ...own } = cells
  return {
    ...own,
    ...(featured === 'yes' && { featured }),
    description: (own.description ?? '').replaceAll('\n', '\r\n'),
    ...Object.fromEntries(packs),
    packkind: 'weight',
    was: JSON.stringify(cells),
  }
}

const save = (at: TestDesk, id: string, body: Record<string, string>) =>
  callDesk(at, 'POST /api/desk/products/[id]', { params: { id }, body })

const changesOf = async (at: TestDesk, id: string) =>
  (await reportOf(at, id)).changes.map(({ sku, field, old, new: now }) => [sku, field, old, now])

async function doAll(at: TestDesk, body: Record<string, string>): Promise<string> {
  const fields = { ...body, next: '/desk/products' }
  return checkedList(at, await callDesk(at, 'POST /api/desk/products/bulk', { body: fields }))
}

forEachDatabase((open) => {
  test('a page as it was shown changes nothing, and what is typed changes just that', async () => {
    await using at = await openShop(open)
    for (const [id, sku] of [
      ['toor-dal', 'DAL'],
      ['whole-wheat-atta', 'ATTA'],
    ] as const) {
      expect((await save(at, id, await pageOf(at, sku))).status).toBe(400)
    }
    const typed = { name: 'Arhar dal', veg: 'veg', stock: '12', saleprice: '99' }
    const until = { saleuntil: '2031-01-05T18:30' }
    const body = { ...(await pageOf(at, 'DAL')), ...typed, ...until }
    const id = await checkedList(at, await save(at, 'toor-dal', body))
    expect(await changesOf(at, id)).toEqual([
      ['DAL', 'name', 'Toor dal', 'Arhar dal'],
      ['DAL', 'stock', '10', '12'],
      ['DAL', 'veg', '', 'veg'],
      ['DAL', 'saleprice', '', '99.00'],
      ['DAL', 'saleuntil', '', '2031-01-05 18:30'],
    ])
    expect(await publishList(at, id)).toMatchObject({ state: 'published' })
  })

  test('a product with the longest texts that it may have can be saved', async () => {
    await using at = await openShop(open)
    const specs = Array.from({ length: 50 }, (_, at) => `Key ${at}=${'value '.repeat(8)}`.trim())
    const long = `${'word '.repeat(3990).trim()}`
    await publishList(
      at,
      await bring(at, `sku,description,specs\nDAL,${long},${specs.join('|')}\n`),
    )
    // As form fields, of which the shown cells are one.
    const form = { params: { id: 'toor-dal' }, files: [] }
    const body = { ...(await pageOf(at, 'DAL')), price: '121' }
    const id = await checkedList(
      at,
      await callDesk(at, 'POST /api/desk/products/[id]', { ...form, body }),
    )
    expect(await changesOf(at, id)).toEqual([['DAL', 'price', '120.00', '121.00']])
  })

  test('packs are rows: one changes, one comes, one goes', async () => {
    await using at = await openShop(open)
    const shown = await pageOf(at, 'ATTA')
    const body = {
      ...shown,
      ...{ 'pack.0.price': '64', 'pack.1.label': '', 'pack.1.price': '', 'pack.1.stock': '' },
      ...{ 'pack.2.label': '10 kg', 'pack.2.price': '540', 'pack.2.stock': '7' },
    }
    const id = await checkedList(at, await save(at, 'whole-wheat-atta', body))
    await publishList(at, id)
    const packs = at.db.selectFrom('pack').select(['label', 'price_paise', 'stock'])
    expect(await packs.orderBy('position').execute()).toEqual([
      { label: '1 kg', price_paise: 6400, stock: 40 },
      { label: '10 kg', price_paise: 54_000, stock: 7 },
    ])
  })

  test('a stock and a sale price go to the packs beside which they were typed, though a colleague moved them (E11)', async () => {
    await using at = await openShop(open)
    const shown = await pageOf(at, 'ATTA')
    await publishList(at, await bring(at, 'sku,weight\nATTA,5 kg=285|1 kg=62/70\n'))
    const typed = { 'pack.0.stock': '50', 'pack.1.sale': '250' }
    const id = await checkedList(at, await save(at, 'whole-wheat-atta', { ...shown, ...typed }))
    expect(await reportOf(at, id)).toMatchObject({ conflicts: [], faults: [] })
    await publishList(at, id)
    const packs = at.db
      .selectFrom('pack')
      .select(['label', 'stock', 'base_paise', 'price_paise'])
      .orderBy('position')
    const were = [
      { label: '5 kg', stock: 12, base_paise: 28_500, price_paise: 25_000 },
      { label: '1 kg', stock: 50, base_paise: null, price_paise: 6200 },
    ]
    expect(await packs.execute()).toEqual(were)

    const again = await pageOf(at, 'ATTA')
    const counted = 'sku,weight,stock\nATTA,1 kg,45\n'
    await publishList(at, await bring(at, counted))
    const asked = await checkedList(
      at,
      await save(at, 'whole-wheat-atta', { ...again, 'pack.1.stock': '60' }),
    )
    expect((await reportOf(at, asked)).conflicts).toMatchObject([{ mine: '60', theirs: '45' }])

    await publishList(at, await bring(at, 'sku,weight,size\nATTA,,Big=285|Small=62\n'))
    const other = await checkedList(
      at,
      await save(at, 'whole-wheat-atta', { ...again, 'pack.1.sale': '55' }),
    )
    expect(await reportOf(at, other)).toMatchObject({ faults: [], conflictCount: 1 })
  })

  test('a new product comes with a form, and a product leaves by one and comes back', async () => {
    await using at = await openShop(open)
    const fields = { name: 'Poha', category: 'Rice', price: '55', stock: '9', was: '{}' }
    const taken = await save(at, 'new', { ...fields, sku: 'DAL' })
    expect([taken.status, await taken.json()]).toMatchObject([
      409,
      { msg: 'DAL is the SKU of another product.' },
    ])
    const id = await checkedList(at, await save(at, 'new', { ...fields, sku: 'POHA' }))
    expect(await reportOf(at, id)).toMatchObject({ added: 1, faults: [] })
    await publishList(at, id)
    const poha = () =>
      at.db.selectFrom('product').selectAll().where('sku', '=', 'POHA').executeTakeFirstOrThrow()
    expect(await poha()).toMatchObject({ price_paise: 5500, stock: 9 })

    const out = await checkedList(at, await save(at, 'poha', { was: '{}', what: 'withdraw' }))
    expect(await changesOf(at, out)).toEqual([['POHA', 'on sale', 'yes', 'no']])
    await publishList(at, out)
    expect((await poha()).withdrawn_at).not.toBeNull()
    expect((await save(at, 'poha', { was: '{}' })).status).toBe(404)
  })

  test('a cost is typed into the form; a bulk change and a dated sale below it are told (E23)', async () => {
    await using at = await openShop(open)
    const typed = await checkedList(
      at,
      await save(at, 'toor-dal', { ...(await pageOf(at, 'DAL')), cost: '110' }),
    )
    expect(await changesOf(at, typed)).toEqual([['DAL', 'cost', '', '110.00']])
    await publishList(at, typed)
    const alarmsOf = async (id: string) => (await reportOf(at, id)).alarms.map(({ text }) => text)
    const found = { scope: 'all' }
    const told = [expect.stringContaining('Toor dal at ₹90, costs ₹110')]
    const bulk = await doAll(at, { ...found, what: 'price', percent: '-25' })
    expect(await alarmsOf(bulk)).toEqual(told)
    const sale = await doAll(at, { ...found, what: 'sale', off: '25', until: '2031-01-05' })
    expect(await alarmsOf(sale)).toEqual(told)
    expect(await alarmsOf(await doAll(at, { ...found, what: 'price', percent: '5' }))).toEqual([])
  })

  test('a list says which products leave, and of no others', async () => {
    await using at = await openShop(open)
    const id = await bring(at, 'sku,withdrawn\nDAL,yes\nTEA,\nNONE,yes\n')
    expect(await reportOf(at, id)).toMatchObject({ withdrawn: 1, unchanged: 1, rejected: 1 })
    await publishList(at, id, { skipinvalid: 'yes' })
    const again = await bring(at, 'sku,withdrawn\nDAL,yes\n')
    expect(await reportOf(at, again)).toMatchObject({ withdrawn: 0, unchanged: 1 })
    const wrong = await bring(at, 'sku,withdrawn\nRICE,perhaps\n')
    expect((await reportOf(at, wrong)).faults).toMatchObject([{ column: 'withdrawn' }])
  })

  test('many products change at once: prices by percent, sold out, a sale, another category', async () => {
    await using at = await openShop(open)
    const ticked = { scope: 'ticked', 'pick.DAL': 'yes', 'pick.ATTA': 'yes' }
    expect(
      await changesOf(at, await doAll(at, { ...ticked, what: 'price', percent: '+5' })),
    ).toEqual([
      ['DAL', 'price', '120.00', '126.00'],
      ['ATTA', 'price', '62.00', '65.00'],
      [
        'ATTA',
        'packs',
        '1 kg=62.00/70.00, 40 in stock|5 kg=280.00, 12 in stock',
        '1 kg=65.00/70.00, 40 in stock|5 kg=294.00, 12 in stock',
      ],
    ])
    const out = await doAll(at, { scope: 'all', what: 'soldout' })
    expect(await reportOf(at, out)).toMatchObject({ changed: 3, unchanged: 1 })
    const sale = await doAll(at, { ...ticked, what: 'sale', off: '10', until: '2031-01-05' })
    const fields = (await changesOf(at, sale)).map(([sku, field, , now]) => [sku, field, now])
    expect(fields).toContainEqual(['DAL', 'saleprice', '108.00'])
    expect(fields).toContainEqual(['ATTA', 'saleuntil', '2031-01-05'])
    await publishList(at, sale)
    const ended = await doAll(at, { ...ticked, what: 'nosale' })
    expect(await reportOf(at, ended)).toMatchObject({ changed: 2, faults: [] })
    const categories: Category[] = await new Catalogue(at.db).categories()
    const place = categories.find(({ name }) => name === 'Rice')?.id ?? ''
    const moved = await doAll(at, { ...ticked, what: 'category', place })
    expect(await reportOf(at, moved)).toMatchObject({ changed: 2, faults: [] })
    for (const body of [{ what: 'price', percent: '0' }, { what: 'category', place: 'x' }, {}]) {
      await expect(doAll(at, { ...ticked, ...body })).rejects.toThrow('Fill in the fields')
    }
    await expect(doAll(at, { scope: 'ticked', what: 'soldout' })).rejects.toThrow('Tick products')
  })
})

test('percent make whole rupees, and never nothing', () => {
  expect(priceBy('98.50', 5)).toBe('103.00')
  expect(priceBy('100.00', -10)).toBe('90.00')
  expect(priceBy('1.00', -90)).toBe('1.00')
  expect(priceBy('0.75', -10), 'no price rises by a reduction').toBe('0.75')
})
