import type { Page } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { fillBilling, fillCart, keepsTyped } from '#tests/browser/kit/checkout-steps.ts'
import { islandsLive } from '#tests/browser/kit/islands-live.ts'
import { leavesAfter, stopClock } from '#tests/browser/kit/stopped-clock.ts'
import { expect, test } from '#tests/browser/test.ts'

const STEPS = '**/static/js/checkout-steps.*.js'
const PLAIN = /\/checkout\/pay\?attempt=/
const pay = (page: Page) => page.getByRole('button', { name: /^Checkout/ })

test('Pay says at once that it is busy, and after 5 s without its code its form is sent (S-204)', async ({
  page,
}) => {
  await signIn(page)
  await fillCart(page)
  await page.clock.install()
  // The script is requested, but never answered.
  await page.route(STEPS, () => {})
  const asked = page.waitForRequest(STEPS)
  await page.goto('/checkout')
  await asked
  await islandsLive(page)
  await fillBilling(page)
  await stopClock(page)
  await pay(page).click()
  await expect(page.getByText('One moment, please')).toBeVisible()
  await expect(pay(page)).toHaveAttribute('aria-disabled', 'true')
  await leavesAfter(page, 5000, PLAIN)
})

test('where the code of Pay is lost, its form is sent, and what was typed is kept (S-204)', async ({
  expectRefusal,
  page,
}) => {
  expectRefusal(404)
  await signIn(page)
  await fillCart(page)
  await page.route(STEPS, (route) => route.fulfill({ status: 404, body: '' }))
  const kept = keepsTyped(page)
  await page.goto('/checkout')
  await islandsLive(page)
  await kept
  await fillBilling(page)
  await page.reload()
  await expect(page.getByLabel('House number and street name')).toHaveValue('12 MG Road')
  await islandsLive(page)
  await pay(page).click()
  await expect(page).toHaveURL(PLAIN)
})

test('Pay without network says so where its code has not come, and nothing is sent (S-204)', async ({
  context,
  expectRefusal,
  page,
}) => {
  expectRefusal('offline')
  await signIn(page)
  await fillCart(page)
  await page.route(STEPS, (route) => route.abort('internetdisconnected'))
  await page.goto('/checkout')
  await islandsLive(page)
  await fillBilling(page)
  await context.setOffline(true)
  await pay(page).click()
  await expect(page.getByText('The shop cannot be reached.')).toBeVisible()
  await context.setOffline(false)
  await page.unroute(STEPS)
  await pay(page).click()
  await expect(page.getByRole('dialog', { name: 'Demo payment' })).toBeVisible()
})

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
