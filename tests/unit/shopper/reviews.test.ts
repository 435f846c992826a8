import { expect, test } from 'vitest'
import type { OrderStatus } from '#lib/checkout/order.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import { performJob } from '#lib/server/jobs/run-job.ts'
import { stockHandler } from '#lib/server/orders/stock.ts'
import { moveOrder } from '#lib/server/orders/statuses.ts'
import { readFormCookie } from '#lib/server/http/form-cookie.ts'
import { readReviewPage } from '#parts/product/review-page.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { publishedBy } from '#tests/support/published.ts'
import { ledTo, openShoppers } from '#tests/support/shoppers.ts'

const HTML = 'text/html'
type Shop = Awaited<ReturnType<typeof openShoppers>>

const list = (shop: Shop, query = '?productid=toor-dal') =>
  shop.call(`GET /api/productreviews${query}`)
const listed = async (shop: Shop, query?: string): Promise<Record<string, unknown>[]> =>
  (await list(shop, query)).json()
const sums = (shop: Shop, id = 'toor-dal') =>
  shop.db
    .selectFrom('product')
    .select(['review_count', 'review_sum'])
    .where('id', '=', id)
    .executeTakeFirst()

forEachDatabase((open) => {
  test('a review is listed with the name of the session, and counted (S-101 S-168 S-125)', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper('Asha Rao')
    const form = { customername: 'Somebody', customerid: asha.id, review: 'Soft in 20 minutes. ' }
    const answer = await asha.review({ ...form, productid: 'toor-dal', customerrating: '5' })
    const review = {
      ...{ _id: expect.any(String), productid: 'toor-dal', customername: 'Asha Rao' },
      ...{ customerid: asha.id, review: 'Soft in 20 minutes.', customerrating: 5 },
      ...{ dateCreated: expect.any(String), dateEdited: null, verified: false },
    }
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { status: true, error: false, review },
    ])
    expect(await listed(shop)).toEqual([review])
    expect(await sums(shop)).toEqual({ review_count: 1, review_sum: 5 })
  })

  test('a review of a page that another is signed in on is refused (A30)', async () => {
    await using shop = await openShoppers(open)
    const [asha, meera] = [await shop.shopper(), await shop.shopper()]
    const answer = await asha.review({ productid: 'chai', customerid: meera.id, review: 'Strong.' })
    expect(answer.status).toBe(403)
    expect(await listed(shop, '?productid=chai')).toEqual([])
  })

  test('an empty text is allowed, and a rating that is not given is 1 (S-140)', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    expect((await asha.review({ productid: 'chai' })).status).toBe(200)
    expect(await listed(shop, '?productid=chai')).toMatchObject([{ review: '', customerrating: 1 }])
  })

  test('a second review of a customer edits the first, at once or later (I7 F33)', async () => {
    await using shop = await openShoppers(open)
    const [asha, meera] = [await shop.shopper(), await shop.shopper()]
    const say = (who: typeof asha, customerrating: number) =>
      who.review({ productid: 'toor-dal', review: `${customerrating} stars`, customerrating })
    await Promise.all([say(asha, 1), say(asha, 2), say(asha, 3), say(meera, 5), say(meera, 5)])
    expect(await listed(shop)).toHaveLength(2)
    await say(asha, 4)
    expect(await sums(shop)).toEqual({ review_count: 2, review_sum: 9 })
    const reviews = await listed(shop)
    expect(reviews.find(({ customerid }) => customerid === asha.id)).toMatchObject({
      ...{ review: '4 stars', dateEdited: expect.any(String) },
    })
  })

  test('stars alone leave the text of a review that is there (S-140)', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    await asha.review({ productid: 'chai', review: 'Strong.', customerrating: 5 })
    await asha.review({ productid: 'chai', review: '', customerrating: 2 })
    expect(await listed(shop, '?productid=chai')).toMatchObject([
      { review: 'Strong.', customerrating: 2 },
    ])
  })

  test('the same review sent twice under one key is written once (I7)', async () => {
    await using shop = await openShoppers(open)
    const asha = await shop.shopper()
    const first = { productid: 'toor-dal', review: 'Good', customerrating: 4 }
    await asha.review(first, { key: 'k1' })
    await asha.review({ ...first, review: 'Better' }, { key: 'k2' })
    const late = await asha.review(first, { key: 'k1' })
    expect(late.status).toBe(200)
    expect(await listed(shop)).toMatchObject([{ review: 'Better' }])
  })

  test('who got the product is marked so at the delivery, until the order is taken back', async () => {
    await using shop = await openShoppers(open)
    const { db } = shop
    const [asha, meera] = [await shop.shopper(), await shop.shopper()]
    const buy = async () => {
      await asha.add({ productid: 'toor-dal' })
      const body = { ...BILLING, payment: 'cod' }
      const bought = await shop.call('POST /api/checkout', { user: asha.user, body })
      expect(bought.status).toBe(200)
      const newest = db.selectFrom('orders').select('id').orderBy('created_at', 'desc')
      return (await newest.executeTakeFirstOrThrow()).id
    }
    const isVerified = async (who: typeof asha, productid = 'toor-dal') => {
      const reviews = await listed(shop, `?productid=${productid}`)
      return reviews.find(({ customerid }) => customerid === who.id)?.['verified']
    }
    const move = (id: string, to: OrderStatus) =>
      inTransaction(db, async (trx) => {
        expect(await moveOrder(trx, id, to, '', Date.now())).toBe(true)
        return { ok: true, value: undefined }
      })
    const id = await buy()
    await asha.review({ productid: 'toor-dal', customerrating: 5 })
    await asha.review({ productid: 'chai', customerrating: 5 })
    await meera.review({ productid: 'toor-dal', customerrating: 5 })
    expect(await isVerified(asha), 'ordered in cash, and neither paid nor brought').toBe(false)
    for (const to of ['confirmed', 'packed', 'out_for_delivery', 'delivered'] as const)
      await move(id, to)
    expect(await isVerified(asha)).toBe(true)
    expect([await isVerified(asha, 'chai'), await isVerified(meera)]).toEqual([false, false])
    await move(await buy(), 'cancelled')
    expect(await isVerified(asha), 'the first order is still kept').toBe(true)
    await move(id, 'refunded')
    expect(await isVerified(asha)).toBe(false)
    const jobs = await db.selectFrom('job').selectAll().where('kind', '=', 'stock').execute()
    const told = jobs.filter(({ payload }) => payload.includes('"reviewed":["toor-dal"]'))
    expect(told, 'at the delivery, and when it came back').toHaveLength(2)
    await db.deleteFrom('catalogue_change').execute()
    for (const job of told) await performJob({ stock: stockHandler(db) }, job)
    const names = { names: 'reviews:toor-dal' }
    const changes = await db.selectFrom('catalogue_change').select('names').execute()
    expect(changes, 'its page is published again').toEqual([names, names])
  })

  test('reviews run newest first, ten a page', async () => {
    await using shop = await openShoppers(open)
    for (let at = 0; at < 12; at++) {
      const shopper = await shop.shopper()
      await shopper.review({ productid: 'toor-dal', review: `number ${at}` })
      const set = { created_at: 1000 * at }
      await shop.db.updateTable('review').set(set).where('user_id', '=', shopper.id).execute()
    }
    const first = await list(shop)
    expect(first.headers.get('x-total-count')).toBe('12')
    const texts = (reviews: Record<string, unknown>[]) => reviews.map(({ review }) => review)
    expect(texts(await first.json())).toEqual(
      Array.from({ length: 10 }, (_, at) => `number ${11 - at}`),
    )
    expect(texts(await listed(shop, '?productid=toor-dal&page=2'))).toEqual([
      'number 1',
      'number 0',
    ])
    for (const page of ['0', 'x', '-1', '1.5']) {
      expect((await list(shop, `?productid=toor-dal&page=${page}`)).status).toBe(400)
    }
  })

  test('page, rating, markup and listings follow a review through the publisher', async () => {
    await using shop = await openShoppers(open)
    await shop.db.insertInto('shop').values({ id: 1, json: '{"name":"Kirana"}' }).execute()
    const { publish, page } = publishedBy(shop)
    await publish()
    expect(page('product/toor-dal')).toContain('There are no reviews yet.')
    const before = page('category/staples')
    const asha = await shop.shopper()
    const text = 'A <script>alert(1)</script> "dal" & </script><!-- more'
    await asha.review({ productid: 'toor-dal', review: text, customerrating: 2 })
    const { rendered, failed } = await publish()
    expect([failed, rendered > 0]).toEqual([[], true])
    const html = page('product/toor-dal')
    expect(html).toContain('Reviews (1)')
    expect(html).toContain('A &lt;script&gt;alert(1)&lt;/script&gt;')
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
    expect(JSON.parse(json)).toMatchObject({
      '@graph': expect.arrayContaining([
        expect.objectContaining({
          aggregateRating: expect.objectContaining({ ratingValue: 2, reviewCount: 1 }),
          review: [expect.objectContaining({ reviewBody: text })],
        }),
      ]),
    })
    expect(page('category/staples')).not.toBe(before)
    expect(page('category/staples')).toContain('Rated 2 of 5 stars')
  })
})

const PAYLOADS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '{{constructor}} ${1+1} <%= 1 %>',
  '<a href="javascript:alert(1)">x</a>',
  'a\u2028\u2029<svg/onload=alert(1)>',
  '&lt;script&gt; &amp;lt;',
  '</textarea><h1>x',
]

test('whatever is written in a review or a name is shown as text, and nothing else (A01)', async () => {
  await using shop = await openShoppers()
  const { publish, page } = publishedBy(shop)
  for (const text of PAYLOADS) {
    const shopper = await shop.shopper(`</b><i>${text}</i>`)
    await shopper.review({ productid: 'chai', review: text, customerrating: 5 })
  }
  expect((await publish()).failed).toEqual([])
  const html = page('product/chai')
  const shown = [...html.matchAll(/class="[^"]*whitespace-pre-line"[^>]*>(.*?)<\/p>/gs)].map(
    ([, text]) => text ?? '',
  )
  expect(shown.join('')).not.toMatch(/[<>"]/)
  expect(shown.map(decode).toSorted()).toEqual(PAYLOADS.toSorted())
  expect(html).not.toMatch(/<i>|<svg.onload|<img src=x|<script>alert/)
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  expect(json).not.toContain('<')
  expect(JSON.parse(json)).toHaveProperty('@graph')
})

const decode = (html: string) =>
  html
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

test.each([
  [{}, 'productid'],
  [{ productid: 'chai', review: 'x'.repeat(2001) }, 'review'],
  [{ productid: 'chai', review: 7 }, 'review'],
  [{ productid: 'chai', review: null }, 'review'],
  [{ productid: 'chai', review: 'a\u0007b' }, 'review'],
  [{ productid: 'chai', review: 'a\ud800b' }, 'review'],
  [{ productid: 'chai', review: 'txt.\u202Eexe' }, 'review'],
  [{ productid: 'chai', customerrating: 0 }, 'customerrating'],
  [{ productid: 'chai', customerrating: 6 }, 'customerrating'],
  [{ productid: 'chai', customerrating: '3.5' }, 'customerrating'],
  [{ productid: 'chai', customerrating: NaN }, 'customerrating'],
])('the review %j is refused for its %s (A07)', async (body, field) => {
  await using shop = await openShoppers()
  const asha = await shop.shopper()
  const answer = await asha.review(body)
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: true, field }])
  expect(await shop.db.selectFrom('review').selectAll().execute()).toEqual([])
})

test('what the shop does not sell is not reviewed (A07)', async () => {
  await using shop = await openShoppers()
  const asha = await shop.shopper()
  for (const productid of ['unknown', 'gone']) {
    expect((await asha.review({ productid })).status).toBe(404)
  }
})

test.each([
  ['', 1],
  ['reviews=', 1],
  ['reviews=1', 1],
  ['reviews=3', 3],
  ['reviews=4', undefined],
  ['reviews=0', undefined],
  ['reviews=x', undefined],
  ['reviews=1&reviews=2', undefined],
])('of 25 reviews the address ?%s shows page %s', (query, page) => {
  expect(readReviewPage({ reviewCount: 25 }, new URLSearchParams(query))).toBe(page)
})

test('the longest review may have lines, which a form ends by two characters', async () => {
  await using shop = await openShoppers()
  const asha = await shop.shopper()
  const lines = Array.from({ length: 1000 }, () => 'x')
  expect((await asha.review({ productid: 'chai', review: lines.join('\r\n') })).status).toBe(200)
  expect(await listed(shop, '?productid=chai')).toMatchObject([{ review: lines.join('\n') }])
})

test('a form leads back to the reviews; refused, it brings its text along', async () => {
  await using shop = await openShoppers()
  const asha = await shop.shopper()
  const review = { productid: 'chai', review: 'Strong.', customerrating: '4' }
  expect(ledTo(await asha.review(review, { accept: HTML }))).toEqual({
    ...{ code: 303, to: '/product/chai#reviews' },
    said: { msg: 'Thank you for your review!', error: false },
  })
  const refused = await asha.review({ ...review, customerrating: '9' }, { accept: HTML })
  expect(ledTo(refused)).toMatchObject({ code: 303, to: '/product/chai', said: { error: true } })
  const cookies = refused.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  expect(readFormCookie(cookies.join('; '), '/product/chai')).toEqual({
    ...{ values: { review: 'Strong.', customerrating: '9' }, faulty: ['customerrating'] },
  })
})

test('five reviews a minute from one account, and the next one waits (H10d)', async () => {
  await using shop = await openShoppers()
  const asha = await shop.shopper()
  const codes: number[] = []
  for (let at = 0; at < 6; at++) {
    codes.push((await asha.review({ productid: 'chai', review: `${at}` })).status)
  }
  expect(codes).toEqual([200, 200, 200, 200, 200, 429])
  const meera = await shop.shopper()
  const answer = await meera.review({ productid: 'chai' })
  expect(answer.status).toBe(200)
})

test('120 writes of cart and wishlist a minute from one account (H10e)', async () => {
  await using shop = await openShoppers()
  const asha = await shop.shopper()
  const ask = () => shop.call('DELETE /api/mylist', { user: asha.user, body: { _id: 'x' } })
  let count = 1
  let answer = await ask()
  for (; answer.status === 404; count++) answer = await ask()
  // While they are written, the first of them expire.
  expect(count).toBeGreaterThan(120)
  expect(count).toBeLessThan(200)
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
})
