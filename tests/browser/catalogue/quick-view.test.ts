import type { Page } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { serverCart } from '#tests/browser/kit/buying.ts'
import { holdRequests } from '#tests/browser/kit/held-requests.ts'
import { stopClock } from '#tests/browser/kit/stopped-clock.ts'
import { expect, test } from '#tests/browser/test.ts'

const LISTING = '/category/rice-grains'
const quickLink = (page: Page) => page.getByRole('link', { name: 'Quick view: Aged Basmati Rice' })

test('the quick view shows the whole product over any screen (S-019 S-045 S-046 S-118)', async ({
  axe,
  open,
  page,
}) => {
  await signIn(page)
  await open(LISTING)
  await quickLink(page).click()
  const dialog = page.getByRole('dialog', { name: 'Aged Basmati Rice' })
  await expect(dialog.getByText('Doabari')).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'Rated 5 of 5 stars' })).toBeVisible()
  await expect(dialog.getByText('11% off')).toBeVisible()
  await expect(dialog.getByText('₹149').first()).toBeVisible()
  await expect(dialog.getByText('₹169').first()).toBeVisible()
  await expect(dialog.getByText('IN STOCK')).toBeVisible()
  await expect(dialog.getByText(/grain/).first()).toBeVisible()
  await expect(dialog.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('1')
  for (const name of ['ADD TO CART', 'ADD TO WISHLIST']) {
    await expect(dialog.getByRole('button', { name })).toBeVisible()
  }
  await expect(dialog.getByRole('link', { name: 'COMPARE' })).toBeVisible()
  const first = dialog.getByRole('img', { name: /photo 1 of 2/ })
  await first.hover()
  await expect(first).toHaveCSS('scale', '2')
  await dialog.getByRole('link', { name: 'Photo 2 of 2' }).click()
  await expect(dialog.getByRole('img', { name: /photo 2 of 2/ })).toBeInViewport({ ratio: 0.5 })
  expect(await axe()).toEqual([])
})

test('in the quick view so many of a product are added, and it is compared (S-047)', async ({
  open,
  page,
}) => {
  await signIn(page)
  await page.clock.install()
  await open(LISTING)
  await page.getByRole('link', { name: 'Quick view: Murmura Puffed Rice' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'One more' }).click()
  await expect(dialog.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('2')
  await dialog.getByRole('link', { name: 'COMPARE' }).click()
  await expect(dialog.getByRole('link', { name: 'SEE COMPARISON (1)' })).toBeVisible()
  const add = dialog.getByRole('button', { name: /^(ADD TO CART|Adding\.\.\.)$/ })
  await stopClock(page)
  await add.click()
  await expect(add).toHaveText('Adding...')
  await page.clock.runFor(1000)
  await expect(add).toHaveText('ADD TO CART')
  await expect.poll(() => serverCart(page)).toMatchObject([{ quantity: 2 }])
})

test('the quick view says that a pack must be chosen first, and then adds it (S-123)', async ({
  open,
  page,
}) => {
  await signIn(page)
  await open(LISTING)
  await quickLink(page).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose a pack first.')
  await dialog.getByRole('radio').first().check()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  // What a screen reader is told must be inside the dialog, as everything else is inert.
  await expect(dialog.getByRole('status').filter({ hasText: '₹' })).toHaveClass('sr-only')
  await dialog.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
  await expect.poll(() => serverCart(page)).toMatchObject([{ quantity: 1 }])
})

test('the quick view is the first action of a card and closes in every way (S-048)', async ({
  open,
  page,
}) => {
  await signIn(page)
  await open(LISTING)
  const dialog = page.getByRole('dialog')
  const first = page.getByRole('listitem').filter({ hasText: 'Aged Basmati Rice' })
  await expect(first.getByRole('link').nth(1)).toHaveAccessibleName(/^Quick view/)
  const closings = [
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(3, 3),
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
  ]
  for (const close of closings) {
    await quickLink(page).click()
    await expect(dialog.getByRole('button', { name: 'ADD TO CART', exact: true })).toBeVisible()
    await expect(page).toHaveURL('/product/aged-basmati-rice')
    await close()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(LISTING)
    await expect(quickLink(page)).toBeFocused()
  }
})

test('a press that begins or ends inside the quick view leaves it open', async ({ open, page }) => {
  await signIn(page)
  await open(LISTING)
  await quickLink(page).click()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByRole('heading', { name: 'Aged Basmati Rice' })
  await name.hover()
  await page.mouse.down()
  await page.mouse.move(3, 3)
  await page.mouse.up()
  await expect(dialog).toBeVisible()
  await page.mouse.down()
  await name.hover()
  await page.mouse.up()
  await expect(dialog).toBeVisible()
  await page.mouse.click(3, 3)
  await expect(dialog).toBeHidden()
})

test('a quick view that two taps opened is closed by one press', async ({ open, page }) => {
  await signIn(page)
  const come = await holdRequests(page, '**/static/js/dialogs.*.js')
  // The script that handles taps, once loaded, asks for the dialog ahead of time.
  const asked = page.waitForRequest('**/static/js/dialogs.*.js')
  await open(LISTING)
  await page.keyboard.press('Shift')
  await asked
  await quickLink(page).dblclick()
  come()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'ADD TO CART', exact: true })).toBeVisible()
  await expect(page).toHaveURL('/product/aged-basmati-rice')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(LISTING)
  await expect(dialog).toBeHidden()
  // A quick view that was reloaded is a page of its own: the next quick view leads back to it.
  await quickLink(page).click()
  await expect(page).toHaveURL('/product/aged-basmati-rice')
  await open('/product/aged-basmati-rice')
  await page.reload()
  const next = page.getByRole('link', { name: /^Quick view/ }).first()
  await next.click()
  await expect(dialog.getByRole('button', { name: 'ADD TO CART', exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/product/aged-basmati-rice')
})

test('forward opens the quick view again over the list, also after the list was loaded anew', async ({
  open,
  page,
}) => {
  await signIn(page)
  await open(`${LISTING}?sort=price`)
  const dialog = page.getByRole('dialog', { name: 'Aged Basmati Rice' })
  const list = page.getByRole('heading', { level: 1, name: 'Rice & Grains', includeHidden: true })
  // Loads the script that swaps parts of the list, which then follows the address as well.
  await page.getByRole('link', { name: 'Quick view: Thick Poha' }).hover()
  await quickLink(page).click()
  await expect(dialog.getByRole('button', { name: 'ADD TO CART', exact: true })).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.goForward()
  await expect(dialog.getByRole('button', { name: 'ADD TO CART', exact: true })).toBeVisible()
  await expect(list).toHaveCount(1)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.reload()
  await page.goForward()
  await expect(page.getByRole('button', { name: 'ADD TO CART', exact: true }).first()).toBeVisible()
  await expect(page.getByText('Aged Basmati Rice').first()).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`${LISTING}?sort=price`)
  await expect(list).toHaveCount(1)
})

test('the focus stays in the quick view, and its address is that of the product', async ({
  open,
  page,
}) => {
  await signIn(page)
  await open(LISTING)
  await quickLink(page).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'ADD TO CART', exact: true })).toBeVisible()
  for (let press = 0; press < 25; press++) {
    await page.keyboard.press('Tab')
    const isInside = await page.evaluate(
      () =>
        document.activeElement === document.body ||
        document.activeElement?.closest('dialog') !== null,
    )
    expect(isInside).toBe(true)
  }
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Aged Basmati Rice' })).toBeVisible()
})

test('a second quick view shows the card at once, before the shop has answered', async ({
  open,
  page,
}) => {
  await signIn(page)
  await open(LISTING)
  await quickLink(page).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'ADD TO CART', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/quick/**', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: 'Quick view: Thick Poha' }).click()
  await expect(dialog.getByRole('heading', { name: 'Thick Poha' })).toBeVisible()
  await expect(dialog.getByText('₹42')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'ADD TO CART', exact: true })).toHaveCount(0)
  answer()
  await expect(dialog.getByRole('button', { name: 'ADD TO CART', exact: true })).toBeVisible()
})

test('a quick view that could not come is asked for again by keyboard, which keeps its place', async ({
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal('offline')
  await signIn(page)
  await open(LISTING)
  await page.route('**/quick/**', (route) => route.abort('internetdisconnected'))
  await quickLink(page).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Aged Basmati Rice' })
  const again = dialog.getByRole('button', { name: 'Try again' })
  await again.press('Enter')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(again).toBeFocused()
  await page.unroute('**/quick/**')
  await again.press('Enter')
  await expect(dialog.getByText('IN STOCK')).toBeVisible()
  await expect(dialog.locator(':focus')).toHaveCount(1)
})

test('the quick view of a copy says so, until the shop has answered (I6)', async ({
  context,
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal('offline')
  await signIn(page)
  await open(LISTING)
  // As the service worker gives it when the network is slow.
  await page.route(
    '**/quick/**',
    async (route) => {
      const response = await route.fetch()
      const text = (await response.text()).replaceAll('14900', '13900')
      await route.fulfill({ response, body: text.replace('{', '{"isKept":true,') })
    },
    { times: 1 },
  )
  await quickLink(page).click()
  const dialog = page.getByRole('dialog')
  const told = dialog.getByText('Slow network: price and stock may have changed.')
  await expect(told).toBeVisible()
  await expect(dialog.getByText('₹139').first()).toBeVisible()
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(told).toBeHidden()
  await expect(dialog.getByText('₹149').first()).toBeVisible()
})

test('whoever is signed out is asked to sign in for the quick view (S-049 S-138)', async ({
  open,
  page,
}) => {
  await open(LISTING)
  await quickLink(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'Please login first!' })).toBeVisible()
  await expect(page).toHaveURL('/signin?next=%2Fcategory%2Frice-grains')
})

test('a quick view that the shop shows to the signed in alone asks to sign in, and closes (S-138 S-148)', async ({
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(401)
  await signIn(page)
  const refusal = { error: true, msg: 'Please login first!', code: 'signedOut' }
  await page.route('**/quick/*', (route) => route.fulfill({ status: 401, json: refusal }))
  await open(LISTING)
  await quickLink(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'Please login first!' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/signin?next=%2Fproduct%2Faged-basmati-rice')
  await page.goBack()
  await expect(page).toHaveURL(LISTING)
  await expect(quickLink(page)).toBeVisible()
})

test('without JavaScript the quick view is a link to the product', async ({ plainPage: page }) => {
  await page.goto(LISTING)
  await quickLink(page).click()
  await expect(page).toHaveURL('/product/aged-basmati-rice')
})
