import { expect, test } from 'vitest'
import { inTransaction } from '#lib/server/database/database.ts'
import { writeReview } from '#lib/server/shopper/reviews/write-review.ts'
import { openCounter } from '#tests/support/orders/counter-shop.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'

forEachDatabase((open) => {
  test('a delivery that is taken back takes what it verified of the reviews with it', async () => {
    await using shop = await openCounter(open)
    const { asha, db } = shop
    const id = await shop.cashOrder()
    await inTransaction(db, async (trx) => {
      await writeReview(trx, asha, { productId: 'dal', text: 'Fresh.', rating: 5 })
      return { ok: true, value: undefined }
    })
    const isVerified = async () =>
      (await db.selectFrom('review').select('is_verified').executeTakeFirstOrThrow()).is_verified
    await shop.advance(id, 'accepted', 'packed', 'out', 'delivered')
    expect(await isVerified()).toBe(1)
    await db.deleteFrom('job').execute()
    expect(await shop.act(id, 'undo')).toMatchObject({ ok: true })
    expect(await isVerified()).toBe(0)
    const jobs = db.selectFrom('job').select('payload').where('kind', '=', 'stock')
    const told = (await jobs.execute()).map(({ payload }) => JSON.parse(payload))
    expect(told, 'its page is published again').toEqual([
      { changed: [], turned: [], reviewed: ['dal'] },
    ])
    await shop.advance(id, 'delivered')
    expect(await isVerified(), 'it came after all').toBe(1)
  })

  test('a payment verifies a review whether or not a delivery is taken back', async () => {
    await using shop = await openCounter(open)
    const { asha, db } = shop
    const id = await shop.paidOrder()
    await inTransaction(db, async (trx) => {
      await writeReview(trx, asha, { productId: 'dal', text: '', rating: 4 })
      return { ok: true, value: undefined }
    })
    await shop.advance(id, 'accepted', 'packed', 'out', 'delivered')
    await shop.act(id, 'undo')
    const reviews = await db.selectFrom('review').select('is_verified').execute()
    expect(reviews).toEqual([{ is_verified: 1 }])
  })
})
