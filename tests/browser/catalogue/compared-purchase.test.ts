import { cartLink, serverCart } from '#tests/browser/kit/buying.ts'
import { holdRequests } from '#tests/browser/kit/held-requests.ts'
import { test } from '#tests/browser/kit/open-shop.ts'
import { expect } from '#tests/browser/test.ts'

test('the packs of a compared product have its own name and price, also until the shop answers (S-026)', async ({
  page,
}) => {
  const answer = await holdRequests(page, '**/api/cart/add')
  await page.goto('/compare?ids=salt,basmati-rice')
  await page.getByRole('link', { name: 'Choose and add to cart: Basmati Rice' }).click()
  const sheet = page.getByRole('dialog', { name: 'Basmati Rice' })
  await sheet.getByRole('button', { name: 'Add to cart: Basmati Rice 5 kg' }).click()
  await expect(cartLink(page)).toHaveText('Cart 1 in it, ₹540')
  answer()
  await expect.poll(() => serverCart(page)).toMatchObject([{ productweight: '5 kg' }])
})

test('a compared product counts with its price before any script has come, and is not lost when the page is left (S-026 G01)', async ({
  page,
}) => {
  const come = await holdRequests(page, '**/static/js/page.*.js')
  await page.goto('/compare?ids=salt,toor-dal')
  await page.getByRole('button', { name: 'Add to cart: Toor Dal' }).click()
  await expect(cartLink(page)).toHaveText('Cart 1 in it, ₹149.50')
  await page.goto('/contact')
  come()
  await page.keyboard.press('Tab')
  await expect.poll(() => serverCart(page)).toMatchObject([{ productid: 'toor-dal', quantity: 1 }])
})
