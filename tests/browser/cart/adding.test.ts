import type { Page } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { addElsewhere, cartLink, serverCart } from '#tests/browser/kit/buying.ts'
import { holdRequests } from '#tests/browser/kit/held-requests.ts'
import { stopClock } from '#tests/browser/kit/stopped-clock.ts'
import { expect, test } from '#tests/browser/test.ts'

const BESAN = '/product/fine-besan'
/** Sold in a single pack. */
const ONE_PACK = '/product/brown-basmati-rice'
const NOWHERE = { x: 0, y: 0, width: 0, height: 0 }
const toast = (page: Page) => page.locator('toast-message').getByRole('status')

test('a product without choices is added at once (S-026 S-060 S-124 S-129 S-172 S-173 S-196)', async ({
  open,
  page,
}) => {
  await signIn(page)
  await page.clock.install()
  await open('/product/murmura-puffed-rice')
  await page.getByRole('button', { name: 'One more' }).click()
  await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('2')
  const button = page.getByRole('button', { name: /^(ADD TO CART|Adding\.\.\.)$/ })
  // From here on the clock stands still: for a second the button says what it does.
  await stopClock(page)
  await button.click()
  await expect(button).toHaveText('Adding...')
  await expect(toast(page)).toHaveText('Item is added to the cart')
  await expect(cartLink(page)).toContainText('2')
  await expect(cartLink(page)).toContainText('₹56')
  await page.clock.runFor(1000)
  await expect(button).toHaveText('ADD TO CART')
  await page.clock.resume()
  await open('/')
  await expect(cartLink(page)).toContainText('₹56')
  expect(await serverCart(page)).toMatchObject([{ productid: 'murmura-puffed-rice', quantity: 2 }])
})

test('a missing choice is marked without words, told beside ADD TO CART, has the focus, and nothing is added (S-123 S-139)', async ({
  axe,
  open,
  page,
}) => {
  await signIn(page)
  await open(BESAN)
  const group = page.getByRole('radiogroup', { name: 'Choose a pack' })
  await page.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
  await expect(group).toHaveAttribute('aria-invalid', 'true')
  await expect(group.getByRole('radio').first()).toBeFocused()
  await expect(toast(page)).toHaveText('')
  await expect(page.getByRole('alert')).toHaveText('Choose a pack first.')
  expect(await axe()).toEqual([])
  expect(await serverCart(page)).toEqual([])
  await group.getByRole('radio', { name: /1 kg/ }).check()
  await expect(group).not.toHaveAttribute('aria-invalid')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
  await expect(toast(page)).toHaveText('Item is added to the cart')
  expect(await serverCart(page)).toMatchObject([{ productweight: '1 kg', quantity: 1 }])
})

test('the stepper starts at 1, never goes below it, and ends at stock and 99 (S-119)', async ({
  open,
  page,
}) => {
  await open('/product/murmura-puffed-rice')
  await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveAttribute('max', '40')
  await open('/product/cabbage')
  const field = page.getByRole('spinbutton', { name: 'Quantity' })
  await expect(field).toHaveValue('1')
  const fewer = page.getByRole('button', { name: 'One fewer' })
  await expect(fewer).toBeDisabled()
  await fewer.press('Enter')
  await expect(field).toHaveValue('1')
  // Presses before the island is live are tested in early-add.test.ts.
  await expect(page.locator('astro-island[data-live]').filter({ has: field })).toHaveCount(1)
  await page.getByRole('button', { name: 'One more' }).dblclick()
  await expect(field).toHaveValue('3')
  await field.fill('500')
  await field.press('Tab')
  await expect(field).toHaveValue('99')
  await expect(toast(page)).toHaveText('We can send at most 99 of this.')
  await expect(page.getByRole('button', { name: 'One more' })).toBeDisabled()
})

test('of another pack of which fewer are left only these are chosen, and it is said (S-119 S-123)', async ({
  open,
  page,
}) => {
  await open('/product/coarse-laddoo-besan')
  const field = page.getByRole('spinbutton', { name: 'Quantity' })
  await page.getByRole('radio', { name: /^500 g/ }).check()
  await field.fill('10')
  await field.press('Tab')
  await expect(field).toHaveValue('10')
  // A press that is held until its code has come is done a moment later.
  await page.getByRole('radio', { name: /^1 kg/ }).click()
  await expect(page.getByRole('radio', { name: /^1 kg/ })).toBeChecked()
  await expect(toast(page)).toHaveText('We can send at most 6 of this.')
  await expect(field).toHaveValue('6')
})

test('of a pack of which fewer are left no more are chosen, also where both came before React (S-119 G01)', async ({
  page,
}) => {
  const come = await holdRequests(page, '**/static/js/react.*.js')
  await page.goto('/product/coarse-laddoo-besan')
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' })
  await quantity.fill('10')
  await quantity.press('Tab')
  await page.getByRole('radio', { name: /^1 kg/ }).check()
  come()
  await expect(toast(page)).toHaveText('We can send at most 6 of this.')
  await expect(quantity).toHaveValue('6')
})

test('of what is sold out no quantity can be chosen (S-119)', async ({ open, page }) => {
  await open('/product/ladi-pav')
  await expect(page.getByRole('button', { name: 'ADD TO CART', exact: true })).toBeDisabled()
  await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveCount(0)
})

test('in the cart more than there is becomes what there is, and it is said (S-119)', async ({
  open,
  page,
  plainPage,
}) => {
  await signIn(page)
  await addElsewhere(page, 'murmura-puffed-rice', { quantity: 2 })
  await open('/cart')
  const field = page.getByRole('spinbutton', { name: 'Quantity of Murmura Puffed Rice' })
  const most = 'We can send at most 40 of this.'
  await field.fill('500')
  await field.press('Enter')
  await expect(toast(page)).toHaveText(most)
  await page.getByRole('button', { name: 'Close this message' }).click()
  await expect(toast(page)).toBeEmpty()
  await expect(field).toHaveValue('40')
  await expect.poll(() => serverCart(page)).toMatchObject([{ quantity: 40 }])
  await page.getByRole('button', { name: 'One more' }).press('Enter')
  await expect(toast(page)).toHaveText(most)

  await plainPage.context().addCookies(await page.context().cookies())
  await plainPage.goto('/cart')
  const plainField = plainPage.getByRole('spinbutton')
  await plainField.fill('500')
  await plainPage.getByRole('button', { name: 'Update' }).click()
  // The browser itself says how many there may be, and sends nothing.
  await expect(plainField).toBeFocused()
  await expect(plainField).toHaveValue('500')
  await expect(plainField).toHaveAttribute('max', '40')
})

test('whoever is signed out is asked to sign in, and has the product afterwards (S-138)', async ({
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(401)
  await open('/product/murmura-puffed-rice')
  await page.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
  await expect(toast(page)).toHaveText('Please login first!')
  await expect(page).toHaveURL(/\/signin\?next=%2Fproduct%2Fmurmura-puffed-rice/)
  await signIn(page)
  expect(await serverCart(page)).toMatchObject([{ productid: 'murmura-puffed-rice', quantity: 1 }])
})

test('a product with one pack needs no choosing, on its page and on its card', async ({
  open,
  page,
}) => {
  await signIn(page)
  await open(ONE_PACK)
  await expect(page.getByRole('radiogroup').getByRole('radio')).toBeChecked()
  await page.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
  await expect(toast(page)).toHaveText('Item is added to the cart')
  const [line] = await serverCart(page)
  expect(line?.productweight).not.toBe('')
})

test('a card adds at one tap, counts what lies in the cart, and takes out the last, on every list (S-190)', async ({
  axe,
  open,
  page,
}) => {
  await signIn(page)
  await page.clock.install()
  await open('/search?q=murmura')
  await page.getByRole('button', { name: 'Add to cart: Murmura Puffed Rice' }).click()
  const counter = page.getByRole('group', { name: 'In your cart: Murmura Puffed Rice' })
  await expect(counter.getByRole('status')).toHaveText('1')
  await expect(counter.getByRole('button', { name: 'One more' })).toBeFocused()
  await counter.getByRole('button', { name: 'One more' }).click()
  await counter.getByRole('button', { name: 'One more' }).click()
  await expect(counter.getByRole('status')).toHaveText('3')
  await expect.poll(() => serverCart(page)).toMatchObject([{ quantity: 3 }])
  expect(await axe()).toEqual([])
  await open('/category/rice-grains')
  await expect(counter.first().getByRole('status')).toHaveText('3')
  await counter.first().getByRole('button', { name: 'One fewer' }).click()
  await expect.poll(() => serverCart(page)).toMatchObject([{ quantity: 2 }])
  await open('/search?q=murmura')
  await stopClock(page)
  for (const left of ['1', undefined]) {
    await counter.getByRole('button', { name: 'One fewer' }).click()
    if (left) await expect(counter.getByRole('status')).toHaveText(left)
  }
  await expect(page.getByRole('button', { name: 'Add to cart: Murmura Puffed Rice' })).toBeFocused()
  await expect.poll(() => serverCart(page)).toEqual([])
  await expect(page.getByText('Item deleted successfully from cart!')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(counter.getByRole('status')).toHaveText('1')
  await expect.poll(() => serverCart(page)).toMatchObject([{ quantity: 1 }])
})

for (const [where, path, name] of [
  ['a card', '/search?q=murmura', 'Murmura Puffed Rice'],
  ['the packs of a card', '/search?q=besan', 'Fine Besan 1 kg'],
] as const) {
  test(`a double press on ADD of ${where} adds one, and the counter counts from then on`, async ({
    open,
    page,
  }) => {
    await signIn(page)
    await page.clock.install()
    await open(path)
    const choose = page.getByRole('link', { name: 'Choose and add to cart: Fine Besan' })
    if (where !== 'a card') await choose.click()
    const add = page.getByRole('button', { name: `Add to cart: ${name}` })
    const counter = page.getByRole('group', { name: `In your cart: ${name}` })
    // The first press may come before its code, which would take a second one for impatience.
    await add.click()
    await counter.getByRole('button', { name: 'One fewer' }).click()
    await expect.poll(() => serverCart(page)).toEqual([])
    await expect(add).toBeInViewport({ ratio: 1 })
    await stopClock(page)
    const { x, y, width, height } = (await add.boundingBox()) ?? NOWHERE
    // Where the counter will have its +.
    await page.mouse.dblclick(x + width - 10, y + height / 2)
    await expect(counter.getByRole('status')).toHaveText('1')
    await page.clock.runFor(500)
    await page.mouse.click(x + width - 10, y + height / 2)
    await expect(counter.getByRole('status')).toHaveText('2')
    await expect.poll(() => serverCart(page)).toMatchObject([{ quantity: 2 }])
  })
}

test('the packs of a card stand in a sheet with their prices, also without network', async ({
  axe,
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal('offline')
  await signIn(page)
  await open('/search?q=besan')
  const choose = page.getByRole('link', { name: 'Choose and add to cart: Fine Besan' })
  const sheet = page.getByRole('dialog', { name: 'Fine Besan' })
  await choose.click()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toBeHidden()
  await page.context().setOffline(true)
  await choose.click()
  await expect(sheet.getByRole('listitem')).toHaveCount(2)
  await expect(sheet.getByRole('listitem').nth(1)).toContainText('₹118 / kg')
  await sheet.getByRole('button', { name: 'Add to cart: Fine Besan 1 kg' }).click()
  const counter = sheet.getByRole('group', { name: 'In your cart: Fine Besan 1 kg' })
  await counter.getByRole('button', { name: 'One more' }).click()
  await expect(counter.getByRole('status')).toHaveText('2')
  await expect(cartLink(page)).toContainText('₹236')
  expect(await axe()).toEqual([])
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.context().setOffline(false)
  await expect
    .poll(() => serverCart(page))
    .toMatchObject([{ productid: 'fine-besan', productweight: '1 kg', quantity: 2 }])
  await expect(page.getByRole('link', { name: /^2 in cart.*Fine Besan/ })).toBeFocused()
})
