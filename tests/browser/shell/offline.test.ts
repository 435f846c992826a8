import type { Page } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { addElsewhere, cartLink, serverCart } from '#tests/browser/kit/buying.ts'
import { settled } from '#tests/browser/kit/settled.ts'
import { leavesAfter, stopClock } from '#tests/browser/kit/stopped-clock.ts'
import { expect, test } from '#tests/browser/test.ts'

const RICE = '/product/murmura-puffed-rice'
const ADD = '**/api/cart/add'
const toast = (page: Page) => page.locator('toast-message').getByRole('status')
const add = (page: Page) => page.getByRole('button', { name: 'ADD TO CART', exact: true }).click()

async function goOffline(page: Page): Promise<void> {
  await settled(page)
  await page.context().setOffline(true)
}
const unsent = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('change:')).length)

test('what is done without network shows at once, outlives the page, and arrives once', async ({
  context,
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal('offline')
  await signIn(page)
  await open(RICE)
  await page.getByRole('button', { name: 'One more' }).click()
  await expect(page.getByRole('spinbutton')).toHaveValue('2')
  await goOffline(page)
  await add(page)
  await expect(cartLink(page)).toContainText('₹56')
  await expect(toast(page)).toContainText('Saved on this device')
  expect(await unsent(page)).toBe(1)
  const next = await context.newPage()
  await page.close()
  await context.setOffline(false)
  await next.goto('/')
  await expect.poll(() => serverCart(next)).toMatchObject([{ quantity: 2 }])
  await expect.poll(() => unsent(next)).toBe(0)
  await expect(cartLink(next)).toContainText('₹56')
})

test('changes are sent in their order as soon as the network is back', async ({
  context,
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal('offline')
  await signIn(page)
  await addElsewhere(page, 'murmura-puffed-rice', { quantity: 2 })
  await addElsewhere(page, 'cabbage')
  await open('/cart')
  await page.keyboard.press('Shift')
  await expect(cartLink(page)).toContainText('₹86')
  await goOffline(page)
  const more = page.getByRole('row').filter({ hasText: 'Murmura' })
  await more.getByRole('button', { name: 'One more' }).click()
  await more.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: 'Remove Cabbage' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Cabbage' })).toHaveCount(0)
  await expect(cartLink(page)).toContainText('₹112')
  expect(await unsent(page)).toBe(3)
  expect(await serverCart(page)).toHaveLength(2)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.method())
  })
  await context.setOffline(false)
  await expect.poll(() => unsent(page)).toBe(0)
  expect(sent).toEqual(['PUT', 'PUT', 'DELETE'])
  expect(await serverCart(page)).toMatchObject([{ quantity: 4 }])
  await expect(page.getByRole('spinbutton')).toHaveValue('4')
})

test('an answer that was lost on its way does not add twice', async ({
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(503)
  await signIn(page)
  await open(RICE)
  let count = 0
  await page.route(ADD, async (route) => {
    if (count++ > 0) return route.continue()
    await route.fetch()
    await route.fulfill({ status: 503, json: { error: true, msg: 'lost' } })
  })
  await add(page)
  await expect(toast(page)).toContainText('Saved on this device')
  expect(await serverCart(page)).toMatchObject([{ quantity: 1 }])
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(() => unsent(page)).toBe(0)
  expect(count).toBe(2)
  expect(await serverCart(page)).toMatchObject([{ quantity: 1 }])
})

test('a shop that does not answer is asked again after 30 s, then after 60 s (S-203)', async ({
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(503)
  await signIn(page)
  await page.clock.install()
  await open(RICE)
  let count = 0
  await page.route(ADD, (route) => {
    count++
    return route.fulfill({ status: 503, json: { error: true, msg: 'busy' } })
  })
  // At the first input the page asks for the price; that request would time out when the clock is moved.
  const asked = page.waitForResponse('**/quick/*')
  await page.keyboard.press('Shift')
  await asked
  await settled(page)
  await stopClock(page)
  await add(page)
  await expect(toast(page)).toContainText('Saved on this device')
  expect(count).toBe(1)
  await page.clock.runFor(29_000)
  expect(count).toBe(1)
  await page.clock.runFor(2000)
  await expect.poll(() => count).toBe(2)
  // The page holds this lock until it has taken note of the answer.
  await page.evaluate(() => navigator.locks.request('kirana-changes', () => {}))
  await page.clock.runFor(55_000)
  expect(count).toBe(2)
  await page.clock.runFor(10_000)
  await expect.poll(() => count).toBe(3)
})

test('what the shop refuses later is told, and the cart is the shop’s (S-195)', async ({
  context,
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(409)
  expectRefusal('offline')
  await signIn(page)
  await open('/product/button-mushrooms')
  for (let press = 0; press < 2; press++) {
    await page.getByRole('button', { name: 'One more' }).click()
  }
  await expect(page.getByRole('spinbutton')).toHaveValue('3')
  await goOffline(page)
  await add(page)
  await expect(cartLink(page)).toContainText('₹174')
  await addElsewhere(page, 'button-mushrooms')
  await context.setOffline(false)
  await expect(page.getByText('Only 3 left').last()).toBeVisible()
  await expect(toast(page)).toHaveText('Only 3 left')
  await expect(cartLink(page)).toContainText('₹58')
  expect(await serverCart(page)).toMatchObject([{ quantity: 1 }])
})

test('whoever was signed out elsewhere signs in again, and nothing is lost or doubled (F47)', async ({
  context,
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(401)
  const shopper = await signIn(page)
  await page.clock.install()
  await open(RICE)
  await page.keyboard.press('Shift')
  await settled(page)
  await stopClock(page)
  await context.clearCookies()
  await add(page)
  await expect(toast(page)).toHaveText('Please login first!')
  await leavesAfter(page, 500, /\/signin\?next=%2Fproduct%2Fmurmura-puffed-rice/)
  await signIn(page, shopper)
  await open('/')
  await expect.poll(() => unsent(page)).toBe(0)
  expect(await serverCart(page)).toMatchObject([{ quantity: 1 }])
  await expect(cartLink(page)).toContainText('₹28')
})

test('hand-edited storage is recognised and replaced, and nothing breaks', async ({
  open,
  page,
}) => {
  await signIn(page)
  await addElsewhere(page, 'murmura-puffed-rice')
  await page.evaluate(() => {
    localStorage.setItem('cart', '{"userid":1,"items":[{"price":"<b>"}]}')
    localStorage.setItem('wishlist', 'null')
    localStorage.setItem('cartsummary', '<img src=x>')
    localStorage.setItem('change:1-x', '{"kind":"add","quantity":-5}')
  })
  await open('/')
  await page.keyboard.press('Shift')
  await expect(cartLink(page)).toContainText('₹28')
  expect(await unsent(page)).toBe(0)
})

test('a first tap on Choose without network stays on the page, and the next one opens the sheet', async ({
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal('offline')
  await open('/search?q=besan')
  await goOffline(page)
  const choose = page.getByRole('link', { name: 'Choose and add to cart: Fine Besan' })
  await choose.click()
  await expect(toast(page)).toContainText('This could not be loaded')
  await expect(page).toHaveURL('/search?q=besan')
  await page.context().setOffline(false)
  await choose.click()
  await expect(page.getByRole('dialog', { name: 'Fine Besan' })).toBeVisible()
})
