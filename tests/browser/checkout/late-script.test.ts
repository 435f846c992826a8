import { signIn } from '#tests/browser/kit/accounts.ts'
import { fillCart } from '#tests/browser/kit/checkout-steps.ts'
import { islandsLive } from '#tests/browser/kit/islands-live.ts'
import { leavesAfter, stopClock } from '#tests/browser/kit/stopped-clock.ts'
import { test } from '#tests/browser/test.ts'

test('Checkout below the cart waits 5 s for the code of the cart, not longer (S-204)', async ({
  page,
}) => {
  await signIn(page)
  await fillCart(page)
  await page.clock.install()
  await page.route('**/static/js/cart-stores.*.js', () => {})
  const asked = page.waitForRequest('**/static/js/cart-stores.*.js')
  await page.goto('/cart')
  await asked
  await islandsLive(page)
  await stopClock(page)
  await page.getByRole('link', { name: 'CHECKOUT' }).filter({ visible: true }).first().click()
  await leavesAfter(page, 5000, '/checkout')
})

test('a search does not wait for code that its page does without (S-160)', async ({
  open,
  page,
}) => {
  await page.clock.install()
  await page.route('**/static/js/search-results.*.js', () => {})
  await open('/')
  await page.getByRole('searchbox').click()
  const box = page.getByRole('combobox')
  await box.fill('toor dal')
  await stopClock(page)
  await box.press('Enter')
  await leavesAfter(page, 250, '/search?q=toor%20dal')
})
