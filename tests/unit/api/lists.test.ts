import { expect, test } from 'vitest'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import type { Call } from '#tests/support/api-front.ts'
import { openApi } from '#tests/support/open-api.ts'

async function idsOf(api: Awaited<ReturnType<typeof openApi>>, path: string, options: Call = {}) {
  const { ProductList: list } = await api.json(`GET ${path}`, options)
  return list.map((found: { _id: string }) => found._id)
}

forEachDatabase((open) => {
  test('each query lists what it should (S-154 S-155 S-156 S-157 S-161 S-162 S-163 S-164)', async () => {
    await using api = await openApi(open)
    const all = ['chai', 'toor-dal', 'moong-dal', 'basmati']
    expect(await idsOf(api, '/api/products'), 'S-157').toEqual(all)
    expect(await idsOf(api, '/api/products?catname=Staples&location=Nepal'), 'S-154').toEqual([
      'toor-dal',
      'moong-dal',
      'basmati',
    ])
    expect(await idsOf(api, '/api/products?perpage=2&location=India'), 'S-155').toEqual([
      'toor-dal',
      'moong-dal',
    ])
    expect(await idsOf(api, '/api/products?perpage=12'), 'S-155').toEqual(all)
    expect(await idsOf(api, '/api/products?subcatid=dal&location=All'), 'S-161').toEqual([
      'toor-dal',
      'moong-dal',
    ])
    expect(await idsOf(api, '/api/products?category=drinks&location=India'), 'S-162').toEqual([])
    expect(
      await idsOf(api, '/api/products?minprice=62&maxprice=149.50&subcatid=dal'),
      'S-163',
    ).toEqual(['toor-dal', 'moong-dal'])
    expect(
      await idsOf(api, '/api/products?minprice=62.01&maxprice=600&category=staples'),
      'S-163',
    ).toEqual(['toor-dal', 'basmati'])
    expect(await idsOf(api, '/api/products?rating=4&location=India'), 'S-164').toEqual(['toor-dal'])
    expect(await idsOf(api, '/api/products?rating=3'), 'S-164: 2.5 shows 3 stars').toEqual([
      'toor-dal',
      'moong-dal',
    ])
    expect(await idsOf(api, '/api/products?category=unknown')).toEqual([])
    expect(await idsOf(api, '/api/products?sort=-price&brand=Anna&brand=Tara')).toEqual([
      'toor-dal',
      'moong-dal',
    ])
    expect(await idsOf(api, '/api/products?brand=%27%20or%201%3D1%20--'), 'A03').toEqual([])
  })

  test('a search lists what matches, the best first, and everything without a text (S-160)', async () => {
    await using api = await openApi(open)
    expect(await idsOf(api, '/api/search?q=tor%20dal')).toEqual(['toor-dal'])
    expect(await idsOf(api, '/api/search?q=dal&sort=price')).toEqual(['moong-dal', 'toor-dal'])
    expect(await idsOf(api, '/api/search?q=dal&location=India&minprice=100')).toEqual(['toor-dal'])
    expect(await idsOf(api, '/api/search?q=')).toHaveLength(4)
    expect(await api.json('GET /api/search?q=dal')).toMatchObject({
      categorylist: [{ _id: 'dal', category: 'staples' }],
    })
    expect(await api.json('GET /api/search?q=zzzzzz')).toEqual({
      ProductList: [],
      categorylist: [],
      page: 1,
      totalpages: 1,
      total: 0,
    })
  })
})

test('a list carries its products in ProductList, and says which page of how many it is (S-100)', async () => {
  await using api = await openApi()
  const list = await api.json('GET /api/products?perpage=3&page=2')
  expect(list).toMatchObject({
    page: 2,
    totalpages: 2,
    total: 4,
    ProductList: [{ _id: 'basmati' }],
  })
  const beyond = await api.json('GET /api/products?perpage=3&page=3')
  expect(beyond).toEqual({ page: 3, totalpages: 2, total: 4, ProductList: [] })
})

test('featured products are a bare list, narrowed by a location (S-156)', async () => {
  await using api = await openApi()
  const ids = async (path: string, options: Call = {}) => {
    const list = await api.json(`GET ${path}`, options)
    return list.map((found: { _id: string }) => found._id)
  }
  expect(await ids('/api/products/featured')).toEqual(['chai', 'toor-dal'])
  expect(await ids('/api/products/featured?location=India')).toEqual(['toor-dal'])
  expect(await ids('/api/products/featured', { location: 'India' })).toEqual(['toor-dal'])
})

test('the chosen location counts where the address names none', async () => {
  await using api = await openApi()
  expect(await idsOf(api, '/api/products?category=drinks', { location: 'India' })).toEqual([])
  expect(
    await idsOf(api, '/api/products?category=drinks&location=All', { location: 'India' }),
  ).toEqual(['chai'])
})
