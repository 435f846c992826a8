import type { Browser, Page } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { fillBilling, fillCart, rupees, totalOf } from '#tests/browser/kit/checkout-steps.ts'
import { slowPayment } from '#tests/browser/kit/slow-payment.ts'
import { expect, test } from '#tests/browser/test.ts'

/** A page of the same shopper in a browser without JavaScript. */
async function withoutScript(browser: Browser, page: Page): Promise<Page> {
  const storageState = await page.context().storageState()
  const baseURL = new URL(page.url()).origin
  const context = await browser.newContext({ storageState, baseURL, javaScriptEnabled: false })
  return context.newPage()
}

test('without JavaScript a form that lacks something comes back as it was typed (S-142)', async ({
  browser,
  page,
}) => {
  await signIn(page)
  await fillCart(page)
  const plain = await withoutScript(browser, page)
  await plain.goto('/checkout')
  await plain.getByLabel('Town/City').fill('Pune')
  await plain.getByRole('button', { name: /^Checkout/ }).click()
  await expect(plain).toHaveURL('/checkout')
  await expect(plain.getByText('Please Fill all the required fields!')).toBeVisible()
  await expect(plain.getByLabel('Town/City')).toHaveValue('Pune')
  await expect(plain.getByLabel('House number and street name')).toHaveAccessibleDescription(
    'Please enter house number and street.',
  )
})

test('without JavaScript the demo gateway is paid on its own page (S-133)', async ({
  browser,
  page,
}) => {
  await signIn(page)
  const total = rupees(totalOf(await fillCart(page)))
  const plain = await withoutScript(browser, page)
  await plain.goto('/checkout')
  await fillBilling(plain)
  await plain.getByRole('button', { name: `Checkout: pay ${total}` }).click()
  await expect(plain.getByRole('heading', { name: 'Demo payment' })).toBeVisible()
  await plain.getByRole('button', { name: 'Let the payment fail' }).click()
  await expect(plain).toHaveURL('/checkout')
  await expect(plain.getByText('The payment did not go through. You can try again.')).toBeVisible()

  await expect(plain.getByLabel('Town/City')).toHaveValue('Pune')
  await plain.getByRole('button', { name: /^Checkout/ }).click()
  await plain.getByRole('button', { name: `Pay ${total}` }).click()
  await expect(plain).toHaveURL('/orders')
  await expect(plain.getByText('Thank you! Your order is placed.')).toBeVisible()
  await plain.getByRole('button', { name: 'Click Here To View' }).click()
  await expect(plain.getByRole('heading', { name: /^Order / })).toContainText('confirmed')
  await plain.getByText('Cancel the order').click()
  await plain.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(plain.getByText('You will get all of your money back.').first()).toBeVisible()
  await expect(plain.getByText('Cancel the order')).toHaveCount(0)
})

test('without JavaScript a slow payment is told as one that is checked (T10)', async ({
  browser,
  page,
}) => {
  await signIn(page)
  await fillCart(page)
  const plain = await withoutScript(browser, page)
  await plain.goto('/checkout')
  await fillBilling(plain)
  await plain.getByRole('button', { name: /^Checkout/ }).click()
  const payment = await slowPayment(plain)
  await plain.getByRole('button', { name: 'Pay, but slowly' }).click()
  await payment.hold()
  await expect(plain).toHaveURL('/orders')
  await expect(plain.getByText(/fail/i)).toHaveCount(0)
  await plain.goto('/checkout')
  await expect(plain.getByText(/Please do not pay again/)).toBeVisible()
  await expect(plain.getByRole('button', { name: /pay/i })).toHaveCount(0)
  await payment.end()
  await expect(async () => {
    await plain.getByRole('link', { name: 'Check again' }).click()
    await expect(plain).toHaveURL('/orders', { timeout: 500 })
  }).toPass({ timeout: 25_000 })
})

test('without JavaScript cash on delivery is an order at once', async ({ browser, page }) => {
  await signIn(page)
  await fillCart(page)
  const plain = await withoutScript(browser, page)
  await plain.goto('/checkout')
  await fillBilling(plain)
  await plain.getByRole('radio', { name: /^Cash on delivery/ }).check()
  await plain.getByRole('button', { name: /on delivery$/ }).click()
  await expect(plain).toHaveURL('/orders')
  await expect(plain.getByRole('row').nth(1)).toContainText('Cash on delivery')
})
