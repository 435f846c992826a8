import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Product } from '#lib/catalogue/product.ts'
import type { ProductFilter, Sort } from '#lib/catalogue/product-query.ts'
import { countBrands, findProducts } from '#lib/server/catalogue/find-products.ts'
import { loadProducts } from '#lib/server/catalogue/rows.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { unitPrice } from '#lib/catalogue/unit-price.ts'
import { fill, productRow } from '#tests/support/catalogue-rows.ts'
import { forEachDatabase } from '#tests/support/database.ts'
import { importRows } from '#tests/support/editors-file.ts'

const CATEGORIES = ['staples', 'staples/dal', 'staples/rice', 'drinks', 'drinks/tea']
const BRANDS = ['', 'Anna', 'anna', "O'Brien", '100%', 'A_B']
// Names that are parts of one another.
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
    created_at: fields.createdAt,
    withdrawn_at: fields.isWithdrawn ? 5 : null,
  }),
)
const NUMBERS = new Map(ROWS.map(({ id, number }) => [id, number]))

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const filters: fc.Arbitrary<ProductFilter> = fc.record({
  catname: maybe(fc.constantFrom('Staples', 'Drinks', 'Dal', 'staples', '%')),
  categoryId: maybe(fc.constantFrom('staples', 'drinks', 'dal', "' or 1=1 --")),
  subcatId: maybe(fc.constantFrom('dal', 'rice', 'tea', 'staples')),
  minPricePaise: maybe(fc.integer({ min: 0, max: 7000 })),
  maxPricePaise: maybe(fc.integer({ min: 0, max: 7000 })),
  rating: maybe(fc.integer({ min: 1, max: 5 })),
  brands: fc.uniqueArray(fc.constantFrom(...BRANDS, 'unknown'), { maxLength: 3 }),
  location: maybe(fc.constantFrom('All', ...COUNTRIES, 'France')),
  isFeatured: fc.boolean(),
})

function passes(product: Product, filter: ProductFilter): boolean {
  const { catname, categoryId, subcatId, minPricePaise, maxPricePaise, rating, location } = filter
  const { brands = [], isFeatured } = filter
  const { category, subcat, pricePaise, countries } = product
  return (
    (catname === undefined || category.name === catname) &&
    (categoryId === undefined || category.id === categoryId) &&
    (subcatId === undefined || subcat?.id === subcatId) &&
    pricePaise >= (minPricePaise ?? 0) &&
    pricePaise <= (maxPricePaise ?? Infinity) &&
    product.rating >= (rating ?? 0) &&
    (brands.length === 0 || brands.includes(product.brand)) &&
    (location === undefined ||
      location === 'All' ||
      countries.length === 0 ||
      countries.includes(location)) &&
    (!isFeatured || product.isFeatured)
  )
}

const RANKS: Record<Sort, (product: Product) => number> = {
  newest: () => 0,
  featured: ({ isFeatured }) => (isFeatured ? 0 : 1),
  price: ({ pricePaise }) => pricePaise,
  '-price': ({ pricePaise }) => -pricePaise,
  rating: ({ reviewAverage, initialRating }) =>
    -Math.floor((reviewAverage ?? initialRating ?? 0) * 1000),
  // Not Infinity, which no difference can be taken of.
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
  test('any combination of filters finds what a plain filter over the rows finds (S-163 S-164)', async () => {
    await using shop = await open()
    await fill(shop.db, CATEGORIES, ROWS)
    const products = await everything(shop.db)
    const asked = fc.record({
      filter: filters,
      sort: fc.constantFrom(...SORTS),
      page: fc.integer({ min: 1, max: 3 }),
      perPage: fc.integer({ min: 1, max: 40 }),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ filter, sort, page, perPage }) => {
        const expected = inOrder(
          products.filter((product) => passes(product, filter)),
          sort,
        )
        const found = await findProducts(shop.db, { ...filter, sort, page, perPage })
        expect(found).toEqual({
          ids: expected.slice((page - 1) * perPage, page * perPage),
          total: expected.length,
          page,
          totalPages: Math.max(1, Math.ceil(expected.length / perPage)),
        })
      }),
      { numRuns: 200 },
    )
  })

  test('the brands of a place are counted with the other filters, but without the brands', async () => {
    await using shop = await open()
    await fill(shop.db, CATEGORIES, ROWS)
    const products = await everything(shop.db)
    const filter = { categoryId: 'staples', location: 'India', brands: ['Anna'] }
    const counts = await countBrands(shop.db, filter)
    const of = (brand: string) =>
      products.filter((product) => passes(product, { ...filter, brands: [brand] }))
    expect(counts).toEqual(counts.filter(({ brand, count }) => of(brand).length === count))
    expect(counts.map(({ brand }) => brand).sort()).toEqual(
      BRANDS.filter((brand) => brand !== '').sort(),
    )
  })

  test('a product with packs is put in order by the label of its first pack', async () => {
    await using shop = await open()
    await importRows(shop, [
      { sku: 'A', name: 'Packed', price: '50', weight: '500 g=50|1 kg=80' },
      { sku: 'B', name: 'Single', price: '110', unit: '1 kg' },
    ])
    const { ids } = await findProducts(shop.db, { sort: 'unitprice', page: 1, perPage: 24 })
    expect(ids).toEqual(['packed', 'single'])
  })
})
