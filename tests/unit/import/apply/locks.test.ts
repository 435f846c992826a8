import { DatabaseSync } from 'node:sqlite'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#lib/server/database/database.ts'
import { importCatalogue } from '#lib/server/import/apply/import.ts'
import {
  forEachDatabase,
  openPostgres,
  openSqlite,
  type TestDatabase,
} from '#tests/support/databases/database.ts'
import { importRows } from '#tests/support/lists/editors-file.ts'
import { importText } from '#tests/support/lists/import-files.ts'
import { Till } from '#tests/support/orders/stock-shop.ts'

const SKUS = ['DAL-1', 'DAL-2', 'DAL-3']
const listOf = (prices: string[]) =>
  `sku,price\n${prices.map((price, at) => `${SKUS[at]},${price}`).join('\n')}\n`

const priceOf = async ({ db }: TestDatabase) => {
  const rows = await db
    .selectFrom('product')
    .select(['sku', 'price_paise', 'stock', 'brand', 'changed_at'])
    .orderBy('sku')
    .execute()
  return rows.map(({ price_paise }) => price_paise)
}

const openThree = async (open: () => Promise<TestDatabase>) => {
  const shop = await open()
  await importRows(
    shop,
    SKUS.map((sku) => ({ sku, name: `Dal ${sku}`, stock: '5' })),
  )
  return shop
}

test('an import locks the products that it changes, and no others (F29)', async () => {
  await using shop = await openThree(openPostgres)
  const other = openDatabase(shop.url)
  const sell = (sku: string) =>
    other.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '300ms'`.execute(trx)
      await trx.updateTable('product').set({ stock: 4 }).where('sku', '=', sku).execute()
    })
  let isAsked = false
  await importCatalogue(shop.db, listAt(shop, listOf(['120', '99', '120'])), {
    dataDir: shop.dataDir,
    onApplied: async () => {
      isAsked = true
      await sell('DAL-1')
      await sell('DAL-3')
      await expect(sell('DAL-2')).rejects.toMatchObject({ code: '55P03' })
    },
  })
  await other.destroy()
  expect(isAsked).toBe(true)
  expect(await priceOf(shop)).toEqual([12_000, 9900, 12_000])
  const { stock } = await shop.db
    .selectFrom('product')
    .select('stock')
    .where('sku', '=', 'DAL-1')
    .executeTakeFirstOrThrow()
  expect(stock).toBe(4)
})

test('an import that is stuck with another writer begins again, and is made once (F37)', async () => {
  await using shop = await openThree(openPostgres)
  const other = openDatabase(shop.url)
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>()
  const change = (trx: TestDatabase['db'], sku: string) =>
    trx.updateTable('product').set({ stock: 3 }).where('sku', '=', sku).execute()
  // Locks rows in reverse order and with more patience: so the import is the one that PostgreSQL cancels.
  const stubborn = other.transaction().execute(async (trx) => {
    await sql`set local deadlock_timeout = '30s'`.execute(trx)
    await change(trx, 'DAL-3')
    hold()
    await mayGoOn
    await change(trx, 'DAL-1')
  })
  await isHeld
  // PostgreSQL looks for a circle once, after this time: by then both must wait.
  const importing = openDatabase(`${shop.url}?options=-c%20deadlock_timeout%3D5s`)
  const done = importText({ ...shop, db: importing }, listOf(['90', '91', '92']))
  await expect.poll(() => countWaiting(shop), { interval: 5 }).toBe(1)
  goOn()
  await stubborn
  expect(await done).toMatchObject({ changed: 3, errors: [] })
  await importing.destroy()
  await other.destroy()
  expect(await priceOf(shop)).toEqual([9000, 9100, 9200])
  const imports = await shop.db.selectFrom('catalogue_import').select('id').execute()
  expect(imports).toHaveLength(2)
})

/** Number of this database's transactions that wait for a row's lock. */
async function countWaiting({ db }: TestDatabase): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return Number(rows[0]?.count)
}

function listAt({ dataDir }: TestDatabase, text: string): string {
  const file = join(dataDir, 'list.csv')
  writeFileSync(file, text)
  return file
}

test('what somebody changes between look and lock is decided anew (I3)', async () => {
  await using shop = await openThree(openSqlite)
  const other = new DatabaseSync(shop.url)
  let isChanged = false
  const report = await importCatalogue(shop.db, listAt(shop, listOf(['99', '98', '120'])), {
    dataDir: shop.dataDir,
    onProgress: ({ step }) => {
      if (step !== 'saving' || isChanged) return
      isChanged = true
      // As when a sale begins: the current price changes, and the usual one is kept.
      other.exec(`update product set base_paise = price_paise, price_paise = 5000, sale_is_on = 1,
        sale_paise = 5000, sale_from = 1, changed_at = changed_at + 1 where sku = 'DAL-1'`)
      other.exec(`update product set stock = 2, changed_at = changed_at + 1 where sku = 'DAL-2'`)
    },
  })
  other.close()
  expect(isChanged).toBe(true)
  expect(report).toMatchObject({ changed: 2, unchanged: 1 })
  const rows = await shop.db
    .selectFrom('product')
    .select(['price_paise', 'base_paise', 'stock'])
    .orderBy('sku')
    .execute()
  expect(rows).toEqual([
    { price_paise: 5000, base_paise: 9900, stock: 5 },
    { price_paise: 9800, base_paise: null, stock: 2 },
    { price_paise: 12_000, base_paise: null, stock: 5 },
  ])
})

test('units that are sold between look and lock stay sold, also where the list counts them (I3)', async () => {
  await using shop = await openThree(openSqlite)
  const other = new DatabaseSync(shop.url)
  let isSold = false
  const list = listAt(shop, 'sku,stock\nDAL-1,+3\nDAL-2,9\nDAL-3,7\n')
  const report = await importCatalogue(shop.db, list, {
    ...{ dataDir: shop.dataDir, stockMode: 'set' },
    onProgress: ({ step }) => {
      if (step !== 'saving' || isSold) return
      isSold = true
      other.exec(`update product set stock = stock - 2 where sku in ('DAL-1', 'DAL-3')`)
    },
  })
  other.close()
  expect(isSold).toBe(true)
  expect(report).toMatchObject({ changed: 3, errors: [] })
  const rows = await shop.db.selectFrom('product').select('stock').orderBy('sku').execute()
  // Additions apply to what is left; an absolute count now holds as it is.
  expect(rows.map(({ stock }) => stock)).toEqual([6, 9, 7])
})

test('what a count misses between look and lock is given to its buyers first (I3)', async () => {
  await using shop = await openThree(openSqlite)
  const { id } = await shop.db
    .selectFrom('product')
    .select('id')
    .where('sku', '=', 'DAL-1')
    .executeTakeFirstOrThrow()
  await new Till(shop).hold(id, 5)
  const other = new DatabaseSync(shop.url)
  let isCounted = false
  await importCatalogue(shop.db, listAt(shop, 'sku,stock\nDAL-1,+3\n'), {
    dataDir: shop.dataDir,
    onProgress: ({ step }) => {
      if (step !== 'saving' || isCounted) return
      isCounted = true
      // A count leaves the shelf as it is, but finds two of the held units missing.
      other.exec('update stock_hold set missing = 2')
    },
  })
  other.close()
  expect(isCounted).toBe(true)
  const rows = await shop.db.selectFrom('product').select('stock').orderBy('sku').execute()
  expect(rows.map(({ stock }) => stock)).toEqual([1, 5, 5])
  const { missing } = await shop.db
    .selectFrom('stock_hold')
    .select('missing')
    .executeTakeFirstOrThrow()
  expect(missing).toBe(0)
})

test('an import that another one overtakes is looked through again', async () => {
  await using shop = await openThree(openSqlite)
  const other = new DatabaseSync(shop.url)
  let isOvertaken = false
  const report = await importCatalogue(shop.db, listAt(shop, listOf(['99', '98', '120'])), {
    dataDir: shop.dataDir,
    onProgress: ({ step }) => {
      if (step !== 'saving' || isOvertaken) return
      isOvertaken = true
      other.exec(`update product set price_paise = 9900 where sku = 'DAL-1'`)
      other.exec(`insert into catalogue_import (id, source, added, changed, unchanged, withdrawn,
        rejected, editor, created_at) values (2, 'other', 0, 1, 2, 0, 0, '', 1)`)
    },
  })
  other.close()
  expect(isOvertaken).toBe(true)
  expect(report).toMatchObject({ changed: 1, unchanged: 2, import: 3 })
})

forEachDatabase((open) => {
  test('prices, packs, words and sales are written as a whole list would have them', async () => {
    await using shop = await open()
    const header =
      'sku,name,brand,category,price,oldprice,saleprice,weight,unit,stock,gst,description'
    const first = [
      'A,Dal A,Aangan,Pulses,,,,500 g=60/70|1 kg=110,1 kg,,,',
      'B,Dal B,Aangan,Pulses,120,,,,1 kg,5,,',
      'C,Dal C,Aangan,Pulses,80,90,,,1 kg,,,',
    ]
    const bring = (rows: string[]) => importText(shop, [header, ...rows, ''].join('\n'))
    expect(await bring(first)).toMatchObject({ added: 3, errors: [] })
    const before = await shop.db.selectFrom('product').selectAll().orderBy('sku').execute()
    const list = [
      'A,Dal A,Aangan,Pulses,,,,500 g=65|1 kg=115/130,1 kg,,,',
      'B,Dal B,,Pulses,99,,90,,1 kg,5,,',
      'C,Dal C,Aangan,Pulses,80,,,,500 g,,5,"Fine ""dal"""',
    ]
    expect(await bring(list)).toMatchObject({ changed: 3, errors: [] })
    const products = await shop.db.selectFrom('product').selectAll().orderBy('sku').execute()
    const packs = await shop.db
      .selectFrom('pack')
      .select(['label', 'price_paise', 'oldprice_paise', 'stock'])
      .orderBy('position')
      .execute()
    expect(packs).toEqual([
      { label: '500 g', price_paise: 6500, oldprice_paise: null, stock: null },
      { label: '1 kg', price_paise: 11_500, oldprice_paise: 13_000, stock: null },
    ])
    const [a, b, c] = products
    expect([a?.price_paise, a?.unit_paise]).toEqual([6500, 13_000])
    expect(b).toMatchObject({
      price_paise: 9000,
      base_paise: 9900,
      brand: '',
      sale_is_on: 1,
      stock: 5,
    })
    expect(c).toMatchObject({
      ...{ oldprice_paise: null, unit: '500 g', unit_paise: 16_000, gst_percent: 5 },
      description: 'Fine "dal"',
    })
    for (const [at, product] of products.entries()) {
      expect(product.changed_at).toBeGreaterThan(before[at]?.changed_at ?? Infinity)
    }
    // The second time, nothing is left to do.
    expect(await bring(list)).toMatchObject({ changed: 0, unchanged: 3, import: null })
  })
})
