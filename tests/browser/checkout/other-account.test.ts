import { signIn, takeOver } from '#tests/browser/kit/accounts.ts'
import { fillBilling, fillCart } from '#tests/browser/kit/checkout-steps.ts'
import { openBlank, ownRead } from '#tests/browser/kit/settled.ts'
import { expect, test } from '#tests/browser/test.ts'

test('a checkout is shown anew for another account that signs in elsewhere (A40)', async ({
  context,
  expectRefusal,
  open,
  page,
}) => {
  const asha = await signIn(page)
  await fillCart(page)
  await open('/checkout')
  await expect(page.getByLabel('Email Address')).toHaveValue(asha.email)
  await ownRead(page)
  const other = await context.newPage()
  await openBlank(other)
  const ravi = await takeOver(other, expectRefusal)
  await expect(page.getByText('There is nothing to check out yet.')).toBeVisible()
  await fillCart(other)
  await open('/checkout')
  await expect(page.getByLabel('Email Address')).toHaveValue(ravi.email)
})

test('one account orders nothing with the address of another, and is told so (F47)', async ({
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(409)
  const asha = await signIn(page)
  await fillCart(page)
  await open('/checkout')
  await fillBilling(page)
  const ravi = await takeOver(page, expectRefusal)
  await fillCart(page)
  await page.getByRole('button', { name: /^Checkout/ }).click()
  await expect(page.getByText('You are signed in to another account now')).toBeVisible()
  const mail = page.getByLabel('Email Address')
  await expect(mail).toHaveValue(ravi.email)
  await expect(mail).not.toHaveValue(asha.email)
  await expect(page.getByLabel('House number and street name')).toHaveValue('')
  const orders = await page.request.get('/api/orders')
  expect(await orders.json()).toEqual([])
})
