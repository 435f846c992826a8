import { expect, test } from 'vitest'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { GuestBrowser, openGuestShop } from '#tests/support/guest-browser.ts'

const PACKS = { small: 'weight=500 g', large: 'weight=1 kg', none: '' }
const ONE_PACK = 'Your list has one pack of each product, the one you saved last: Moong Dal.'

/** What an account and a visitor saved of one product, the visitor's at 100. */
const LISTS = [
  { own: PACKS.large, ownAt: 99, theirs: PACKS.small, stays: PACKS.small, words: ONE_PACK },
  { own: PACKS.large, ownAt: 101, theirs: PACKS.small, stays: PACKS.large, words: ONE_PACK },
  { own: PACKS.none, ownAt: 101, theirs: PACKS.small, stays: PACKS.small, words: '' },
  { own: PACKS.large, ownAt: 99, theirs: PACKS.none, stays: PACKS.large, words: '' },
]

forEachDatabase((open) => {
  test('of two lists with a product the pack saved last stays at a sign-in, and no pack goes without a word (G02 G35)', async () => {
    await using shop = await openGuestShop(open)
    for (const [at, { own, ownAt, theirs, stays, words }] of LISTS.entries()) {
      const email = `asha.${at}@example.com`
      const laptop = new GuestBrowser(shop, `laptop-${at}`)
      await laptop.signIn(email, 'answered')
      const phone = new GuestBrowser(shop, `phone-${at}`)
      phone.add('chai', 1)
      await phone.send('answered')
      const { id: asha } = await shop.db
        .selectFrom('user')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      const { user_id: guest } = await shop.db
        .selectFrom('guest')
        .select('user_id')
        .executeTakeFirstOrThrow()
      const wish = (user_id: string, choice: string, created_at: number) => ({
        ...{ id: `${user_id}-${created_at}`, user_id, product_id: 'moong-dal', choice, created_at },
      })
      await shop.db
        .insertInto('wishlist_item')
        .values([wish(asha, own, ownAt), wish(guest, theirs, 100)])
        .execute()
      const answer = await phone.signIn(email, 'answered')
      const { merged }: { merged: string } = await answer?.json()
      expect(merged).toBe(`The product you chose earlier is in your cart. ${words}`.trim())
      const list = await shop.db
        .selectFrom('wishlist_item')
        .select('choice')
        .where('user_id', '=', asha)
        .execute()
      expect(list).toEqual([{ choice: stays }])
    }
  })
})
