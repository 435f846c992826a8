import { signIn } from '#tests/browser/kit/accounts.ts'
import { addElsewhere } from '#tests/browser/kit/buying.ts'
import { signInAs } from '#tests/browser/kit/editors.ts'
import { seenFocus } from '#tests/browser/kit/seen-focus.ts'
import { stopClock } from '#tests/browser/kit/stopped-clock.ts'
import { expect, test } from '#tests/browser/test.ts'

test('the keyboard’s place is seen on the dark footer, on a toast and on the counter of a card', async ({
  open,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page)
  await addElsewhere(page, 'murmura-puffed-rice')
  await page.clock.install()
  await open('/category/rice-grains')
  const footer = page.getByRole('contentinfo').getByRole('link', { name: 'Contact' })
  expect(await seenFocus(page, footer)).toBeGreaterThan(1)
  const counter = page.getByRole('group', { name: 'In your cart: Murmura Puffed Rice' })
  for (const name of ['One fewer', 'One more']) {
    expect(await seenFocus(page, counter.getByRole('button', { name })), name).toBeGreaterThan(1)
  }
  // No more of it are left.
  const more = counter.getByRole('button', { name: 'One more' })
  await more.evaluate((button) => button.setAttribute('aria-disabled', 'true'))
  expect(await seenFocus(page, more)).toBeGreaterThan(1)
  const heart = page.getByRole('button', { name: 'Add to wishlist: Murmura Puffed Rice' })
  await stopClock(page)
  await heart.click()
  const toast = page.locator('toast-message')
  await expect(toast.getByRole('status')).toHaveText('Product added to wishlist!')
  const close = toast.getByRole('button', { name: 'Close this message' })
  expect(await seenFocus(page, close)).toBeGreaterThan(1)
})

test('the keyboard’s place is seen on the header of the desk', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signInAs(page, 'staff')
  await page.goto('/desk/orders')
  const links = await page.getByRole('banner').getByRole('link').all()
  expect(links).toHaveLength(2)
  for (const link of links) expect(await seenFocus(page, link)).toBeGreaterThan(1)
  const shop = page.getByRole('banner').getByRole('link').last()
  await shop.focus()
  await expect(shop).toHaveCSS('background-color', 'rgb(245, 246, 241)')
  await expect(shop).toHaveCSS('color', 'rgb(27, 39, 31)')
})

test('the keyboard’s place is seen on the stars of a review, which stand in high contrast, too', async ({
  open,
  page,
}) => {
  await open('/product/fine-besan')
  const stars = page.getByRole('radio', { name: /^\d stars?$/ })
  await stars.first().scrollIntoViewIfNeeded()
  expect(await seenFocus(page, stars.first())).toBeGreaterThan(1)
  await page.emulateMedia({ forcedColors: 'active' })
  await stars.nth(2).check()
  const seen = () =>
    stars.evaluateAll((all) =>
      all.map((star) => getComputedStyle(star, '::before').backgroundColor),
    )
  // They light up once React has heard of the choice.
  await expect.poll(async () => new Set(await seen()).size).toBe(2)
  const looks = await seen()
  const [lit, , , unlit] = looks
  expect(looks).toEqual([lit, lit, lit, unlit, unlit])
  expect(new Set([lit, unlit, 'rgb(255, 255, 255)', 'rgb(0, 0, 0)']).size).toBe(4)
})
