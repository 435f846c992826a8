import { expect, test } from 'vitest'
import type { Line } from '#tests/support/api-front.ts'
import { openApi } from '#tests/support/open-api.ts'

test('a product has its fields, the first picture is the cover (S-099 S-165)', async () => {
  await using api = await openApi()
  const found = await api.json('GET /api/products/toor-dal')
  expect(found).toEqual({
    _id: 'toor-dal',
    id: 'toor-dal',
    name: 'Toor Dal',
    images: ['bbbbbbbbbbbbbbbb-1280.webp', 'aaaaaaaaaaaaaaaa-600.webp'],
    rating: 4,
    price: 149.5,
    oldprice: 199,
    discount: 24,
    brand: 'Anna',
    description: 'Yellow lentils.',
    category: 'staples',
    catname: 'Staples',
    subcatid: 'dal',
    subcat: 'Dal',
    productrams: [],
    productsize: [],
    productweight: [],
    packs: [],
    sku: 'SKU-1',
    unit: '1 kg',
    stock: null,
    instock: true,
    countries: ['India', 'Nepal'],
    isFeatured: true,
    veg: '',
    origin: '',
    shelflife: '',
    specs: [],
    reviewcount: 0,
    dateCreated: '1970-01-01T00:00:01.000Z',
  })
})

test('choices are lists of labels, and packs have their own price and stock (S-099)', async () => {
  await using api = await openApi()
  const moong = await api.json('GET /api/products/moong-dal')
  expect(moong).toMatchObject({
    price: 62,
    oldprice: null,
    discount: 0,
    rating: 3,
    productweight: ['500 g', '1 kg'],
  })
  expect(moong.packs).toEqual([
    { label: '500 g', price: 62, oldprice: null, discount: 0, stock: null, instock: true },
    { label: '1 kg', price: 118, oldprice: 130, discount: 9, stock: 0, instock: false },
  ])
  const rice = await api.json('GET /api/products/basmati')
  expect(rice).toMatchObject({ productsize: ['small', 'large'], stock: 0, instock: false })
})

test('an id that is not on sale is answered by 404, or 410 when it once was', async () => {
  await using api = await openApi()
  for (const id of ['gone', 'unknown', "' or 1=1", '..etc']) {
    const answer = await api.call('GET /api/products/[id]', { params: { id } })
    expect(answer.status).toBe(id === 'gone' ? 410 : 404)
    expect(await answer.json()).toMatchObject({ error: true, msg: expect.any(String) })
  }
  expect((await api.call('GET /api/nothing')).status).toBe(404)
})

test('a category has its id, name, images and sub-categories (S-097 S-158)', async () => {
  await using api = await openApi()
  expect(await api.json('GET /api/category')).toEqual({
    categorylist: [
      {
        _id: 'staples',
        name: 'Staples',
        images: ['aaaaaaaaaaaaaaaa-600.webp'],
        children: [
          { _id: 'dal', name: 'Dal' },
          { _id: 'rice', name: 'Rice' },
        ],
      },
      { _id: 'drinks', name: 'Drinks', images: [], children: [] },
    ],
  })
})

test('the sub-categories are in subcatlist, with id and name (S-159)', async () => {
  await using api = await openApi()
  expect(await api.json('GET /api/subcat')).toEqual({
    subcatlist: [
      { _id: 'dal', name: 'Dal', category: 'staples', catname: 'Staples' },
      { _id: 'rice', name: 'Rice', category: 'staples', catname: 'Staples' },
    ],
  })
})

test('banners are a bare list, each with its images (S-096 S-120 S-153)', async () => {
  await using api = await openApi()
  expect(await api.json('GET /api/homebanner')).toEqual([])
  await api.db
    .insertInto('banner')
    .values({
      ...{ position: 0, shown_from: null, shown_until: null, is_shown: 1 },
      image: 'b.webp',
      picture_id: 'bbbbbbbbbbbbbbbb',
      alt: 'Fruit',
      title: 'Fresh',
      text: 'Now',
      link: '/category/fruit',
    })
    .execute()
  expect(await api.json('GET /api/homebanner')).toEqual([
    {
      _id: '1',
      images: ['bbbbbbbbbbbbbbbb-1280.webp'],
      alt: 'Fruit',
      title: 'Fresh',
      text: 'Now',
      link: '/category/fruit',
    },
  ])
})

test('reviews come newest first, and name no mail address (S-063 S-101 S-167)', async () => {
  await using api = await openApi()
  const review = { product_id: 'toor-dal', customer_name: 'Asha', text: 'Good', rating: 5 }
  await api.db
    .insertInto('review')
    .values([
      { ...review, id: 'r1', user_id: 'u1', created_at: 1000 },
      { ...review, id: 'r2', user_id: 'asha@example.com', created_at: 2000 },
    ])
    .execute()
  await api.db
    .updateTable('product')
    .set({ review_count: 2, review_sum: 10 })
    .where('id', '=', 'toor-dal')
    .execute()
  const answer = {
    ...{ productid: 'toor-dal', customername: 'Asha', review: 'Good', customerrating: 5 },
    ...{ dateEdited: null, verified: false },
  }
  expect(await api.json('GET /api/productreviews?productid=toor-dal')).toEqual([
    { ...answer, _id: 'r2', customerid: '', dateCreated: '1970-01-01T00:00:02.000Z' },
    { ...answer, _id: 'r1', customerid: 'u1', dateCreated: '1970-01-01T00:00:01.000Z' },
  ])
  const ask = (query: string) => api.call(`GET /api/productreviews${query}`)
  expect((await ask('')).status).toBe(400)
  expect((await ask('?productid=%00')).status).toBe(400)
  expect((await ask('?productid=unknown')).status).toBe(404)
})

test('countries are a list in data (S-098 S-186)', async () => {
  await using api = await openApi()
  const { data } = await api.json('GET /api/countries')
  expect(data).toContainEqual({ country: 'India' })
})

test('a bad, doubled or unknown parameter is refused by name (A07 A42)', async () => {
  await using api = await openApi()
  const refused = async (line: Line) => {
    const answer = await api.call(line)
    expect(answer.status).toBe(400)
    return answer.json()
  }
  const wrong = { error: true, msg: expect.any(String) }
  expect(await refused('GET /api/products?rating=9')).toEqual({
    ...wrong,
    field: 'rating',
  })
  expect(await refused('GET /api/search?q=a&q=b')).toEqual(wrong)
  expect(await refused('GET /api/products/featured?limit=9')).toEqual({
    ...wrong,
    field: 'limit',
  })
  expect(await refused('GET /api/category?id=1')).toEqual({ ...wrong, field: 'id' })
})
