import { MAX_WISHES } from '#lib/limits.ts'
import { expect, test } from 'vitest'
import { mergeGuest } from '#lib/server/merge-guest/merge-guest.ts'
import { openGuest } from '#lib/server/shopper/guests/guests.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { fillLarge } from '#tests/support/large-shop.ts'
import { insertUser } from '#tests/support/user-row.ts'

const KNOWN = 190
const SHARED = 20
const NEW = 30

forEachDatabase((open) => {
  test('a sign-in fills a list no further than it goes, with the newest wishes, and says how many had no place (G02)', async () => {
    await using shop = await open()
    const { db } = shop
    await fillLarge(shop, KNOWN + NEW)
    await insertUser(shop, 'asha@example.com')
    const guest = await openGuest(db)
    const products = (await db.selectFrom('product').select('id').orderBy('number').execute()).map(
      ({ id }) => id,
    )
    const wish = (user: string, product: string, at: number) => ({
      ...{ id: `${user}-${at}`, user_id: user, product_id: product, choice: '', created_at: at },
    })
    const own = products.slice(0, KNOWN).map((id, at) => wish('asha', id, at))
    const gathered = products.slice(KNOWN - SHARED).map((id, at) => wish(guest.id, id, 1000 + at))
    await db
      .insertInto('wishlist_item')
      .values([...own, ...gathered])
      .execute()
    const room = MAX_WISHES - KNOWN
    expect(await mergeGuest(db, 'asha', guest.token)).toMatchObject({
      ...{ wishes: room, unkept: NEW - room },
    })
    const list = await db
      .selectFrom('wishlist_item')
      .select(['product_id', 'user_id'])
      .orderBy('created_at', 'desc')
      .execute()
    expect(list).toHaveLength(MAX_WISHES)
    expect(new Set(list.map((row) => row.user_id))).toEqual(new Set(['asha']))
    const newest = products.slice(-room).toReversed()
    expect(list.slice(0, room).map((row) => row.product_id)).toEqual(newest)
  })
})
