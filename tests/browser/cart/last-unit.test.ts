import { signIn } from '#tests/browser/kit/accounts.ts'
import { addElsewhere } from '#tests/browser/kit/buying.ts'
import { expect, test } from '#tests/browser/test.ts'

test('after the last unit of a pack the focus is on what adds it again', async ({ open, page }) => {
  await signIn(page)
  await open('/category/dairy-eggs')
  await page
    .getByRole('link', { name: /^Choose and add/ })
    .first()
    .click()
  const row = page.getByRole('dialog').getByRole('listitem').first()
  await row.getByRole('button', { name: /^Add to cart/ }).click()
  await expect(row.getByRole('button', { name: 'One more' })).toBeFocused()
  await row.getByRole('button', { name: 'One fewer' }).press('Enter')
  await expect(row.getByRole('button', { name: /^Add to cart/ })).toBeFocused()
})

test('on its page the focus goes from the last unit to the next pack, and then to ADD TO CART', async ({
  open,
  page,
}) => {
  await signIn(page)
  await addElsewhere(page, 'fine-besan', { productweight: '500 g' })
  await addElsewhere(page, 'fine-besan', { productweight: '1 kg' })
  await open('/product/fine-besan')
  const add = page.getByRole('main').getByRole('button', { name: 'ADD TO CART', exact: true })
  await add.focus()
  const fewer = page
    .getByRole('group', { name: /^In your cart: Fine Besan/ })
    .getByRole('button', { name: 'One fewer' })
  await expect(fewer).toHaveCount(2)
  await fewer.first().press('Enter')
  await expect(fewer).toHaveCount(1)
  await expect(fewer).toBeFocused()
  await fewer.press('Enter')
  await expect(add).toBeFocused()
})
