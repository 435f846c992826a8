import type { Page } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { cartLink, serverCart } from '#tests/browser/kit/buying.ts'
import { expect } from '#tests/browser/test.ts'
import {
  cut,
  fillMessage,
  isKept,
  keptPaths,
  seen,
  test,
  wakeWorker,
} from '#tests/browser/kit/worker-shop.ts'

const LISTING = '/category/staples'
const line = (page: Page) => page.locator('[data-line]')

test.beforeEach(({ expectRefusal }) => expectRefusal('offline'))

test('a page that was seen is there without network and says so; what is added goes out later (G16)', async ({
  context,
  line: network,
  open,
  page,
}) => {
  await open(LISTING)
  await wakeWorker(page)
  await cut(network, context)
  await expect(line(page)).toHaveText('You are offline. What you add will be sent later.')
  await open(LISTING)
  await expect(line(page)).toHaveText(/^Offline: this page is from \d/)
  await page.getByRole('link', { name: 'Choose and add to cart: Basmati Rice' }).click()
  const sheet = page.getByRole('dialog', { name: 'Basmati Rice' })
  await sheet
    .getByRole('button', { name: /Add to cart/i })
    .first()
    .click()
  await expect(cartLink(page)).toContainText('₹118')
  await cut(network, context, false)
  await expect
    .poll(() => serverCart(page))
    .toMatchObject([{ productid: 'basmati-rice', quantity: 1 }])
  await expect(line(page)).toHaveText('Back online: reload to see the page as it is now')
  // The copy is shown where the shop takes long to answer.
  await expect(async () => {
    await page.reload()
    expect(await isKept(page).count()).toBe(0)
  }).toPass()
})

test('on a quick line the first touch finds its code, even if the network has gone since', async ({
  context,
  line: network,
  open,
  page,
}) => {
  await open('/product/salt')
  // Without any input, the worker is installed once the page is idle.
  const stateOfWorker = async () => (await navigator.serviceWorker.getRegistration())?.active?.state
  await expect.poll(() => page.evaluate(stateOfWorker)).toBe('activated')
  await cut(network, context)
  await page.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
  await expect(cartLink(page)).toContainText('1')
  await cut(network, context, false)
  await expect.poll(() => serverCart(page)).toMatchObject([{ productid: 'salt', quantity: 1 }])
})

test('cart and list are shown as they were; a page that was never seen has one in its place', async ({
  axe,
  context,
  line: network,
  open,
  page,
}) => {
  await open('/product/toor-dal')
  await wakeWorker(page)
  await page.goto('/product/toor-dal')
  await page.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
  await expect.poll(() => serverCart(page)).toHaveLength(1)
  await seen(page, '/cart')
  await seen(page, '/mylist')
  await seen(page, '/offline')
  await cut(network, context)
  await open('/cart')
  await expect(page.getByRole('row').filter({ hasText: 'Toor Dal' })).toBeVisible()
  await open('/mylist')
  await expect(line(page)).toHaveText(/^Offline/)
  await open('/product/salt')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'My List' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Orders' }), 'not on this device').toHaveCount(0)
  await expect(main.getByRole('link', { name: 'You are offline' })).toHaveCount(0)
  expect(await axe()).toEqual([])
  await expect(page.getByRole('link', { name: 'Toor Dal' })).toBeVisible()
  await cut(network, context, false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Salt')
})

test('a screen that is kept is kept with its code, also on a slow line', async ({
  context,
  line: network,
  open,
  page,
}) => {
  await open('/product/toor-dal')
  await wakeWorker(page)
  network.delayMs = 700
  await seen(page, '/mylist')
  await cut(network, context)
  await open('/mylist')
  await expect(line(page)).toHaveText(/^Offline/)
  await expect(page.getByText('Your list is currently Empty!')).toBeVisible()
})

test('a form that does not reach the shop is not lost: it can be sent again', async ({
  context,
  line: network,
  open,
  page,
}) => {
  await open('/contact')
  await wakeWorker(page)
  await page.goto('/contact')
  await fillMessage(page)
  await cut(network, context)
  await page.getByRole('button', { name: /Send/ }).click()
  await expect(page.getByText('What you sent may not have reached the shop.')).toBeVisible()
  await cut(network, context, false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/\/contact/)
  await expect(page.getByText('Thank you for your message!').first()).toBeVisible()
})

test('a slow network shows what was seen; one that answers always shows what is', async ({
  line: network,
  open,
  page,
}) => {
  await open('/product/salt')
  await wakeWorker(page)
  await expect(async () => {
    await seen(page, '/product/salt')
    expect(await isKept(page).count()).toBe(0)
  }).toPass()
  const quick = () => page.evaluate(async () => (await fetch('/quick/salt')).json())
  expect((await quick()).isKept).toBeUndefined()
  await seen(page, '/quick/salt')
  network.delayMs = 12_000
  await page.goto('/product/salt')
  await expect(line(page)).toHaveText(/^Slow network: this page is from/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Salt')
  // A script that asks for the current price is told, too.
  expect((await quick()).isKept).toBe(true)
})

test('a new build takes the place of the old one: what was seen is fetched anew, nothing of it is kept (G17)', async ({
  line: network,
  open,
  page,
}) => {
  await open('/product/salt')
  await wakeWorker(page)
  await seen(page, LISTING)
  const names = () => page.evaluate(() => caches.keys())
  const [old = ''] = /[0-9a-f]{12}/.exec((await names()).join()) ?? []
  expect(old).not.toBe('')
  network.worker = (text) => text.replaceAll(old, 'feedfeedfeed')
  await page.goto('/product/salt')
  await expect.poll(async () => (await names()).join()).not.toContain(old)
  expect((await names()).join()).toContain('kirana-shell-feedfeedfeed')
  await page.goto('/product/salt')
  await expect.poll(async () => JSON.stringify(await keptPaths(page))).toContain(`"${LISTING}"`)
})

test('the kill switch removes the worker, and all that it has kept (G17)', async ({
  line: network,
  open,
  page,
}) => {
  await open('/product/salt')
  await wakeWorker(page)
  network.path = (asked) => (asked === '/sw.js' ? '/sw-off.js' : asked)
  await page.goto(LISTING)
  const left = () =>
    page.evaluate(async () => [
      (await caches.keys()).length,
      (await navigator.serviceWorker.getRegistrations()).length,
    ])
  await expect.poll(left).toEqual([0, 0])
})

test('who is signed in has cart, list and orders without network, also where they were not opened (G16)', async ({
  context,
  line: network,
  open,
  page,
}) => {
  await page.goto('/')
  await signIn(page)
  await open(LISTING)
  await wakeWorker(page)
  const kept = async () => JSON.stringify(await keptPaths(page))
  await expect.poll(kept).toContain('"/orders"')
  // Files that the page loads are kept only after it.
  await expect.poll(kept).toContain('/static/js/refresh-cart.')
  await cut(network, context)
  const add = page.getByRole('button', { name: /^Add to cart/ })
  await add.first().click()
  await expect(cartLink(page)).toContainText('1')
  await page.goto('/cart')
  await expect(page.getByText('There is 1 product in your cart')).toBeVisible()
  await page.goto('/orders')
  await expect(line(page)).toHaveText(/^Offline: this page is from/)
})

test('nothing of an account outlives its session; of desk, checkout and account nothing is kept at all (A40)', async ({
  context,
  expectRefusal,
  line: network,
  open,
  page,
}) => {
  expectRefusal(404)
  // The list may be requested while the session ends.
  expectRefusal(401)
  await page.goto('/')
  await signIn(page)
  await open('/product/salt')
  await wakeWorker(page)
  await seen(page, '/orders')
  for (const path of ['/checkout', '/myaccount', '/desk', '/track/abc']) await page.goto(path)
  const kept = JSON.stringify(await keptPaths(page))
  expect(kept).not.toMatch(/"\/(checkout|myaccount|desk|track|api)/)
  await open('/product/salt')
  await page.getByRole('banner').locator('account-menu summary').click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/signin')
  expect(JSON.stringify(await keptPaths(page))).not.toContain('/orders')
  // The worker went with all else that was stored.
  await wakeWorker(page)
  await cut(network, context)
  await page.goto('/orders')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
})
