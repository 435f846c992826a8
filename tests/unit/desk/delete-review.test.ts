import { expect, test } from 'vitest'
import { lastActions } from '#lib/server/desk/actions.ts'
import { addUser } from '#tests/support/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { openPages } from '#tests/support/desk-pages.ts'
import type { openApi } from '#tests/support/open-api.ts'
import { publishedBy } from '#tests/support/published.ts'
import { ledTo, openShoppers, type ShopperCalls } from '#tests/support/shoppers.ts'

/** The shop of the API tests, with two shoppers who have reviewed the same product. */
async function openReviewed(open?: Parameters<typeof openApi>[0]) {
  const shop = await openPages(await openShoppers(open))
  await shop.db.insertInto('shop').values({ id: 1, json: '{"name":"Kirana"}' }).execute()
  const asha = await shop.shopper('Asha Rao')
  const meera = await shop.shopper('Meera Nair')
  const product = { productid: 'toor-dal' }
  await asha.review({ ...product, review: 'Cooks soft.', customerrating: 5 })
  await meera.review({ ...product, review: 'Too hard.', customerrating: 1 })
  const rowsOf = ({ id }: ShopperCalls) =>
    shop.db.selectFrom('review').selectAll().where('user_id', '=', id).execute()
  const idOf = async (who: ShopperCalls) => (await rowsOf(who))[0]?.id ?? ''
  /** Presses `Yes, delete it` of a review. */
  const deleteOwn = ({ user }: ShopperCalls, id: string, accept = 'application/json') =>
    shop.call('DELETE /api/productreviews/[id]', { user, params: { id }, accept })
  const sums = () =>
    shop.db
      .selectFrom('product')
      .select(['review_count as count', 'review_sum as sum'])
      .where('id', '=', 'toor-dal')
      .executeTakeFirstOrThrow()
  return { ...shop, asha, meera, product, rowsOf, idOf, deleteOwn, sums }
}

forEachDatabase((open) => {
  test('a review that its writer takes back leaves page, count, stars, markup and lists (E28)', async () => {
    await using shop = await openReviewed(open)
    const { asha, meera, deleteOwn, idOf, sums } = shop
    const { publish, page } = publishedBy(shop)
    await publish()
    expect(page('product/toor-dal')).toContain('"ratingValue":3')
    const answer = await deleteOwn(meera, await idOf(meera))
    expect(await answer.json()).toEqual({
      ...{ status: true, error: false },
      msg: 'Your review has been deleted. You can write a new one.',
    })
    expect([await sums(), await shop.rowsOf(meera)]).toEqual([{ count: 1, sum: 5 }, []])
    expect((await publish()).failed).toEqual([])
    const html = page('product/toor-dal')
    expect(html).toContain('Reviews (1)')
    expect(html).toMatch(/"ratingValue":5,.*"reviewCount":1|"reviewCount":1,.*"ratingValue":5/)
    expect(html).not.toMatch(/Too hard|Meera/)
    expect(page('category/staples')).toContain('Rated 5 of 5 stars')
    const { show } = shop
    expect((await show('/myaccount/reviews', meera.user)).text).toContain('not written a review')
    expect((await show('/myaccount/reviews', asha.user)).text).toContain('Cooks soft.')

    await meera.review({ ...shop.product, review: 'Soft at last.', customerrating: 4 })
    expect(await sums()).toEqual({ count: 2, sum: 9 })
    expect(await shop.rowsOf(meera)).toMatchObject([{ text: 'Soft at last.', is_shown: 1 }])
  })

  test('nobody takes back a review of another account, nor without one (E28)', async () => {
    await using shop = await openReviewed(open)
    const { asha, meera, visitor, deleteOwn, idOf, sums } = shop
    const id = await idOf(asha)
    const refused = await deleteOwn(meera, id)
    expect(refused.status).toBe(404)
    expect(await refused.json()).toMatchObject({ status: false, msg: /no longer there/ })
    expect((await deleteOwn(visitor, id)).status).toBe(401)
    for (const none of ['unknown', 'no.such']) {
      expect((await deleteOwn(asha, none)).status).toBe(404)
    }
    expect([await sums(), await idOf(asha)]).toEqual([{ count: 2, sum: 6 }, id])
    expect(await lastActions(shop.db, 9)).toEqual([])
  })

  test('the desk records that its writer took a review back, without a name, or nothing is done (E28)', async () => {
    await using shop = await openReviewed(open)
    const { asha, meera, deleteOwn, idOf, sums } = shop
    await deleteOwn(meera, await idOf(meera))
    const [act] = await lastActions(shop.db, 9)
    expect(act).toMatchObject({ who: 'A customer', kind: 'takeback' })
    expect(act?.what).toMatch(/^Toor Dal, 1 star, written /)
    await shop.db.schema.dropTable('desk_action').execute()
    expect((await deleteOwn(asha, await idOf(asha))).status).toBe(500)
    expect([await sums(), (await shop.rowsOf(asha)).length]).toEqual([{ count: 1, sum: 5 }, 1])
  })

  test('who takes back a review that the shop took down cannot bring it back by a new one (E25, E28)', async () => {
    await using shop = await openReviewed(open)
    const { db, meera, deleteOwn, idOf, sums, product } = shop
    const editor = await addUser(db, 'Ravi', 'editor')
    const id = await idOf(meera)
    const judge = async (what: string) => {
      const [row] = await shop.rowsOf(meera)
      const body = { what, seen: row?.edited_at ?? row?.created_at ?? 0 }
      return shop.call('POST /api/desk/reviews/[id]', { user: editor, params: { id }, body })
    }
    await judge('takedown')
    const gone = await deleteOwn(meera, id)
    expect(await gone.json()).toMatchObject({
      status: true,
      msg: 'Your review has been deleted. The shop will check your next review of this product before it is shown.',
    })
    const { show } = shop
    expect((await show('/myaccount/reviews', meera.user)).text).toContain('not written a review')
    expect((await show('/desk/reviews', editor)).text).not.toContain('Meera')
    expect(await shop.rowsOf(meera)).toMatchObject([{ text: '', customer_name: '' }])
    expect([(await judge('show')).status, (await deleteOwn(meera, id)).status]).toEqual([404, 404])

    await db.updateTable('review').set({ created_at: 1 }).where('id', '=', id).execute()
    const anew = await meera.review({ ...product, review: 'Still too hard.', customerrating: 2 })
    expect(await anew.json()).toMatchObject({
      msg: /^Thank you\. Because your earlier review was taken down, the shop will check this one/,
    })
    const more = await meera.review({ ...product, review: 'Still too hard.', customerrating: 2 })
    expect(await more.json()).toMatchObject({ msg: /has been updated. The shop has taken it down/ })
    expect(await sums()).toEqual({ count: 1, sum: 5 })
    expect((await shop.rowsOf(meera))[0]?.created_at).toBeGreaterThan(1)
    expect((await show('/desk/reviews?state=changed', editor)).text).toContain('Still too hard.')
    expect((await judge('show')).status).toBe(200)
    expect(await sums()).toEqual({ count: 2, sum: 7 })
  })

  test('without script the form asks first, leads back and says so; twice is told (E28)', async () => {
    await using shop = await openReviewed(open)
    const { asha, deleteOwn, idOf } = shop
    const id = await idOf(asha)
    await shop.db.updateTable('product').set({ withdrawn_at: 5 }).execute()
    const { html } = await shop.show('/myaccount/reviews', asha.user)
    const form = new RegExp(
      `<details.*Delete.*action="/api/productreviews/${id}".*Delete this review`,
      's',
    )
    expect(html, 'also of what is no longer sold').toMatch(form)
    expect(ledTo(await deleteOwn(asha, id, 'text/html'))).toEqual({
      ...{ code: 303, to: '/myaccount/reviews' },
      said: { error: false, msg: 'Your review has been deleted. You can write a new one.' },
    })
    expect(ledTo(await deleteOwn(asha, id, 'text/html'))).toMatchObject({
      ...{ code: 303, said: { error: true, msg: 'This review is no longer there.' } },
    })
  })
})
