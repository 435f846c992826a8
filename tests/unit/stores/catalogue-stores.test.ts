import { afterEach, expect, test, vi } from 'vitest'
import * as stores from '#stores/catalogue.ts'

const answers = (byPath: Record<string, unknown>) =>
  vi.stubGlobal('fetch', async (path: string) => Response.json(byPath[path] ?? { error: true }))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the shared lists hold what the shop answers (S-098 S-113)', async () => {
  answers({
    '/api/countries': { data: [{ country: 'India' }] },
    '/api/category': { categorylist: [{ _id: 'dal', name: 'Dal', children: [], images: [] }] },
    '/api/subcat': { subcatlist: [{ _id: 'toor', name: 'Toor', category: 'dal' }] },
    '/api/products?perpage=8': {
      ProductList: [{ _id: 'x', name: 'X', price: 1.5, oldprice: null, images: [], rating: 0 }],
    },
  })
  expect(await stores.loadCountries()).toBe(true)
  await stores.loadCategories()
  await stores.loadProducts('?perpage=8')
  expect(stores.$countries.get()).toEqual([{ country: 'India' }])
  expect(stores.$categories.get()).toMatchObject([{ _id: 'dal', name: 'Dal' }])
  expect(stores.$subcategories.get()).toEqual([{ _id: 'toor', name: 'Toor' }])
  expect(stores.$products.get()).toMatchObject([{ _id: 'x', price: 1.5 }])
})

test('what fails leaves the lists as they are, and an empty answer empties them (S-199)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  stores.$products.set([{ _id: 'x', name: 'X', price: 1, oldprice: null, images: [], rating: 0 }])
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')))
  await stores.loadProducts('')
  await stores.loadCategories()
  expect(stores.$products.get()).toHaveLength(1)
  answers({ '/api/products': { ProductList: [] } })
  await stores.loadProducts('')
  expect(stores.$products.get()).toEqual([])
})
