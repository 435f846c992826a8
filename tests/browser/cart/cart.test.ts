import type { Page } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { addElsewhere, call, cartLink, serverCart } from '#tests/browser/kit/buying.ts'
import { fillCart } from '#tests/browser/kit/checkout-steps.ts'
import { holdRequests } from '#tests/browser/kit/held-requests.ts'
import { islandsLive } from '#tests/browser/kit/islands-live.ts'
import { overlaps } from '#tests/browser/kit/overlaps.ts'
import { stopClock } from '#tests/browser/kit/stopped-clock.ts'
import { expect, test } from '#tests/browser/test.ts'

const BESAN = '/product/fine-besan'
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const toast = (page: Page) => page.locator('toast-message').getByRole('status')

test('the cart is for whoever has signed in (S-010 S-066)', async ({ page }) => {
  await page.goto('/cart')
  await expect(page).toHaveURL('/signin?next=%2Fcart')
})

test('an empty cart says so and leads to the shop (S-067 S-070)', async ({ axe, open, page }) => {
  await signIn(page)
  await open('/cart')
  await expect(page.getByRole('heading', { level: 1, name: 'Your Cart' })).toBeVisible()
  await expect(page.getByText('There are 0 products in your cart')).toBeVisible()
  await expect(page.getByText('Your Cart is currently Empty!')).toBeVisible()
  await expect(page.getByRole('table')).toBeHidden()
  expect(await axe()).toEqual([])
})

test('the cart lists its products and totals (S-067 S-068 S-069 S-071 S-102 S-201)', async ({
  axe,
  open,
  page,
}) => {
  await signIn(page)
  await addElsewhere(page, 'fine-besan', { quantity: 2, productweight: '1 kg' })
  await addElsewhere(page, 'murmura-puffed-rice')
  await open('/cart')
  await expect(page.getByText('There are 2 products in your cart')).toBeVisible()
  const columns = ['Product', 'Unit Price', 'Quantity', 'Subtotal', 'Remove']
  await expect(page.getByRole('columnheader')).toHaveText(columns)
  const besan = row(page, 'Fine Besan')
  await expect(besan.getByRole('link')).toHaveAttribute('href', `${BESAN}?variant=1-kg`)
  await expect(besan.getByRole('img', { name: 'Rated 5 of 5 stars' })).toBeVisible()
  await expect(besan.getByRole('cell').nth(1)).toContainText('₹118')
  await expect(besan.getByRole('cell').nth(3)).toHaveText('₹236')
  const totals = page.getByRole('region', { name: 'CART TOTALS' })
  const terms = ['Subtotal', 'Shipping', 'Estimate for', 'Total']
  await expect(totals.getByRole('term')).toHaveText(terms)
  const values = ['₹264', 'Free', 'India', '₹264']
  await expect(totals.getByRole('definition')).toHaveText(values)
  await expect(totals.getByRole('link', { name: 'Checkout' })).toHaveAttribute('href', '/checkout')
  expect(await axe()).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('with larger text on a phone no button of a line lies on another', async ({ open, page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page)
  await addElsewhere(page, 'murmura-puffed-rice')
  await open('/cart')
  await page.evaluate(() => void (document.documentElement.style.fontSize = '130%'))
  const button = (name: RegExp) => page.getByRole('button', { name })
  expect(await overlaps(button(/^Remove/), button(/^One more/))).toBe(false)
  expect(await overlaps(button(/later/), button(/^One more/))).toBe(false)
  expect(await overlaps(button(/^Remove/), button(/later/))).toBe(false)
})

test('what holds a single pack is said in the cart and in YOUR ORDER', async ({ open, page }) => {
  await signIn(page)
  await addElsewhere(page, 'cinnamon-sticks')
  await open('/cart')
  await expect(row(page, 'Cinnamon Sticks').getByRole('cell').first()).toContainText('50 g')
  await open('/checkout')
  const order = page.getByRole('region', { name: 'YOUR ORDER' })
  await expect(order.getByRole('row', { name: 'Cinnamon Sticks' })).toContainText('50 g')
})

test('a quantity is saved under an overlay, and 0 does nothing (S-072 S-121 S-122 S-174)', async ({
  open,
  page,
}) => {
  await signIn(page)
  await addElsewhere(page, 'murmura-puffed-rice')
  await page.clock.install()
  await open('/cart')
  // From here on the clock stands still, and so does the overlay.
  await stopClock(page)
  const field = page.getByRole('spinbutton', { name: 'Quantity of Murmura Puffed Rice' })
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') writes.push(request.url())
  })
  const view = page.getByRole('region', { name: 'Your Cart' })
  await page.getByRole('button', { name: 'One more' }).click()
  await expect(view).toHaveAttribute('aria-busy', 'true')
  await expect(row(page, 'Murmura').getByRole('cell').nth(3)).toHaveText('₹56')
  await page.clock.runFor(400)
  await expect(view).toHaveAttribute('aria-busy', 'true')
  await page.clock.runFor(100)
  await expect(view).not.toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('button', { name: 'One more' })).toBeFocused()
  await expect.poll(() => serverCart(page)).toMatchObject([{ quantity: 2 }])
  expect(writes).toHaveLength(1)
  for (const nothing of ['0', '2', '']) {
    await field.fill(nothing)
    await field.press('Enter')
    await expect(field).toHaveValue('2')
  }
  await field.fill('4')
  await field.press('Enter')
  await expect.poll(() => serverCart(page)).toMatchObject([{ quantity: 4 }])
  await expect(cartLink(page)).toContainText('₹112')
  expect(writes).toHaveLength(2)
})

test('a changed quantity is read out with what it costs, as is one that cannot be taken', async ({
  open,
  page,
}) => {
  await signIn(page)
  await addElsewhere(page, 'murmura-puffed-rice')
  await open('/cart')
  const row = page.getByRole('row').filter({ hasText: 'Murmura Puffed Rice' })
  const fewer = row.getByRole('button', { name: 'One fewer' })
  const said = page.locator('output.sr-only')
  await expect(fewer).toBeDisabled()
  await row.getByRole('button', { name: 'One more' }).press('Enter')
  await expect(said).toHaveText('Quantity of Murmura Puffed Rice: 2')
  await expect(row.locator('[aria-live=polite]')).toHaveText('₹56')
  await expect(fewer).toBeEnabled()
  const field = row.getByRole('spinbutton')
  await field.fill('0')
  await said.evaluate((region) => (region.textContent = ''))
  await field.press('Enter')
  await expect(said).toHaveText('Quantity of Murmura Puffed Rice: 2')
  await expect(field).toHaveValue('2')
})

test('presses that come at once all count, on /cart and on a card', async ({ open, page }) => {
  await signIn(page)
  await addElsewhere(page, 'murmura-puffed-rice')
  const more = page.getByRole('button', { name: 'One more' })
  const pressAtOnce = (button: HTMLElement | SVGElement) => {
    for (let press = 0; press < 4; press++)
      button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  }
  await open('/cart')
  await expect(row(page, 'Murmura').getByRole('spinbutton')).toHaveValue('1')
  await more.click()
  await expect.poll(() => serverCart(page)).toMatchObject([{ quantity: 2 }])
  await more.evaluate(pressAtOnce)
  await expect.poll(() => serverCart(page)).toMatchObject([{ quantity: 6 }])
  await open('/category/rice-grains')
  const counter = page.getByRole('group', { name: 'In your cart: Murmura Puffed Rice' }).first()
  await expect(counter.getByRole('status')).toHaveText('6')
  await counter.getByRole('button', { name: 'One more' }).click()
  await expect.poll(() => serverCart(page)).toMatchObject([{ quantity: 7 }])
  await counter.getByRole('button', { name: 'One more' }).evaluate(pressAtOnce)
  await expect.poll(() => serverCart(page)).toMatchObject([{ quantity: 11 }])
})

test('a removal can be taken back from the toast (S-175 S-190)', async ({ open, page }) => {
  await signIn(page)
  await addElsewhere(page, 'murmura-puffed-rice', { quantity: 3 })
  await page.clock.install()
  await open('/cart')
  await stopClock(page)
  await page.getByRole('button', { name: 'Remove Murmura Puffed Rice' }).click()
  await expect(toast(page)).toHaveText('Item deleted successfully from cart!')
  await expect(page.getByText('Your Cart is currently Empty!')).toBeVisible()
  await expect.poll(() => serverCart(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Murmura')).toBeVisible()
  await expect(page.getByRole('spinbutton')).toHaveValue('3')
  // The screen shows it at once, the server has it a moment later.
  await expect.poll(() => serverCart(page)).toMatchObject([{ quantity: 3 }])
})

test('a line is saved for later, and comes back from the wishlist with its choice', async ({
  open,
  page,
}) => {
  await signIn(page)
  await addElsewhere(page, 'fine-besan', { productweight: '1 kg' })
  await open('/cart')
  await page.getByRole('button', { name: 'Save for later: Fine Besan' }).click()
  await expect(page.getByText('Your Cart is currently Empty!')).toBeVisible()
  await expect(toast(page)).toHaveText('Saved to My List.')
  await open('/mylist')
  await page.getByRole('button', { name: 'Add to cart: Fine Besan' }).click()
  await expect(page.getByText('Your list is currently Empty!')).toBeVisible()
  await expect(toast(page)).toHaveText('Item is added to the cart')
  expect(await serverCart(page)).toMatchObject([{ productweight: '1 kg' }])
})

test('what another device changed stands in the header of the cart too, before any touch', async ({
  open,
  page,
}) => {
  await open('/')
  await signIn(page)
  await fillCart(page, 1, 1)
  await open('/cart')
  await expect(cartLink(page)).toHaveAccessibleName(/^Cart 1 /)
  await fillCart(page, 1, 2)
  await page.reload()
  await expect(cartLink(page)).toHaveAccessibleName(/^Cart 3 /)
})

test('a second tab and another device are followed', async ({ context, open, page }) => {
  await signIn(page)
  await open('/cart')
  const other = await context.newPage()
  await other.goto('/product/murmura-puffed-rice')
  await other.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
  await expect(row(page, 'Murmura')).toBeVisible()
  await expect(cartLink(page)).toContainText('₹28')
  await call(other, 'POST', '/api/cart/add', { productid: 'murmura-puffed-rice' })
  await open('/')
  await page.keyboard.press('Shift')
  await expect(cartLink(page)).toContainText('₹56')
})

test('without JavaScript the cart is filled, changed and emptied by forms', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const first = await context.newPage()
  await signIn(first)
  const state = await context.storageState()
  await context.close()
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: state,
    ...(baseURL && { baseURL }),
  })
  const page = await plain.newPage()
  await page.goto(`${BESAN}?variant=1-kg`)
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2')
  await page.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText('Item is added to the cart')).toBeVisible()
  await page.getByRole('spinbutton').fill('5')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(row(page, 'Fine Besan').getByRole('cell').nth(3)).toHaveText('₹590')
  await page.getByRole('button', { name: 'Remove Fine Besan' }).click()
  await expect(page.getByText('Item deleted successfully from cart!')).toBeVisible()
  await expect(page.getByText('Your Cart is currently Empty!')).toBeVisible()
  await page.goto('/search?q=murmura')
  await page.getByRole('button', { name: 'Add to cart: Murmura Puffed Rice' }).click()
  await expect(page).toHaveURL('/cart')
  await page.getByRole('button', { name: 'Save for later: Murmura Puffed Rice' }).click()
  await expect(page).toHaveURL('/mylist')
  await expect(row(page, 'Murmura')).toContainText('Rs. 28')
  await plain.close()
})

test('a quantity typed before the cart is live is kept, and sent when the field is left', async ({
  page,
}) => {
  await signIn(page)
  await addElsewhere(page, 'murmura-puffed-rice')
  const release = await holdRequests(page, '**/static/js/*.js')
  await page.goto('/cart', { waitUntil: 'domcontentloaded' })
  const field = page.getByRole('spinbutton', { name: 'Quantity of Murmura Puffed Rice' })
  await field.fill('5')
  release()
  await expect(page.locator('astro-island[opts*="now"][data-live]')).toHaveCount(1)
  await expect(field).toHaveValue('5')
  await expect(field).toBeFocused()
  await field.press('Tab')
  await expect.poll(() => serverCart(page)).toMatchObject([{ quantity: 5 }])
  await expect(cartLink(page)).toContainText('₹140')
})

test('a quantity that is typed goes along to the checkout, however soon that is pressed', async ({
  page,
}) => {
  await signIn(page)
  await addElsewhere(page, 'murmura-puffed-rice')
  const release = await holdRequests(page, '**/static/js/*.js')
  const answer = await holdRequests(page, '**/api/cart/*')
  await page.goto('/cart', { waitUntil: 'domcontentloaded' })
  await page.getByRole('spinbutton', { name: 'Quantity of Murmura Puffed Rice' }).fill('5')
  await page.getByRole('link', { name: 'Checkout' }).click()
  release()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByText('Updating…')).toBeVisible()
  answer()
  const order = page.getByRole('region', { name: 'YOUR ORDER' })
  await expect(order.getByRole('row', { name: 'Murmura Puffed Rice x 5' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Checkout: pay ₹140' })).toBeVisible()
  expect(await serverCart(page)).toMatchObject([{ quantity: 5 }])
})

test('Checkout says on its page what was lost because the code of the cart did not come (S-204)', async ({
  page,
}) => {
  await signIn(page)
  await addElsewhere(page, 'murmura-puffed-rice')
  await page.clock.install()
  await page.route('**/static/js/cart-stores.*.js', () => {})
  const asked = page.waitForRequest('**/static/js/cart-stores.*.js')
  await page.goto('/cart')
  await asked
  await islandsLive(page)
  await stopClock(page)
  await page.getByRole('spinbutton', { name: 'Quantity of Murmura Puffed Rice' }).fill('5')
  await page.getByRole('link', { name: 'Checkout' }).filter({ visible: true }).click()
  await page.clock.runFor(5100)
  await expect(page).toHaveURL('/checkout')
  const lost = 'A change to your cart or wishlist could not be saved. Please make it again.'
  await expect(toast(page)).toHaveText(lost)
})

test('on a phone a bar says what lies in the cart, below all that is to be read', async ({
  axe,
  open,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page)
  await addElsewhere(page, 'murmura-puffed-rice', { quantity: 2 })
  await open('/')
  const bar = page.locator('cart-bar').getByRole('link')
  await expect(bar).toHaveText(/2 items · ₹56\s*View cart/)
  await expect(bar).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const gap = await bar.evaluate((link) => {
    const footer = document.querySelector('footer')?.getBoundingClientRect().bottom ?? 0
    return link.getBoundingClientRect().top - footer
  })
  expect(gap).toBeGreaterThanOrEqual(0)
  expect(await axe()).toEqual([])
  await bar.click()
  await expect(page).toHaveURL('/cart')
})

test('where there is room the cart opens beside the page', async ({ axe, open, page }) => {
  await signIn(page)
  await addElsewhere(page, 'murmura-puffed-rice')
  await open('/category/rice-grains')
  await cartLink(page).click()
  const drawer = page.getByRole('dialog', { name: 'Your Cart' })
  await expect(drawer.getByRole('row').filter({ hasText: 'Murmura' })).toBeVisible()
  await drawer.getByRole('button', { name: 'One more' }).click()
  await expect(drawer.getByRole('region', { name: 'CART TOTALS' })).toContainText('₹56')
  await expect(drawer.getByRole('link', { name: 'Checkout' })).toBeVisible()
  expect(await axe()).toEqual([])
  await drawer.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(drawer).toBeHidden()
  await expect(cartLink(page)).toBeFocused()
})
