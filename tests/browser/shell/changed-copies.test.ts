import type { Page } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { fillBilling, fillCart } from '#tests/browser/kit/checkout-steps.ts'
import { cartLink, serverCart } from '#tests/browser/kit/buying.ts'
import { expect } from '#tests/browser/test.ts'
import { keptPaths, test, wakeWorker } from '#tests/browser/kit/worker-shop.ts'

/** More than a copy waits for a slow network (worker/pages.ts). */
const SLOW_MS = 5000

const isKept = (page: Page) => page.locator('body[data-kept]')
const seen = async (page: Page, path: string) => {
  await page.goto(path)
  await expect.poll(async () => JSON.stringify(await keptPaths(page))).toContain(`"${path}"`)
}

test('who has paid on a slow line sees the new order and its thanks, not the orders as they were (G16)', async ({
  line: network,
  open,
  page,
}) => {
  await page.goto('/')
  await signIn(page)
  await open('/product/salt')
  await wakeWorker(page)
  await seen(page, '/orders')
  await fillCart(page, 1, 1)
  await open('/checkout')
  await fillBilling(page)
  await page.getByRole('radio', { name: /cash/i }).check()
  network.path = (asked) => {
    if (asked === '/orders') network.delayMs = SLOW_MS
    return asked
  }
  await page.getByRole('button', { name: /^Checkout/ }).click()
  await page.waitForURL('/orders')
  await expect(page.getByText('Your order is placed').first()).toBeVisible()
  await expect(isKept(page)).toHaveCount(0)
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
  await page.goto('/cart')
  await expect(isKept(page)).toHaveCount(1)
})
