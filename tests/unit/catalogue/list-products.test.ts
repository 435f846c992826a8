import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Product } from '#lib/catalogue/product.ts'
import { FACETS, type FacetName, NONE_CHOSEN, packValue } from '#lib/catalogue/facets.ts'
import type { ProductFilter, Sort } from '#lib/catalogue/product-query.ts'
import { findProducts, listProducts } from '#lib/server/catalogue/list-products.ts'
import { announceChange } from '#lib/server/catalogue/changes.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import { Search } from '#lib/server/catalogue/search/search.ts'
import { loadProducts } from '#lib/server/catalogue/rows.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { unitPrice } from '#lib/catalogue/unit-price.ts'
import { fill, productRow } from '#tests/support/catalogue-rows.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { importRows } from '#tests/support/lists/editors-file.ts'

const CATEGORIES = ['staples', 'staples/dal', 'staples/rice', 'drinks', 'drinks/tea']
const BRANDS = ['', 'Anna', 'anna', "O'Brien", '100%', 'A_B']
// Names that contain one another.
const COUNTRIES = ['Niger', 'Nigeria', 'Guinea', 'Equatorial Guinea', 'India']
const SORTS: Sort[] = ['newest', 'featured', 'price', '-price', 'rating', 'unitprice']

const place = fc.constantFrom(
  ['staples', 'dal'],
  ['staples', 'rice'],
  ['staples', null],
  ['drinks', 'tea'],
)
const rowFields = fc.record({
  place,
  brand: fc.constantFrom(...BRANDS),
  price: fc.integer({ min: 1, max: 12 }).map((steps) => steps * 550),
  countries: fc.uniqueArray(fc.constantFrom(...COUNTRIES), { maxLength: 3 }),
  initialRating: fc.option(fc.integer({ min: 10, max: 50 })),
  reviews: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 4 }),
  unit: fc.constantFrom('', '1 piece', '500 g', '1 kg', '1 l', '250 ml'),
  isFeatured: fc.boolean(),
  veg: fc.constantFrom<('' | 'veg' | 'nonveg')[]>('', 'veg', 'nonveg'),
  stock: fc.constantFrom(null, 0, 3),
  isOnOffer: fc.boolean(),
  createdAt: fc.integer({ min: 1, max: 4 }),
  isWithdrawn: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
})

const ROWS = fc.sample(rowFields, { seed: 3, numRuns: 150 }).map((fields, number) =>
  productRow({
    number,
    category_id: fields.place[0] ?? '',
    subcat_id: fields.place[1] ?? null,
    brand: fields.brand,
    price_paise: fields.price,
    countries: fields.countries.join('|'),
    initial_rating: fields.initialRating,
    review_count: fields.reviews.length,
    review_sum: fields.reviews.reduce((sum, stars) => sum + stars, 0),
    unit: fields.unit,
    is_featured: fields.isFeatured ? 1 : 0,
    veg: fields.veg,
    stock: fields.stock,
    oldprice_paise: fields.isOnOffer ? fields.price + 100 : null,
    created_at: fields.createdAt,
    withdrawn_at: fields.isWithdrawn ? 5 : null,
  }),
)
const NUMBERS = new Map(ROWS.map(({ id, number }) => [id, number]))

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const some = (...values: string[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 2 })
const filters: fc.Arbitrary<ProductFilter> = fc.record({
  catname: maybe(fc.constantFrom('Staples', 'Drinks', 'Dal', 'staples', '%')),
  categoryId: maybe(fc.constantFrom('staples', 'drinks', 'dal', "' or 1=1 --")),
  subcatId: maybe(fc.constantFrom('dal', 'rice', 'tea', 'staples')),
  minPricePaise: maybe(fc.integer({ min: 0, max: 7000 })),
  maxPricePaise: maybe(fc.integer({ min: 0, max: 7000 })),
  rating: maybe(fc.integer({ min: 1, max: 5 })),
  facets: fc.record({
    veg: some('veg', 'nonveg'),
    instock: some('1'),
    offer: some('1'),
    type: some('dal', 'rice', 'tea', 'unknown'),
    brand: some(...BRANDS.slice(1), 'unknown'),
    pack: some('500g', '1kg', '1l', '250ml', '9kg'),
  }),
  location: maybe(fc.constantFrom('All', ...COUNTRIES, 'France')),
  isFeatured: fc.boolean(),
})

function passes(product: Product, filter: ProductFilter): boolean {
  const { catname, categoryId, subcatId, minPricePaise, maxPricePaise, rating, location } = filter
  const { facets = NONE_CHOSEN, isFeatured } = filter
  const { category, subcat, pricePaise, countries } = product
  return (
    (catname === undefined || category.name === catname) &&
    (categoryId === undefined || category.id === categoryId) &&
    (subcatId === undefined || subcat?.id === subcatId) &&
    pricePaise >= (minPricePaise ?? 0) &&
    pricePaise <= (maxPricePaise ?? Infinity) &&
    product.rating >= (rating ?? 0) &&
    FACETS.every((name) => hasOne(product, name, facets[name])) &&
    (location === undefined ||
      location === 'All' ||
      countries.length === 0 ||
      countries.includes(location)) &&
    (!isFeatured || product.isFeatured)
  )
}

const hasOne = (product: Product, name: FacetName, values: string[]) =>
  values.length === 0 || values.some((value) => facetValues(product, name).includes(value))

function facetValues({ veg, brand, subcat, unit, ...product }: Product, name: FacetName) {
  if (name === 'veg') return [veg]
  if (name === 'brand') return [brand]
  if (name === 'type') return [subcat?.id]
  if (name === 'pack') return [packValue(unit)]
  if (name === 'offer') return product.oldPricePaise === null ? [] : ['1']
  return product.isInStock ? ['1'] : []
}

const RANKS: Record<Sort, (product: Product) => number> = {
  newest: () => 0,
  featured: ({ isFeatured }) => (isFeatured ? 0 : 1),
  price: ({ pricePaise }) => pricePaise,
  '-price': ({ pricePaise }) => -pricePaise,
  rating: ({ reviewAverage, initialRating }) =>
    -Math.floor((reviewAverage ?? initialRating ?? 0) * 1000),
  // Not Infinity, as Infinity − Infinity is no number.
  unitprice: ({ pricePaise, unit }) => unitPrice(pricePaise, unit)?.paise ?? 1e12,
}

function inOrder(products: Product[], sort: Sort): string[] {
  const numberOf = ({ id }: Product) => NUMBERS.get(id) ?? 0
  return products
    .toSorted(
      (a, b) =>
        RANKS[sort](a) - RANKS[sort](b) || b.createdAt - a.createdAt || numberOf(a) - numberOf(b),
    )
    .map(({ id }) => id)
}

async function everything(db: Db): Promise<Product[]> {
  const products = await loadProducts(
    db,
    ROWS.map(({ id }) => id),
  )
  return [...products.values()]
}

forEachDatabase((open) => {
  test('any combination of filters finds and counts what a plain filter over the rows does (S-163 S-164)', async () => {
    await using shop = await open()
    await fill(shop.db, CATEGORIES, ROWS)
    const products = await everything(shop.db)
    const search = await Search.build(shop.db)
    const asked = fc.record({
      filter: filters,
      sort: fc.constantFrom(...SORTS),
      page: fc.integer({ min: 1, max: 3 }),
      perPage: fc.integer({ min: 1, max: 40 }),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ filter, sort, page, perPage }) => {
        const all = products.filter((product) => passes(product, filter))
        const expected = inOrder(all, sort)
        const query = { ...filter, text: '', sort, page, perPage }
        const listing = await listProducts({ db: shop.db, search }, query)
        expect(listing?.found).toEqual({
          ids: expected.slice((page - 1) * perPage, page * perPage),
          total: expected.length,
          page,
          totalPages: Math.max(1, Math.ceil(expected.length / perPage)),
        })
        expect(await findProducts({ db: shop.db, search }, query)).toEqual(listing?.found)
        const { facets = NONE_CHOSEN } = filter
        for (const name of FACETS) {
          for (const { value, count } of listing?.counts[name] ?? []) {
            const other = { ...filter, facets: { ...facets, [name]: [value] } }
            const passing = products.filter((product) => passes(product, other))
            expect(count, `${name} ${value}`).toBe(passing.length)
          }
        }
      }),
      { numRuns: 200 },
    )
  })

  test('after any edits each order is that of the products as they are now (S-164)', async () => {
    await using shop = await open()
    await fill(shop.db, CATEGORIES, ROWS)
    const search = await Search.build(shop.db)
    const onSale = await everything(shop.db)
    const toPrice = (unit: string) =>
      fc
        .integer({ min: 1, max: 90 })
        .map((price) => ({ price_paise: price, unit_paise: unitPrice(price, unit)?.paise ?? null }))
    const edits = fc.sample(
      fc.constantFrom(...onSale).chain(({ id, unit }) =>
        fc.record({
          id: fc.constant(id),
          to: fc.oneof(
            toPrice(unit),
            fc.record({ is_featured: fc.constantFrom(0, 1) }),
            fc.record({ created_at: fc.integer({ min: 1, max: 9 }) }),
            fc.record({ stock: fc.constantFrom(0, 5) }),
          ),
        }),
      ),
      { seed: 7, numRuns: 20 },
    )
    for (const { id, to } of edits) {
      await inTransaction(shop.db, async (trx) => {
        await trx.updateTable('product').set(to).where('id', '=', id).execute()
        await announceChange(trx, [`product:${id}`])
        return { ok: true, value: undefined }
      })
      await search.refresh(shop.db)
      const products = await everything(shop.db)
      for (const sort of SORTS) {
        const query = { text: '', sort, page: 1, perPage: ROWS.length }
        const listing = await listProducts({ db: shop.db, search }, query)
        expect(listing?.found.ids, sort).toEqual(inOrder(products, sort))
      }
    }
  })

  test('what is not in memory yet is read for the one answer, the same', async () => {
    await using shop = await open()
    await fill(shop.db, CATEGORIES, ROWS)
    const facets = { ...NONE_CHOSEN, brand: ['Anna'], instock: ['1'] }
    const query = { facets, categoryId: 'staples', text: '', page: 1, perPage: 50 }
    const listing = await listProducts({ db: shop.db, search: undefined }, query)
    expect(listing).toEqual(
      await listProducts({ db: shop.db, search: await Search.build(shop.db) }, query),
    )
    expect(listing?.found.total).toBeGreaterThan(0)
    const brands = listing?.counts.brand.map(({ value }) => value) ?? []
    expect(brands.toSorted()).toEqual(BRANDS.filter((brand) => brand !== '').toSorted())
    expect(listing?.counts.pack.map(({ value }) => value)).toEqual(['250ml', '500g', '1kg', '1l'])
  })

  test('a product is in stock with one pack that is, and has the size of each', async () => {
    await using shop = await open()
    await importRows(shop, [
      {
        sku: 'A',
        name: 'Packed',
        price: '',
        weight: '500 g=50/60|1 kg=80',
        stock: '0|2',
      },
      { sku: 'B', name: 'Gone', price: '', weight: '500 g=50|1 kg=80', stock: '0|0' },
    ])
    const search = await Search.build(shop.db)
    const listed = async (facets: Partial<Record<FacetName, string[]>>) => {
      const chosen = { ...NONE_CHOSEN, ...facets }
      const query = { facets: chosen, text: '', page: 1, perPage: 24 }
      return (await listProducts({ db: shop.db, search }, query))?.found.ids
    }
    expect(await listed({ instock: ['1'] })).toEqual(['packed'])
    expect(await listed({ offer: ['1'], pack: ['1kg'] })).toEqual(['packed'])
    expect(await listed({ pack: ['1kg'] })).toHaveLength(2)
    await shop.db.updateTable('pack').set({ stock: 0 }).execute()
    await inTransaction(shop.db, async (trx) => {
      await announceChange(trx, ['product:packed'])
      return { ok: true, value: undefined }
    })
    await search.refresh(shop.db)
    expect(await listed({ instock: ['1'] })).toEqual([])
  })

  test('a product with packs is put in order by the label of its first pack', async () => {
    await using shop = await open()
    await importRows(shop, [
      { sku: 'A', name: 'Packed', price: '50', weight: '500 g=50|1 kg=80' },
      { sku: 'B', name: 'Single', price: '110', unit: '1 kg' },
    ])
    const query = { sort: 'unitprice' as const, text: '', page: 1, perPage: 24 }
    const listing = await listProducts({ db: shop.db, search: undefined }, query)
    expect(listing?.found.ids).toEqual(['packed', 'single'])
  })
})
