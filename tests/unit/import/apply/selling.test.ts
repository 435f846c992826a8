import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#lib/server/database/database.ts'
import { openPostgres, type TestDatabase } from '#tests/support/databases/database.ts'
import { importText } from '#tests/support/lists/import-files.ts'

const list = (price: string) =>
  `sku,name,category,price,weight,stock\nDAL,Dal,Pulses,,500 g=${price}|1 kg=110,10|10\n`
/** Without the column for stock, which stays as it is. */
const prices = (price: string) =>
  `sku,name,category,price,weight\nDAL,Dal,Pulses,,500 g=${price}|1 kg=110\n`

/** Sells one unit of the small pack, as an order does. */
const sell = (db: TestDatabase['db']) =>
  db
    .updateTable('pack')
    .set((eb) => ({ stock: eb('stock', '-', 1) }))
    .where('label', '=', '500 g')
    .where('stock', '>=', 1)
    .returning('stock')
    .executeTakeFirst()

const packs = ({ db }: TestDatabase) =>
  db.selectFrom('pack').select(['label', 'price_paise', 'stock']).orderBy('position').execute()

async function untilSomebodyWaits({ db }: TestDatabase): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (rows.length > 0) return
    await pause(5)
  }
}

test('a pack that is being sold while a list is imported stays sold (I3 F31)', async () => {
  await using shop = await openPostgres()
  await importText(shop, list('60'))
  const buyer = openDatabase(shop.url)
  const sale = Promise.withResolvers<void>()
  const sold = buyer.transaction().execute(async (trx) => {
    await sell(trx)
    sale.resolve()
    await untilSomebodyWaits(shop)
  })
  await sale.promise
  await importText(shop, prices('65'))
  await sold
  expect(await packs(shop)).toEqual([
    { label: '500 g', price_paise: 6500, stock: 9 },
    { label: '1 kg', price_paise: 11000, stock: 10 },
  ])
  await buyer.destroy()
})

test('a pack whose price a list just changed can be sold, once the list is in (I3 F31)', async () => {
  await using shop = await openPostgres()
  await importText(shop, list('60'))
  const buyer = openDatabase(shop.url)
  let sold: Promise<unknown> = Promise.resolve()
  await importText(shop, prices('65'), {
    onApplied: async () => {
      sold = sell(buyer)
      await untilSomebodyWaits(shop)
    },
  })
  expect(await sold).toEqual({ stock: 9 })
  expect(await packs(shop)).toEqual([
    { label: '500 g', price_paise: 6500, stock: 9 },
    { label: '1 kg', price_paise: 11000, stock: 10 },
  ])
  await buyer.destroy()
})

test('a pack that a list lacks is gone, and one it brings is there', async () => {
  await using shop = await openPostgres()
  await importText(shop, list('60'))
  await importText(shop, 'sku,name,category,price,weight\nDAL,Dal,Pulses,,2 kg=200|1 kg=110\n')
  expect((await packs(shop)).map(({ label }) => label)).toEqual(['2 kg', '1 kg'])
})
