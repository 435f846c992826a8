import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { indianMoment } from '#lib/dates.ts'
import { openLog } from '#lib/server/http/log.ts'
import { turnSales } from '#lib/server/sales/turn.ts'
import { undoImport } from '#lib/server/import/undo/undo.ts'
import { exportCatalogue } from '#lib/server/import/export/export.ts'
import { endTime, parseTime, saleTime } from '#lib/server/import/read/product/sale-times.ts'
import { readSettings } from '#lib/server/settings/settings.ts'
import { openShop } from '#lib/server/shop/shop.ts'
import {
  forEachDatabase,
  openSqlite,
  type TestDatabase,
} from '#tests/support/databases/database.ts'
import { importText, lastNames, newFolder, readText } from '#tests/support/lists/import-files.ts'

const HEADER = 'sku,name,category,price,oldprice,weight,saleprice,salefrom,saleuntil'
const india = (text: string) => Date.parse(`${text.replace(' ', 'T')}:00+05:30`)

const ONE = 'D,Dal,Pulses,120,,,99,2030-11-25 18:00,2030-11-30'
const PACKS = 'R,Rice,Grain,,,500 g=60|1 kg=110/130,|90,2030-11-25 18:00,2030-11-26 09:30'

async function exported(shop: TestDatabase): Promise<string> {
  const file = join(newFolder(), 'out.csv')
  await exportCatalogue(shop.db, file, shop)
  return readFileSync(file, 'utf8')
}

const withoutMoment = (csv: string) => csv.replaceAll(/ @ [\d:.TZ-]+( #\d+)?$/gm, '')

const prices = (shop: TestDatabase) =>
  shop.db
    .selectFrom('product')
    .select(['sku', 'price_paise as price', 'oldprice_paise as old'])
    .orderBy('sku')
    .execute()
const packs = (shop: TestDatabase) =>
  shop.db
    .selectFrom('pack')
    .select(['label', 'price_paise as price', 'oldprice_paise as old'])
    .orderBy('position')
    .execute()

forEachDatabase((open) => {
  test('a sale that a wrong clock turned on is off again when the clock is right (F45)', async () => {
    await using shop = await open()
    await importText(shop, `${HEADER}\n${ONE}\n`)
    expect(await turnSales(shop.db, india('2030-11-26 12:00'))).toBe(1)
    expect((await prices(shop))[0]).toEqual({ sku: 'D', price: 9900, old: 12_000 })
    expect(await turnSales(shop.db, india('2030-11-20 12:00'))).toBe(1)
    expect((await prices(shop))[0]).toEqual({ sku: 'D', price: 12_000, old: null })
    expect(await lastNames(shop)).toContain('product:dal')
    expect(await turnSales(shop.db, india('2030-11-20 12:00'))).toBe(0)
    expect(await turnSales(shop.db, india('2030-11-25 18:00'))).toBe(1)
  })

  test('a scheduled price turns at its minute of India, and back (E09)', async () => {
    await using shop = await open()
    await importText(shop, `${HEADER}\n${ONE}\n${PACKS}\n`)
    const usual = [
      { sku: 'D', price: 12_000, old: null },
      { sku: 'R', price: 6000, old: null },
    ]
    expect(await prices(shop)).toEqual(usual)
    expect(await turnSales(shop.db, india('2030-11-25 18:00') - 1)).toBe(0)
    expect(await prices(shop)).toEqual(usual)

    expect(await turnSales(shop.db, india('2030-11-25 18:00'))).toBe(2)
    // The earlier price is struck through; the packs' old prices stay.
    expect((await prices(shop))[0]).toEqual({ sku: 'D', price: 9900, old: 12_000 })
    expect(await packs(shop)).toEqual([
      { label: '500 g', price: 6000, old: null },
      { label: '1 kg', price: 9000, old: 13_000 },
    ])
    expect(await lastNames(shop)).toEqual(
      expect.arrayContaining(['card:dal', 'product:dal', 'product:rice', 'chunk:0']),
    )
    expect(await turnSales(shop.db, india('2030-11-26 09:29'))).toBe(0)
    expect(await turnSales(shop.db, india('2030-11-26 09:30'))).toBe(1)
    expect((await packs(shop))[1]).toEqual({ label: '1 kg', price: 11_000, old: 13_000 })

    // An end without a time of day is the end of that day.
    expect(await turnSales(shop.db, india('2030-11-30 23:59'))).toBe(0)
    expect(await turnSales(shop.db, india('2030-12-01 00:00'))).toBe(1)
    expect(await prices(shop)).toEqual(usual)
    expect(await turnSales(shop.db, india('2040-01-01 00:00'))).toBe(0)
  })

  test('an export has the usual price and the schedule, also while the sale is on', async () => {
    await using shop = await open()
    await importText(shop, `${HEADER}\n${ONE}\n${PACKS}\n`)
    const before = await exported(shop)
    await turnSales(shop.db, india('2030-11-25 20:00'))
    const during = await exported(shop)
    // Except for the time in `stockwas`.
    expect(withoutMoment(during)).toBe(withoutMoment(before))
    expect(during).toContain('99.00,2030-11-25 18:00,2030-11-30,')
    // A list of prices changes the usual price and keeps the sale.
    await importText(shop, 'sku,name,category,price\nD,Dal,Pulses,150\n')
    expect(await exported(shop)).toContain(',150.00,')
    expect(await exported(shop)).toContain('99.00,2030-11-25 18:00,2030-11-30,')
  })

  test('importing an export during a sale changes nothing, and an undo keeps the sale', async () => {
    await using shop = await open()
    const now = Date.now()
    const during = `${saleTime(now - 3_600_000)},${saleTime(now + 3_600_000)}`
    await importText(shop, `${HEADER}\nD,Dal,Pulses,120,,,99,${during}\n`)
    // The sale's time had already come, so no job was needed.
    expect(await prices(shop)).toEqual([{ sku: 'D', price: 9900, old: 12_000 }])
    const file = await exported(shop)
    expect(await importText(shop, file)).toMatchObject({ unchanged: 1, import: null })
    await importText(shop, 'sku,name,category,price\nD,Dal,Pulses,150\n')
    expect(await prices(shop)).toEqual([{ sku: 'D', price: 9900, old: 15_000 }])
    await undoImport(shop.db)
    expect(await prices(shop)).toEqual([{ sku: 'D', price: 9900, old: 12_000 }])
    // A price below the sale price applies.
    await importText(shop, 'sku,name,category,price\nD,Dal,Pulses,80\n')
    expect(await prices(shop)).toEqual([{ sku: 'D', price: 8000, old: null }])
  })

  test('of two servers one turns a price', async () => {
    await using shop = await open()
    await importText(shop, `${HEADER}\n${ONE}\n`)
    const now = india('2030-11-25 18:00')
    const { version: before } = await version(shop)
    await Promise.all([turnSales(shop.db, now), turnSales(shop.db, now)])
    expect((await version(shop)).version).toBe(before + 1)
    expect(await prices(shop)).toEqual([{ sku: 'D', price: 9900, old: 12_000 }])
  })
})

test('a sale that is over is told by its product and last day', async () => {
  const list = `${HEADER}\nD,Dal,Pulses,120,,,99,2020-11-01,30.11.2020\n${PACKS}\n`
  const { products, warnings } = await readText(list)
  expect(products).toHaveLength(2)
  expect(warnings.join()).toContain('1 sale is over already')
  expect(warnings.join()).toContain('D (2020-11-30)')
})

test('the end of a day is written as the day, and read as the same moment', () => {
  for (const text of ['2030-11-30', '2030-11-30 18:00', '2030-11-30 00:00']) {
    const moment = parseTime(text, true) ?? null
    expect(parseTime(endTime(moment), true)).toBe(moment)
  }
  expect(endTime(parseTime('30.11.2030', true) ?? null)).toBe('2030-11-30')
})

const version = (shop: TestDatabase) =>
  shop.db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()

test.each([
  ['120,,,120,,', 'The sale price (120.00) is not lower than the price (120.00).'],
  ['120,,,,2030-01-01,', 'There are sale times, but no sale price.'],
  ['120,,,99,2030-02-30,', 'The salefrom is “2030-02-30”. Write the date and time in India'],
  ['120,,,99,11/25/2030,', 'Write the date and time in India'],
  ['120,,,99,25/11-2030,', 'Write the date and time in India'],
  ['120,,,99,2030-01-02,2030-01-01', 'The sale ends (2030-01-01) before it begins (2030-01-02).'],
  [',,1 kg=50|2 kg=90,40,,', 'There are 1 sale prices for 2 packs.'],
])('a row with %s is refused with its reason', async (fields, reason) => {
  const { faults } = await readText(`${HEADER}\nD,Dal,Pulses,${fields}\n`)
  expect(faults.map((fault) => fault.reason).join(' ')).toContain(reason)
})

test.each(['25/11/2030 18:00', '25-11-2030 18:00', '25/11/2030 18:00:00', '2030-11-25T18:00'])(
  'a sale that begins at %s begins in the evening of 25 November',
  async (from) => {
    const { products } = await readText(`${HEADER}\nD,Dal,Pulses,120,,,99,${from},\n`)
    expect(products[0]?.sale_from).toBe(india('2030-11-25 18:00'))
  },
)

test.each([
  ['1,299', 129_900],
  ['1,20,000.50', 12_000_050],
  ['120,000', 12_000_000],
])('the price %s is read with its thousands', async (price, paise) => {
  const { products } = await readText(`sku,name,category,price\nD,Dal,Pulses,"${price}"\n`)
  expect(products[0]?.price_paise).toBe(paise)
})

test('a shop that slept over a price opens with it, and turns the next one by itself', async () => {
  await using shop = await openSqlite()
  await importText(shop, `${HEADER}\n${ONE}\n`)
  // As if the shop had been closed at that time.
  const begins = Date.now() - 60_000
  const ends = Date.now() + 3_600_000
  const schedule = { sale_from: begins, sale_until: ends }
  await shop.db.updateTable('product').set(schedule).execute()
  const settings = readSettings({ DATA_DIR: shop.dataDir, PORT: '4393', LOG_LEVEL: 'silent' })
  const { close } = await openShop(settings, { log: openLog('silent') })
  await using end = new AsyncDisposableStack()
  end.defer(close)
  const page = async () => (await fetch('http://localhost:4393/product/dal')).text()
  const first = await page()
  expect(first).toContain('Rs: 99')
  expect(first).toContain(`"priceValidUntil":"${indianMoment(ends)}"`)
  // The feed is made after the pages, in a lane of its own.
  const feed = async () => (await fetch('http://localhost:4393/feed.xml')).text()
  await expect.poll(feed).toContain('99.00 INR')
  const soon = { sale_until: Date.now() + 1000 }
  await shop.db.updateTable('product').set(soon).execute()
  await expect.poll(page).not.toContain('Rs: 99')
  expect(await page()).toContain('Rs: 120')
  expect(await page()).not.toContain('priceValidUntil')
})
