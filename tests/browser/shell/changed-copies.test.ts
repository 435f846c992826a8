import type { Page } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { fillBilling, fillCart } from '#tests/browser/kit/checkout-steps.ts'
import { cartLink, serverCart } from '#tests/browser/kit/buying.ts'
import { expect } from '#tests/browser/test.ts'
import {
  cut,
  fillMessage,
  isKept,
  keptPaths,
  seen,
  SLOW_MS,
  test,
  wakeWorker,
} from '#tests/browser/kit/worker-shop.ts'

/** Signs in, looks at the orders, and goes as far as the press on Checkout for one in cash. */
async function beginOrder(page: Page, open: (path: string) => Promise<void>): Promise<void> {
  await page.goto('/')
  await signIn(page)
  await open('/product/salt')
  await wakeWorker(page)
  await seen(page, '/orders')
  await fillCart(page, 1, 1)
  await open('/checkout')
  await fillBilling(page)
  await page.getByRole('radio', { name: /cash/i }).check()
}
const placeOrder = (page: Page) => page.getByRole('button', { name: /^Checkout/ }).click()
const thanks = (page: Page) => page.getByText('Your order is placed').first()

test.beforeEach(({ expectRefusal }) => expectRefusal('offline'))

test('who has paid on a slow line sees the new order and its thanks, not the orders as they were (G16)', async ({
  line: network,
  open,
  page,
}) => {
  await beginOrder(page, open)
  network.path = (asked) => {
    if (asked === '/orders') network.delayMs = SLOW_MS
    return asked
  }
  await placeOrder(page)
  await page.waitForURL('/orders')
  await expect(thanks(page)).toBeVisible()
  await expect(isKept(page)).toHaveCount(0)
})

test('the thanks for an order are no copy that signs its account in again for whoever comes next (A40)', async ({
  context,
  expectRefusal,
  line: network,
  open,
  page,
}) => {
  expectRefusal(401)
  await beginOrder(page, open)
  await placeOrder(page)
  await page.waitForURL('/orders')
  await expect(thanks(page)).toBeVisible()
  await open('/product/salt')
  // The session ends elsewhere, which the next page notices at the first input.
  await context.clearCookies()
  await open('/product/salt')
  await page.keyboard.press('Shift')
  const banner = page.getByRole('banner')
  await expect(banner.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await cut(network, context)
  await page.goto('/orders')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
  await expect(banner.getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
})

test('on a slow line the cart is not shown as it was before the last change, though the worker was stopped since (G16)', async ({
  context,
  line: network,
  open,
  page,
}) => {
  await open('/product/toor-dal')
  await wakeWorker(page)
  await seen(page, '/cart')
  await open('/product/toor-dal')
  await page.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
  await expect(cartLink(page)).toContainText('1')
  await expect.poll(() => serverCart(page)).toHaveLength(1)
  // The worker that is stopped has written down that there is a change.
  const kept = async () => JSON.stringify(await keptPaths(page))
  await expect.poll(kept).toContain('"/changed-own"')
  const browser = await context.newCDPSession(page)
  await browser.send('ServiceWorker.enable')
  await browser.send('ServiceWorker.stopAllWorkers')
  network.delayMs = SLOW_MS
  await page.goto('/cart')
  await expect(page.getByRole('row').filter({ hasText: 'Toor Dal' })).toBeVisible()
  await expect(isKept(page)).toHaveCount(0)
  // What has been seen since is shown again instead of waiting.
  const copy = () => page.evaluate(async () => (await caches.match('/cart'))?.text())
  await expect.poll(copy).toContain('Toor Dal')
  network.delayMs = 12_000
  await page.goto('/cart')
  await expect(isKept(page)).toHaveCount(1)
})

test('on a slow line the answer to a form is seen, not its page as it was (G16)', async ({
  line: network,
  open,
  page,
}) => {
  await open('/product/salt')
  await wakeWorker(page)
  await seen(page, '/contact')
  await fillMessage(page)
  network.path = (asked) => {
    if (asked === '/contact') network.delayMs = SLOW_MS
    return asked
  }
  await page.getByRole('button', { name: /Send/ }).click()
  await expect(page.getByText('Thank you for your message!').first()).toBeVisible()
  await expect(isKept(page)).toHaveCount(0)
})
