import { expect, test } from 'vitest'
import { openGuest } from '#lib/server/shopper/guests/guests.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import { callsOn } from '#tests/support/orders/orders-shop.ts'
import { openPages } from '#tests/support/desk-pages.ts'
import { openCheckout } from '#tests/support/orders/checkout-shop.ts'
import { openSqlite } from '#tests/support/databases/database.ts'

const SIGN_IN = '<a [^>]*href="/signin\\?next=/checkout"[^>]*>Cash on delivery: sign in or sign up'
const CONFIRM = '<a [^>]*href="/verifyotp\\?next=/checkout"[^>]*>Cash on delivery: confirm your'

/** Shows the checkout to a guest, to an account that has not confirmed its mail, and to one that has. */
async function openThree(settings: Parameters<typeof openCheckout>[1] = {}) {
  const shop = await openPages(await openCheckout(openSqlite, settings))
  const guest = await openGuest(shop.db)
  for (const { id } of [guest, shop.asha]) await shop.put(id)
  const isVerified = (email_verified: boolean) =>
    shop.db.updateTable('user').set({ email_verified }).where('id', '=', shop.asha.id).execute()
  const see = async () => {
    const { html: visitor } = await shop.show('/checkout', undefined, `guest=${guest.token}`)
    await isVerified(false)
    const { html: newcomer } = await shop.show('/checkout', shop.asha)
    await isVerified(true)
    const { html: known } = await shop.show('/checkout', shop.asha)
    return { visitor, newcomer, known }
  }
  return { ...shop, see }
}

test('who must sign in or confirm an email before paying in cash reads so at the checkout, with the way there (G22)', async () => {
  await using shop = await openThree()
  const { visitor, newcomer, known } = await shop.see()
  expect(visitor).toMatch(new RegExp(SIGN_IN))
  expect(visitor).not.toContain('value="cod"')
  expect(newcomer).toMatch(new RegExp(CONFIRM))
  for (const html of [newcomer, known]) expect(html).toContain('value="cod"')
  expect(known).not.toContain('Cash on delivery:')
})

test('nothing is asked before cash where a code comes to the phone, or where there is no cash (G22)', async () => {
  for (const change of [{ messages: 'sms' as const }, { cashOnDelivery: false }]) {
    await using shop = await openThree({ settings: change })
    for (const html of Object.values(await shop.see())) {
      expect(html).toContain('data-pay=')
      expect(html).not.toContain('Cash on delivery:')
    }
  }
})

test('a refusal that a confirmed email would lift leads there without JavaScript too, once (G22)', async () => {
  await using shop = await openThree({ settings: { cashUnconfirmed: true, unpaidUnits: 4 } })
  await shop.db.updateTable('cart_item').set({ quantity: 2 }).execute()
  const unconfirmed = shop.db.updateTable('user').set({ email_verified: false })
  await unconfirmed.where('id', '=', shop.asha.id).execute()
  const body = { ...BILLING, payment: 'cod' }
  const form = { accept: 'text/html' }
  const refused = await callsOn(shop).call('POST /api/checkout', shop.asha, body, form)
  const cookie = refused.headers.getSetCookie().map((line) => line.split(';')[0])
  const link = /<a [^>]*href="\/verifyotp\?next=\/checkout"[^>]*>Confirm your email address<\/a>/
  expect((await shop.show('/checkout', shop.asha, cookie.join('; '))).html).toMatch(link)
  expect((await shop.show('/checkout', shop.asha)).html).not.toMatch(link)
})
