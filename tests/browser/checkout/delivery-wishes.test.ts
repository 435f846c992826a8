import { signIn } from '#tests/browser/kit/accounts.ts'
import { addElsewhere, call } from '#tests/browser/kit/buying.ts'
import { expect, test } from '#tests/browser/test.ts'
import { BILLING } from '#tests/support/orders/billing.ts'

test('what to do where something is missing is folded until it is said, without JavaScript too', async ({
  page,
  plainPage,
}) => {
  await signIn(page)
  await addElsewhere(page, 'fine-besan', { productweight: '1 kg' })
  await plainPage.context().addCookies(await page.context().cookies())
  await plainPage.goto('/checkout')
  const wish = plainPage.getByLabel('If something is out of stock')
  await expect(wish).toBeHidden()
  await plainPage.getByText('+ Out-of-stock items, note to the rider').click()
  await expect(wish).toHaveValue('call')
  await wish.selectOption('Leave it out')
  await plainPage.getByRole('button', { name: /^Checkout/ }).click()
  await expect(plainPage.getByText('Please enter house number and street.')).toBeVisible()
  await expect(wish).toBeVisible()
  await expect(wish).toHaveValue('leave')
})

test('a note that was refused stays in sight while it is put right (P10)', async ({
  open,
  page,
}) => {
  await signIn(page)
  await addElsewhere(page, 'fine-besan', { productweight: '1 kg' })
  await call(page, 'POST', '/api/checkout', { ...BILLING, payment: 'cod' })
  await addElsewhere(page, 'fine-besan', { productweight: '1 kg' })
  await open('/checkout')
  await page.getByText('+ Out-of-stock items, note to the rider').click()
  const note = page.getByRole('textbox', { name: /note/i })
  await note.fill('My card is 4111 1111 1111 1111')
  await page.getByRole('button', { name: /^Checkout/ }).click()
  await expect(note).toHaveAccessibleDescription(/leave card numbers out/)
  await note.pressSequentially('!')
  await expect(note).toBeFocused()
  await note.fill('Ring twice')
  await page.getByRole('button', { name: /^Checkout/ }).click()
  await page.waitForURL(/\/orders/)
})
