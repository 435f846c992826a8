import type { Page } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { call, serverCart } from '#tests/browser/kit/buying.ts'
import { holdRequests } from '#tests/browser/kit/held-requests.ts'
import { leavesAfter, stopClock } from '#tests/browser/kit/stopped-clock.ts'
import { settled } from '#tests/browser/kit/settled.ts'
import { expect, test } from '#tests/browser/test.ts'

const LONG = 'cotton-clothes-line-with-twelve-wooden-pegs-for-balcony-and-terrace'
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const toast = (page: Page) => page.locator('toast-message').getByRole('status')
const unsent = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('change:')).length)
const wishes = async (page: Page): Promise<{ productid: string }[]> =>
  (await page.request.get('/api/mylist')).json()

/** Presses ADD TO WISHLIST while the clock stands still, after all that the first press loads has come. */
async function pressStopped(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'ADD TO WISHLIST', exact: true })
  await button.focus()
  await expect(page.locator('astro-island[data-live]').filter({ has: button })).toHaveCount(1)
  await stopClock(page)
  await button.click()
}

test('ADD TO WISHLIST adds and leads there 0.5 s later, whatever the result (S-126 S-169 S-188 S-189)', async ({
  open,
  page,
}) => {
  await signIn(page)
  await page.clock.install()
  await open('/product/murmura-puffed-rice')
  await pressStopped(page)
  await expect(toast(page)).toHaveText('Product added to wishlist!')
  await leavesAfter(page, 500, '/mylist')
  await expect(toast(page)).toHaveText('Product added to wishlist!')
  expect(await wishes(page)).toMatchObject([{ productid: 'murmura-puffed-rice' }])
  await open('/product/murmura-puffed-rice')
  await page.getByRole('button', { name: 'ADD TO WISHLIST', exact: true }).click()
  await expect(toast(page)).toHaveText('Product already exist in wishlist!')
  await expect(page).toHaveURL('/mylist')
  expect(await wishes(page)).toHaveLength(1)
})

test('a heart of a card is filled and emptied where it stands', async ({ axe, open, page }) => {
  await signIn(page)
  await open('/category/rice-grains')
  const heart = page.getByRole('button', { name: 'Add to wishlist: Murmura Puffed Rice' })
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(toast(page)).toHaveText('Product added to wishlist!')
  await expect.poll(() => wishes(page)).toMatchObject([{ productid: 'murmura-puffed-rice' }])
  await open('/category/rice-grains')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  expect(await axe()).toEqual([])
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => wishes(page)).toEqual([])
  await heart.click()
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => unsent(page)).toBe(0)
  expect(await wishes(page)).toEqual([])
  await expect(page).toHaveURL('/category/rice-grains')
})

test('whoever is signed out is asked to sign in, and has the wish afterwards (S-127 S-138)', async ({
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(401)
  await page.clock.install()
  await open('/product/murmura-puffed-rice')
  await pressStopped(page)
  await expect(toast(page)).toHaveText('Please login first!')
  await leavesAfter(page, 500, /\/signin\?next=/)
  await signIn(page)
  expect(await wishes(page)).toMatchObject([{ productid: 'murmura-puffed-rice' }])
})

test('the wishlist is for whoever has signed in (S-011 S-073)', async ({ page }) => {
  await page.goto('/mylist')
  await expect(page).toHaveURL('/signin?next=%2Fmylist')
  await signIn(page)
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto('/mylist')
  await expect(page).toHaveURL('/signin?next=%2Fmylist')
})

test('an empty wishlist shows a picture and says so (S-077)', async ({ axe, open, page }) => {
  await signIn(page)
  await open('/mylist')
  await expect(page.getByText('There are 0 products in your wishlist')).toBeVisible()
  await expect(page.getByText('Your list is currently Empty!')).toBeVisible()
  await expect(page.getByRole('main').locator('svg')).toBeVisible()
  expect(await axe()).toEqual([])
})

test('the wishlist shows its products, long titles cut (S-069 S-074 S-075 S-076 S-103 S-170)', async ({
  axe,
  open,
  page,
}) => {
  await signIn(page)
  await call(page, 'POST', '/api/mylist/add', { productid: 'fine-besan' })
  await call(page, 'POST', '/api/mylist/add', { productid: LONG })
  await open('/mylist')
  await expect(page.getByRole('heading', { level: 1, name: 'Your WishList' })).toBeVisible()
  await expect(page.getByText('There are 2 products in your wishlist')).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Product', 'Unit Price', 'Remove'])
  const besan = row(page, 'Fine Besan')
  await expect(besan.getByRole('img', { name: 'Rated 5 of 5 stars' })).toBeVisible()
  await expect(besan.getByRole('cell').nth(1)).toContainText('Rs. 62')
  const cut = 'Cotton Clothes Line with Twelve Wooden Pegs for Balcony and ...'
  await expect(page.getByText(cut, { exact: true })).toBeVisible()
  expect(await axe()).toEqual([])
  await besan.getByRole('link').first().click()
  await expect(page).toHaveURL('/product/fine-besan')
})

test('a removal is told as that of the cart, and can be taken back (S-077 S-128 S-171 S-190)', async ({
  open,
  page,
}) => {
  await signIn(page)
  await call(page, 'POST', '/api/mylist/add', { productid: 'fine-besan' })
  await page.clock.install()
  await open('/mylist')
  await stopClock(page)
  const list = page.getByRole('region', { name: 'Your WishList' })
  await page.getByRole('button', { name: 'Remove Fine Besan' }).click()
  await expect(list).toHaveAttribute('aria-busy', 'true')
  await page.clock.runFor(500)
  await expect(list).not.toHaveAttribute('aria-busy', 'true')
  await expect(toast(page)).toHaveText('Item deleted successfully from cart!')
  await expect(page.getByText('Your list is currently Empty!')).toBeVisible()
  await expect.poll(() => wishes(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Fine Besan').getByRole('link').first()).toBeFocused()
  await expect(toast(page)).toHaveText('Product added to wishlist!')
  expect(await wishes(page)).toHaveLength(1)
})

test('what needs no choice is moved into the cart, what needs one opens its quick view', async ({
  open,
  page,
}) => {
  await signIn(page)
  await call(page, 'POST', '/api/mylist/add', { productid: 'fine-besan' })
  await call(page, 'POST', '/api/mylist/add', { productid: 'murmura-puffed-rice' })
  await open('/mylist')
  await page.getByRole('button', { name: 'Add to cart: Murmura Puffed Rice' }).click()
  await expect(row(page, 'Murmura')).toHaveCount(0)
  await expect.poll(() => serverCart(page)).toMatchObject([{ productid: 'murmura-puffed-rice' }])
  await page.getByRole('link', { name: 'Choose and add to cart: Fine Besan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fine Besan' })
  await dialog.getByRole('radio', { name: /1 kg/ }).check()
  await dialog.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
  await expect(dialog.getByText('Item is added to the cart')).toBeVisible()
})

test('an entry that was moved into the cart is not shown again until the list is read (I7)', async ({
  open,
  page,
}) => {
  await signIn(page)
  await call(page, 'POST', '/api/mylist/add', { productid: 'murmura-puffed-rice' })
  await open('/mylist')
  await settled(page)
  const come = await holdRequests(page, '**/api/mylist?*')
  const read = page.waitForRequest('**/api/mylist?*')
  await page.getByRole('button', { name: 'Add to cart: Murmura Puffed Rice' }).click()
  // The addition has been answered, and the list is being read.
  await read
  await expect.poll(() => unsent(page)).toBe(0)
  await expect(row(page, 'Murmura')).toHaveCount(0)
  come()
  await expect(page.getByText('Your list is currently Empty!')).toBeVisible()
})

for (const late of ['react', 'list-stores']) {
  test(`two taps move one into the cart, also before ${late} has come`, async ({ page }) => {
    await signIn(page)
    await page.goto('/location')
    await call(page, 'POST', '/api/mylist/add', { productid: 'murmura-puffed-rice' })
    const come = await holdRequests(page, `**/static/js/${late}.*.js`)
    await page.goto('/mylist')
    if (late !== 'react') await expect(page.locator('astro-island[data-live]')).toHaveCount(1)
    await page.getByRole('button', { name: 'Add to cart: Murmura Puffed Rice' }).dblclick()
    come()
    await expect(row(page, 'Murmura')).toHaveCount(0)
    await expect.poll(() => wishes(page)).toEqual([])
    await expect.poll(() => unsent(page)).toBe(0)
    expect(await serverCart(page)).toMatchObject([
      { productid: 'murmura-puffed-rice', quantity: 1 },
    ])
  })
}
