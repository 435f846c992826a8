import type { Page } from '@playwright/test'
import { signIn, signUp } from '#tests/browser/kit/accounts.ts'
import { addElsewhere, serverCart } from '#tests/browser/kit/buying.ts'
import { fillBilling, fillCart } from '#tests/browser/kit/checkout-steps.ts'
import { stopClock } from '#tests/browser/kit/stopped-clock.ts'
import { holdRequests } from '#tests/browser/kit/held-requests.ts'
import { expect, test } from '#tests/browser/test.ts'

/** Removes a module, as a new deploy does while an old page is open. */
const lose = (page: Page, name: string) =>
  page.route(`**/static/js/${name}.*.js*`, (route) => route.fulfill({ status: 404, body: '' }))

test('where the script of the checkout does not come, it says so once, and its form is sent (F46)', async ({
  page,
  problems,
}) => {
  await signIn(page)
  await fillCart(page)
  await lose(page, 'CheckoutScreen')
  await page.goto('/checkout')
  const told = page.getByText('Part of this page did not load.')
  await expect(told).toBeVisible()
  await fillBilling(page)
  await expect(told).toHaveCount(1)
  await page.getByRole('button', { name: /^Checkout/ }).click()
  await expect(page).toHaveURL(/\/checkout\/pay\?attempt=/)
  // The browser's line about the lost file, and that of the island.
  problems.splice(0)
})

test('where the payment window does not come, another way to pay is offered (F24)', async ({
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(404)
  await signIn(page)
  await fillCart(page)
  await lose(page, 'DemoDialog')
  await open('/checkout')
  await fillBilling(page)
  await page.getByRole('button', { name: /^Checkout/ }).click()
  await expect(page.getByText('The payment window could not be loaded.')).toBeVisible()
  await page.getByRole('link', { name: 'Or pay on the payment provider’s own page' }).click()
  await expect(page).toHaveURL(/\/checkout\/pay\?attempt=/)
})

const wishButton = (page: Page) =>
  page.getByRole('button', { name: 'ADD TO WISHLIST', exact: true })

test('a press before the scripts of a page have come is kept, and done with them', async ({
  page,
}) => {
  await signIn(page)
  const come = await holdRequests(page, '**/static/js/islands.*.js')
  await page.goto('/product/brown-basmati-rice')
  const asked = page.waitForRequest('**/static/js/islands.*.js')
  await wishButton(page).click()
  await asked
  // The button shows that it was pressed.
  await expect(wishButton(page)).toHaveCSS('opacity', '0.5')
  come()
  await expect(page).toHaveURL('/mylist')
  await expect(page.getByText('There is 1 product in your wishlist')).toBeVisible()
})

test('why a page is left is told on the next one where what shows it had not come (S-126)', async ({
  expectRefusal,
  page,
}) => {
  expectRefusal(401)
  const come = await holdRequests(page, '**/static/js/toast-box.*.js')
  await page.goto('/product/brown-basmati-rice')
  await wishButton(page).click()
  await expect(page).toHaveURL(/^[^?]*\/signin/)
  const told = page.locator('toast-message').getByRole('status')
  await expect(told).toBeEmpty()
  come()
  await expect(told).toHaveText('Please login first!')
})

const LOST = [
  { script: '{islands,controls,buying}', button: 'ADD TO CART', there: '/cart' },
  { script: 'islands', button: 'ADD TO WISHLIST', there: '/mylist' },
]
for (const { script, button, there } of LOST) {
  test(`where the scripts of a page do not come, its form is sent with the first press on ${button}`, async ({
    expectRefusal,
    page,
  }) => {
    expectRefusal(404)
    await signIn(page)
    await lose(page, script)
    await page.goto('/product/brown-basmati-rice')
    const sent = page.waitForRequest((request) => request.isNavigationRequest())
    await page.getByRole('button', { name: button, exact: true }).click()
    expect((await sent).method()).toBe('POST')
    await expect(page).toHaveURL(there)
    await expect(page.getByText(/There is 1 product in your (cart|wishlist)/)).toBeVisible()
  })
}

const choose = (page: Page) => page.getByRole('link', { name: /^Choose and add/ }).first()
const SHEET = '**/static/js/app.*.css*'

test('where the look of the packs does not come, Choose leads to the product', async ({
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(502)
  await signIn(page)
  await page.route(SHEET, (route) => route.fulfill({ status: 502, body: '' }))
  await open('/category/rice-grains')
  await choose(page).click()
  await expect(page).toHaveURL(/\/product\//)
  await expect(page.getByRole('button', { name: 'ADD TO CART', exact: true })).toBeVisible()
})

test('packs that could not be shown without network are there with the next press', async ({
  context,
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal('offline')
  await signIn(page)
  await page.route(SHEET, (route) => route.abort('internetdisconnected'))
  const come = ['dialogs', 'toast-box'].map((name) =>
    page.waitForResponse(`**/static/js/${name}.*.js`),
  )
  await open('/category/rice-grains')
  await page.mouse.wheel(0, 1)
  // Including all that they import.
  for (const script of await Promise.all(come)) {
    await page.evaluate((url) => import(url), script.url())
  }
  await context.setOffline(true)
  await choose(page).click()
  await expect(page.getByText('This could not be loaded.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.unroute(SHEET)
  await context.setOffline(false)
  await choose(page).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('button', { name: /^Add to cart/ }).first()).toBeVisible()
  await expect(sheet).toHaveCSS('position', 'fixed')
})

test('steps of a quantity in the cart all count, those before its code came as well', async ({
  page,
}) => {
  await signIn(page)
  await addElsewhere(page, 'murmura-puffed-rice', { quantity: 2 })
  const come = await holdRequests(page, '**/static/js/buying.*.js')
  await page.goto('/cart')
  const quantity = page.getByRole('spinbutton', { name: 'Quantity of Murmura Puffed Rice' })
  await expect(page.locator('astro-island[opts*="now"][data-live]')).toHaveCount(1)
  let answers = 0
  page.on('response', (response) => (answers += Number(response.request().method() === 'PUT')))
  const steps = ['One more', 'One more', 'One more', 'One fewer', 'One fewer', 'One fewer']
  for (const name of steps) await page.getByRole('button', { name }).click()
  await expect(quantity).toHaveValue('2')
  come()
  await expect.poll(() => answers).toBe(steps.length)
  expect(await serverCart(page)).toMatchObject([{ quantity: 2 }])
  await page.getByRole('button', { name: 'One more' }).click()
  await expect.poll(() => serverCart(page)).toMatchObject([{ quantity: 3 }])
  await expect(quantity).toHaveValue('3')
})

test('a step and a removal whose code does not come go with the forms of their row (S-204)', async ({
  page,
  problems,
}) => {
  await signIn(page)
  await addElsewhere(page, 'murmura-puffed-rice', { quantity: 2 })
  await lose(page, 'buying')
  await page.goto('/cart')
  await page.getByRole('button', { name: 'One more' }).click()
  await expect.poll(() => serverCart(page)).toMatchObject([{ quantity: 3 }])
  const quantity = page.getByRole('spinbutton', { name: 'Quantity of Murmura Puffed Rice' })
  await expect(quantity).toHaveValue('3')
  await page.getByRole('button', { name: 'Remove Murmura Puffed Rice' }).click()
  await expect.poll(() => serverCart(page)).toEqual([])
  // The browser's line about the lost file, and that of the store.
  problems.splice(0)
})

test('a script that has not come after 120 s is given up: its form is sent as without it (S-204)', async ({
  page,
}) => {
  const { email, password } = await signUp(page)
  await page.clock.install()
  // The script is requested, but never answered.
  await page.route('**/static/js/SignInForm.*.js', () => {})
  const asked = page.waitForRequest('**/static/js/SignInForm.*.js')
  await page.goto('/signin')
  await asked
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await stopClock(page)
  await page.getByRole('button', { name: 'Sign In' }).click()
  let isSent = false
  page.on('request', (request) => (isSent ||= request.method() === 'POST'))
  await page.clock.runFor(100_000)
  expect(isSent).toBe(false)
  await page.clock.runFor(20_000)
  await expect.poll(() => isSent, { timeout: 10_000 }).toBe(true)
  await page.clock.resume()
  await expect(page).toHaveURL('/')
})
