import { expect, test } from 'vitest'
import { forgetShopper } from '#lib/server/accounts/forget-shopper.ts'
import { lastActions } from '#lib/server/desk/actions.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import { addUser } from '#tests/support/accounts.ts'
import type { openApi } from '#tests/support/open-api.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openPages } from '#tests/support/desk-pages.ts'
import { publishedBy } from '#tests/support/published.ts'
import { ledTo, openShoppers, type ShopperCalls } from '#tests/support/shoppers.ts'

const HTML = 'text/html'

/** The shop of the API tests, with an editor and two shoppers who write reviews. */
async function openReviews(open?: Parameters<typeof openApi>[0]) {
  const shop = await openPages(await openShoppers(open))
  await shop.db.insertInto('shop').values({ id: 1, json: '{"name":"Kirana"}' }).execute()
  const editor = await addUser(shop.db, 'Ravi', 'editor')
  const asha = await shop.shopper('Asha Rao')
  const meera = await shop.shopper('Meera Nair')
  const rowOf = ({ id }: ShopperCalls, productId = 'toor-dal') =>
    shop.db
      .selectFrom('review')
      .selectAll()
      .where('user_id', '=', id)
      .where('product_id', '=', productId)
      .executeTakeFirstOrThrow()
  const judge = async (
    id: string,
    body: Record<string, unknown>,
    { user = editor, accept = 'application/json' } = {},
  ) => shop.call('POST /api/desk/reviews/[id]', { user, params: { id }, body, accept })
  /** Presses a button of the review's form, as shown at this moment. */
  const press = async (who: ShopperCalls, what: 'takedown' | 'show', reason = '') => {
    const { id, created_at, edited_at } = await rowOf(who)
    return judge(id, { what, reason, seen: edited_at ?? created_at })
  }
  const sums = () =>
    shop.db
      .selectFrom('product')
      .select(['review_count as count', 'review_sum as sum'])
      .where('id', '=', 'toor-dal')
      .executeTakeFirstOrThrow()
  const listed = async () => {
    const answer = await shop.call('GET /api/productreviews?productid=toor-dal')
    const reviews: { review: string }[] = await answer.json()
    return [answer.headers.get('x-total-count'), ...reviews.map(({ review }) => review)]
  }
  return { ...shop, editor, asha, meera, rowOf, judge, press, sums, listed }
}

const graphOf = (html: string): unknown =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '')
const rated = (ratingValue: number, reviewCount: number) => ({
  '@graph': expect.arrayContaining([
    expect.objectContaining({
      aggregateRating: expect.objectContaining({ ratingValue, reviewCount }),
    }),
  ]),
})

forEachDatabase((open) => {
  test('a review that is taken down leaves page, count, rating, markup and lists, and comes back (E24)', async () => {
    await using shop = await openReviews(open)
    const { asha, meera, press, sums, listed } = shop
    const { publish, page } = publishedBy(shop)
    await asha.review({ productid: 'toor-dal', review: 'Cooks soft.', customerrating: 5 })
    await meera.review({
      productid: 'toor-dal',
      review: 'Buy at cheap.example!',
      customerrating: 1,
    })
    await publish()
    expect(graphOf(page('product/toor-dal'))).toMatchObject(rated(3, 2))
    expect(page('category/staples')).toContain('Rated 3 of 5 stars')

    expect((await press(meera, 'takedown', 'advertising')).status).toBe(200)
    expect([await sums(), await listed()]).toEqual([{ count: 1, sum: 5 }, ['1', 'Cooks soft.']])
    expect((await publish()).failed).toEqual([])
    const html = page('product/toor-dal')
    expect(html).toContain('Reviews (1)')
    expect(html).not.toMatch(/cheap\.example|advertising|Meera/)
    expect(graphOf(html)).toMatchObject(rated(5, 1))
    expect(page('category/staples')).toContain('Rated 5 of 5 stars')
    const found = await shop.call('GET /api/products/[id]', { params: { id: 'toor-dal' } })
    expect(await found.json()).toMatchObject({ rating: 5, reviewcount: 1 })

    expect((await press(meera, 'show')).status).toBe(200)
    expect(await sums()).toEqual({ count: 2, sum: 6 })
    await publish()
    expect(page('product/toor-dal')).toContain('cheap.example')
    expect(graphOf(page('product/toor-dal'))).toMatchObject(rated(3, 2))
  })

  test('without its only review a product has none, and the stars it began with (E24)', async () => {
    await using shop = await openReviews(open)
    const { publish, page } = publishedBy(shop)
    await shop.asha.review({ productid: 'toor-dal', review: 'Bad.', customerrating: 1 })
    await shop.press(shop.asha, 'takedown')
    await publish()
    expect([await shop.sums(), await shop.listed()]).toEqual([{ count: 0, sum: 0 }, ['0']])
    expect(page('product/toor-dal')).toContain('There are no reviews yet.')
    expect(page('category/staples')).toContain('Rated 4 of 5 stars')
  })

  test('who took down what is recorded without the customer, once, or nothing is done (E24)', async () => {
    await using shop = await openReviews(open)
    const { db, asha, editor, press } = shop
    await asha.review({ productid: 'toor-dal', review: 'Bad.', customerrating: 1 })
    await press(asha, 'takedown', 'spite')
    expect(await (await press(asha, 'takedown')).json()).toEqual({
      ...{ error: false, msg: 'The review of Toor Dal was taken down already.' },
      path: '/desk/reviews',
    })
    await press(asha, 'show')
    const acts = await lastActions(db, 9)
    expect(acts.map(({ who, kind }) => [who, kind]).toSorted()).toEqual([
      [editor.email, 'show'],
      [editor.email, 'takedown'],
    ])
    for (const { what } of acts) expect(what).toMatch(/^Toor Dal, 1 star, written /)
    expect(await shop.rowOf(asha)).toMatchObject({ is_shown: 1, reason: 'spite' })
    await db.schema.dropTable('desk_action').execute()
    const before = await db.selectFrom('catalogue_change').select('version').execute()
    expect((await press(asha, 'takedown')).status).toBe(500)
    expect(await shop.sums()).toEqual({ count: 1, sum: 1 })
    expect(await db.selectFrom('catalogue_change').select('version').execute()).toEqual(before)
  })

  test('what is written into a review that is down stays down, and is listed as changed (E25)', async () => {
    await using shop = await openReviews(open)
    const { db, asha, meera, editor, press, rowOf, judge, show } = shop
    await asha.review({ productid: 'toor-dal', review: 'Rude words.', customerrating: 1 })
    await meera.review({ productid: 'toor-dal', review: 'Soft.', customerrating: 5 })
    const stale = await rowOf(asha)
    await press(asha, 'takedown', 'rude')
    const changed = await asha.review({ productid: 'toor-dal', review: 'Hard.', customerrating: 2 })
    expect(await changed.json()).toMatchObject({
      ...{ error: false, status: true, review: { review: 'Hard.' } },
      msg: expect.stringContaining('The shop has taken it down'),
    })
    expect([await shop.sums(), await shop.listed()]).toEqual([{ count: 1, sum: 5 }, ['1', 'Soft.']])

    const own = await show('/myaccount/reviews', asha.user)
    expect([own.status, own.text]).toEqual([200, expect.stringMatching(/Toor Dal.*Hard\./)])
    expect(own.text).toContain('The shop has taken this review down')
    expect(own.text).not.toContain('rude')
    const others = await show('/myaccount/reviews', meera.user)
    expect(others.text).toContain('Soft.')
    expect(others.text).not.toMatch(/Hard|taken this review down/)

    // The newest one comes first; here both may have the same millisecond.
    await db.updateTable('review').set({ created_at: 1 }).where('user_id', '=', meera.id).execute()
    const desk = await show('/desk/reviews', editor)
    expect(desk.text).toMatch(/Hard\..*has changed it since it was taken down.*Soft\./)
    expect((await show('/desk/reviews?state=changed', editor)).text).toContain('1 review ')
    // Somebody who still sees the rude words must not publish the new ones unread.
    const late = await judge(stale.id, { what: 'show', seen: stale.created_at })
    expect([late.status, (await rowOf(asha)).is_shown]).toEqual([409, 0])
    await press(asha, 'show')
    expect(await shop.listed()).toEqual(['2', 'Hard.', 'Soft.'])
    // Who writes it anew all the time cannot keep it up.
    const older = await judge(stale.id, { what: 'takedown', seen: stale.created_at })
    expect([older.status, (await rowOf(asha)).is_shown]).toEqual([200, 0])
    await press(asha, 'show')
    expect((await show('/desk/reviews?state=changed', editor)).text).toContain('No review found.')
  })

  test('reviews are looked for by state, stars and product, twenty to a page (E24)', async () => {
    await using shop = await openReviews(open)
    const { asha, editor, press, show } = shop
    const text = async (query: string) => (await show(`/desk/reviews${query}`, editor)).text
    expect(await text('')).toContain('No review found.')
    await asha.review({ productid: 'toor-dal', review: 'One.', customerrating: 1 })
    await asha.review({ productid: 'chai', review: '<b>Two</b>', customerrating: 5 })
    await press(asha, 'takedown', 'off topic')
    const shown = ['', '?state=down', '?state=shown', '?stars=5', '?q=toor', '?q=chai&state=down']
    const found = await Promise.all(shown.map(text))
    expect(found.map((page) => [page.includes('One.'), page.includes('Two')])).toEqual([
      ...[
        [true, true],
        [true, false],
        [false, true],
        [false, true],
        [true, false],
      ],
      [false, false],
    ])
    expect(found[1]).toContain('Reason: off topic')
    expect(found[1]).toContain(`by ${editor.email}`)
    expect((await show('/desk/reviews', editor)).html).toContain('&lt;b&gt;Two&lt;/b&gt;')
    for (let at = 0; at < 20; at++)
      await (await shop.shopper()).review({ productid: 'basmati', review: `Rice ${at}.` })
    expect(await text('?stars=1')).toMatch(/21 reviews.*Rice 19\./)
    const second = await text('?stars=1&page=2')
    expect([second.includes('One.'), second.includes('Rice 0.')]).toEqual([true, false])
  })

  test('of a forgotten customer neither name nor the note on their review is left', async () => {
    await using shop = await openReviews(open)
    const { db, asha, editor, press } = shop
    await asha.review({ productid: 'toor-dal', review: 'Rude words.' })
    await press(asha, 'takedown', 'Asha again')
    await inTransaction(db, async (trx) => {
      await forgetShopper(trx, asha.id, { key: 'key', hide: () => 'hidden' }, Date.now())
      return { ok: true, value: undefined }
    })
    const { text } = await shop.show('/desk/reviews', editor)
    expect(text).toContain('A former customer')
    expect(text).not.toContain('Asha')
    expect(JSON.stringify(await lastActions(db, 9))).not.toContain('Asha')
    expect(await shop.sums(), 'and it is still down').toEqual({ count: 0, sum: 0 })
  })
})

test('only who keeps the catalogue takes reviews down, by a form that leads back to its list (E24)', async () => {
  await using shop = await openReviews()
  const { db, asha, editor, judge, rowOf, show } = shop
  await asha.review({ productid: 'toor-dal', review: 'Bad.', customerrating: 1 })
  const { id, created_at: seen } = await rowOf(asha)
  const down = { what: 'takedown', seen: String(seen) }
  const staff = await addUser(db, 'Meena', 'staff')
  for (const user of [staff, asha.user ?? staff]) {
    expect((await judge(id, down, { user })).status).toBe(404)
    expect((await show('/desk/reviews', user)).status).toBe(404)
  }
  const next = '/desk/reviews?state=shown&page=2'
  expect(ledTo(await judge(id, { ...down, next }, { accept: HTML }))).toEqual({
    ...{ code: 303, to: next },
    said: { error: false, msg: 'The review of Toor Dal is taken down.' },
  })
  const { html } = await show('/desk/more', editor)
  expect(html).toContain('href="/desk/reviews"')
  const wrong = [{ what: 'hide' }, { seen: '-1' }, { seen: 'x' }, { reason: 'x'.repeat(201) }]
  for (const one of wrong) expect((await judge(id, { ...down, ...one })).status).toBe(400)
  for (const none of ['unknown', 'no.such', 'a'.repeat(101)])
    expect((await judge(none, down)).status).toBe(404)
})

test('the review of a product that is no longer sold can be taken down too (E24)', async () => {
  await using shop = await openReviews()
  const { db, asha, editor, press } = shop
  await asha.review({ productid: 'toor-dal', review: 'Bad.', customerrating: 1 })
  await db.updateTable('product').set({ withdrawn_at: 5 }).where('id', '=', 'toor-dal').execute()
  expect((await press(asha, 'takedown')).status).toBe(200)
  const { show } = shop
  expect((await show('/desk/reviews', editor)).text).toContain('no longer sold')
  await db.updateTable('product').set({ withdrawn_at: null }).where('id', '=', 'toor-dal').execute()
  expect([await shop.sums(), await shop.listed()]).toEqual([{ count: 0, sum: 0 }, ['0']])
})
