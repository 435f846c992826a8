import type { Db } from '#lib/server/database/schema.ts'
import type { Settings } from '#lib/server/settings/settings.ts'
import { openTestAccounts } from './accounts.ts'
import { type Call, type Line, openApiFront } from './api-front.ts'
import { fill, productRow } from './catalogue-rows.ts'
import { openSqlite, type TestDatabase } from './databases/database.ts'

const CATEGORIES = ['staples', 'staples/dal', 'staples/rice', 'drinks']
const DAL = {
  category_id: 'staples',
  subcat_id: 'dal',
  description: 'Yellow lentils.',
  brand: 'Anna',
}
const ROWS = [
  productRow({
    ...DAL,
    number: 1,
    id: 'toor-dal',
    name: 'Toor Dal',
    price_paise: 14_950,
    oldprice_paise: 19_900,
    initial_rating: 44,
    is_featured: 1,
    countries: 'India|Nepal',
    unit: '1 kg',
  }),
  productRow({
    ...DAL,
    number: 2,
    id: 'moong-dal',
    name: 'Moong Dal',
    price_paise: 6200,
    initial_rating: 25,
    weights: '500 g|1 kg',
    pack_kind: 'weight',
  }),
  productRow({
    number: 3,
    id: 'basmati',
    name: 'Basmati Rice',
    subcat_id: 'rice',
    price_paise: 50_000,
    stock: 0,
    sizes: 'small|large',
  }),
  productRow({
    number: 4,
    id: 'chai',
    name: 'Masala Chai',
    category_id: 'drinks',
    created_at: 2000,
    countries: 'Nepal',
    is_featured: 1,
  }),
  productRow({ number: 5, id: 'gone', name: 'Gone Dal', withdrawn_at: 5 }),
]

/** A small shop and its API behind the real front, with the given settings. */
export async function openApi(
  open: () => Promise<TestDatabase> = openSqlite,
  given: Partial<Settings> = {},
) {
  const shop = await open()
  const { db } = shop
  await fill(db, CATEGORIES, ROWS)
  await addPicturesAndPacks(db)
  const { accounts, notes } = openTestAccounts(shop, given)
  const front = openApiFront(shop, { accounts, settings: given })
  const json = async (line: Line, options: Call = {}) => (await front.call(line, options)).json()
  const close = async () => {
    await front[Symbol.asyncDispose]()
    await shop[Symbol.asyncDispose]()
  }
  return { ...shop, ...front, accounts, notes, json, [Symbol.asyncDispose]: close }
}

async function addPicturesAndPacks(db: Db): Promise<void> {
  await db
    .insertInto('picture')
    .values({ id: 'aaaaaaaaaaaaaaaa', width: 600, height: 600 })
    .execute()
  await db
    .insertInto('picture')
    .values({ id: 'bbbbbbbbbbbbbbbb', width: 1600, height: 1600 })
    .execute()
  await db
    .updateTable('category')
    .set({ picture_id: 'aaaaaaaaaaaaaaaa' })
    .where('id', '=', 'staples')
    .execute()
  await db
    .insertInto('product_image')
    .values([
      { product_id: 'toor-dal', position: 0, file: 'b.webp', picture_id: 'bbbbbbbbbbbbbbbb' },
      { product_id: 'toor-dal', position: 1, file: 'a.webp', picture_id: 'aaaaaaaaaaaaaaaa' },
    ])
    .execute()
  const pack = { product_id: 'moong-dal', oldprice_paise: null, stock: null }
  await db
    .insertInto('pack')
    .values([
      { ...pack, label: '500 g', position: 0, price_paise: 6200 },
      {
        ...pack,
        label: '1 kg',
        position: 1,
        price_paise: 11_800,
        oldprice_paise: 13_000,
        stock: 0,
      },
    ])
    .execute()
}
