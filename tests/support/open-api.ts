import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { Search } from '#lib/server/catalogue/search.ts'
import { RateLimit } from '#lib/server/http/guards/rate-limit.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { Asked } from '#pages/api/_reply.ts'
import { openTestAccounts } from './accounts.ts'
import { fill, productRow } from './catalogue-rows.ts'
import { openSqlite, type TestDatabase } from './databases/database.ts'

export type Endpoint = (asked: Asked) => Promise<Response>

/** How an endpoint is called: methods, parts of the path, and locals other than the usual. */
export type Call = Partial<App.Locals> & {
  params?: Record<string, string>
  accept?: string
  method?: string
  /** Further headers of the request. */
  headers?: Record<string, string>
}

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

/** A small shop, and a way to call the endpoints of its API. */
export async function openApi(open: () => Promise<TestDatabase> = openSqlite) {
  const shop = await open()
  const { db } = shop
  await fill(db, CATEGORIES, ROWS)
  await addPicturesAndPacks(db)
  const search = await Search.build(db)
  const { accounts, notes } = openTestAccounts(shop)
  const call = async (endpoint: Endpoint, path: string, options: Call = {}) => {
    const { params = {}, accept, method = 'GET', headers = {}, ...locals } = options
    const url = new URL(path, 'http://localhost:4321')
    const all = { ...headers, ...(accept !== undefined && { accept }) }
    const request = new Request(url, { method, headers: all })
    return endpoint({ locals: { ...usual(db, search), accounts, ...locals }, params, request, url })
  }
  const json = async (endpoint: Endpoint, path: string, options: Call = {}) =>
    (await call(endpoint, path, options)).json()
  return { ...shop, accounts, notes, call, json }
}

const usual = (db: App.Locals['db'], search: Search): App.Locals => ({
  catalogue: new Catalogue(db),
  db,
  search,
  origin: 'http://localhost:4321',
  productGate: 'open',
  location: 'All',
  flash: undefined,
  body: undefined,
  requestId: 'r1',
  limits: new RateLimit(1),
  files: [],
})

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
