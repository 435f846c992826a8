import { afterEach, expect, test, vi } from 'vitest'
import { reviewTexts } from '#lib/texts/browser/review.ts'
import * as stores from '#stores/catalogue.ts'
import { openReviews } from '#stores/reviews.ts'
import { $alert, closeAlert } from '#stores/toast.ts'

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

test('a read that fails says nothing, and leaves the lists as they are: at first empty (S-199)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')))
  stores.$products.set([])
  await stores.loadProducts('')
  expect(stores.$products.get()).toEqual([])
  expect($alert.get().open).toBe(false)
  stores.$products.set([{ _id: 'x', name: 'X', price: 1, oldprice: null, images: [], rating: 0 }])
  await stores.loadProducts('')
  await stores.loadCategories()
  expect(stores.$products.get()).toHaveLength(1)
  expect($alert.get().open).toBe(false)
})

test('an empty answer empties the list of products (S-199)', async () => {
  stores.$products.set([{ _id: 'x', name: 'X', price: 1, oldprice: null, images: [], rating: 0 }])
  answers({ '/api/products': { ProductList: [] } })
  await stores.loadProducts('')
  expect(stores.$products.get()).toEqual([])
})

test('a review whose answer is cut is told as not saved, and can be sent again', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"error":false,"ms'))
  const { $reviewed, send, showOlder } = openReviews('x', { reviews: [], count: 0, page: 1 })
  expect(await send(new FormData())).toBe(false)
  expect($reviewed.get().status).toBe('still')
  expect($alert.get()).toMatchObject({ open: true, color: 'error', msg: reviewTexts.notSaved })
  closeAlert()
  expect(await showOlder()).toBe(false)
  expect($reviewed.get().status).toBe('still')
})

const REVIEW = { review: '', customerrating: 4, dateEdited: null, verified: false }
const reviewOf = (_id: string) => ({
  ...REVIEW,
  ...{ _id, customername: 'Asha', dateCreated: '2026-07-01T00:00:00.000Z' },
})

test('older reviews that come after the list was read again are not put below it (S-125)', async () => {
  const asked = Promise.withResolvers<void>()
  const late = Promise.withResolvers<Response>()
  const headers = { 'x-total-count': '12' }
  vi.stubGlobal('fetch', (path: string) => {
    if (path.endsWith('/add')) return Promise.resolve(Response.json({ error: false, msg: 'done' }))
    if (!path.endsWith('page=2')) {
      return Promise.resolve(Response.json([reviewOf('new'), reviewOf('1')], { headers }))
    }
    asked.resolve()
    return late.promise
  })
  const first = { reviews: [reviewOf('1'), reviewOf('2')], count: 11, page: 1 }
  const { $reviewed, send, showOlder } = openReviews('x', first)
  const older = showOlder()
  await asked.promise
  expect(await send(new FormData())).toBe(true)
  late.resolve(Response.json([reviewOf('3')], { headers }))
  expect(await older).toBe(true)
  expect($reviewed.get().reviews.map(({ _id }) => _id)).toEqual(['new', '1'])
  closeAlert()
})

test('reviews that newer ones have moved on to the next page are shown once, and older ones follow (S-125)', async () => {
  const headers = { 'x-total-count': '25' }
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.endsWith('page=2') ? [reviewOf('2')] : [reviewOf('2'), reviewOf('3')], {
      headers,
    }),
  )
  const first = { reviews: [reviewOf('1'), reviewOf('2')], count: 15, page: 1 }
  const { $reviewed, showOlder } = openReviews('x', first)
  expect(await showOlder()).toBe(true)
  expect($reviewed.get()).toMatchObject({ page: 3, count: 25, status: 'still' })
  expect($reviewed.get().reviews.map(({ _id }) => _id)).toEqual(['1', '2', '3'])
})
