import { expect, test } from 'vitest'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openRendered } from '#tests/support/rendered-shop.ts'
import { costOf } from '#tests/support/request-cost.ts'

const PRODUCTS = 30_000
const MOST_MS = 100

const brands = Array.from({ length: 20 }, (_, at) => `brand=Brand+${at}`).join('&')
const facets = 'veg=veg&instock=1&offer=1&type=shelf-1-1&pack=1kg&pack=500g&pack=750ml'
const nobody = 'brand=Nobody+1&brand=Nobody+2&brand=Nobody+3&minprice=10&maxprice=20&rating=5'
const words = 'fresh+golden+family+classic+organic+everyday+rice+dal'
const nepal = { cookie: 'location=Nepal' }

/** Every public address that is rendered on request, with what costs it the most. */
const ADDRESSES: [path: string, headers?: Record<string, string>][] = [
  ...['newest', 'featured', 'price', '-price', 'rating', 'unitprice'].flatMap(
    (sort): [string, Record<string, string>?][] => [
      [`/search?sort=${sort}`],
      [`/search?sort=${sort}&page=1200`],
      [`/search?sort=${sort}&q=${words}`],
      [`/api/products?sort=${sort}&perpage=100`],
      [`/api/products?sort=${sort}&perpage=100&location=Nepal&rating=3`],
      [`/category/category-1?sort=${sort}&rating=1`, nepal],
    ],
  ),
  ['/search?q=everyday'],
  ['/search?q=evryday'],
  ['/search?q=xyzzyx+qqqqq+wwwww+zzzzz+vvvvv+kkkkk+jjjjj+yyyyy'],
  [`/search?q=everyday&${brands}`],
  [`/search?q=everyday&${brands}&minprice=1&maxprice=59999&rating=1`],
  [`/search?q=everyday&${nobody}`],
  [`/search?${brands}`],
  [`/search?${nobody}`],
  [`/search?${nobody}`, nepal],
  [`/category/category-1?${nobody}`],
  [`/subcat/shelf-1-1?${brands}&sort=rating`, nepal],
  [`/search?${facets}`],
  [`/search?${facets}&${brands}&sort=unitprice`, nepal],
  [`/search?q=everyday&${facets}&${nobody}`, nepal],
  [`/api/products?facets=1&perpage=100&${facets}&${brands}&sort=rating`],
  [`/category/category-1?${facets}&sort=-price`],
  ['/search', nepal],
  ['/', nepal],
  ['/category/category-1', nepal],
  ['/category/category-1/page/400'],
  ['/category/category-1'],
  ['/subcat/shelf-1-1'],
  ['/product/product-77'],
  ['/quick/product-77'],
  ['/compare?ids=product-1,product-2,product-3,product-4'],
  ['/api/products/product-77'],
  ['/api/products/featured?perpage=100'],
  ['/api/products?catname=Category-1&perpage=100&sort=rating'],
  ['/api/search?q=everyday&perpage=100'],
  [`/api/search?q=${words}&perpage=100&${brands}`],
  ['/api/productreviews?productid=product-77&page=99999'],
  ['/api/category'],
  ['/api/subcat'],
  ['/api/homebanner'],
  ['/api/countries'],
  ['/blog'],
  ['/contact'],
  ['/location'],
  ['/cart'],
  ['/no-such-page'],
]

forEachDatabase((open) => {
  test(
    'no request costs the others more than a tenth of a second, whatever it asks for (A04 H10)',
    { timeout: 120_000 },
    async () => {
      await using shop = await openRendered(open, PRODUCTS)
      // What is loaded and compiled once is no request's.
      for (const [path, headers] of ADDRESSES.slice(0, 8)) await costOf(shop.server, path, headers)
      const costs = []
      for (const [path, headers] of ADDRESSES) {
        const cost = await costOf(shop.server, path, headers)
        if (cost.cpuMs > MOST_MS) cost.cpuMs = (await costOf(shop.server, path, headers)).cpuMs
        costs.push(cost)
      }
      expect(costs.filter(({ cpuMs }) => cpuMs > MOST_MS)).toEqual([])
      expect(costs.filter(({ status }) => status >= 500)).toEqual([])
    },
  )
})
