import { signIn, signInByCall } from '#tests/browser/kit/accounts.ts'
import {
  ADDRESS,
  fillBilling,
  fillCart,
  rupees,
  totalOf,
} from '#tests/browser/kit/checkout-steps.ts'
import { slowPayment } from '#tests/browser/kit/slow-payment.ts'
import { openBlank } from '#tests/browser/kit/settled.ts'
import { expect, test } from '#tests/browser/test.ts'

test('paying in the dialog makes the order (S-133 S-183 S-187 S-202)', async ({
  axe,
  open,
  page,
}) => {
  await signIn(page)
  const bought = await fillCart(page)
  const total = rupees(totalOf(bought))
  await open('/checkout')
  await fillBilling(page)
  const answered = page.waitForResponse('**/api/checkout')
  await page.getByRole('button', { name: /^Checkout/ }).click()
  const attempt: unknown = await (await answered).json()
  expect(attempt).toMatchObject({ amount: Math.round(totalOf(bought) * 100), currency: 'INR' })

  const dialog = page.getByRole('dialog', { name: 'Demo payment' })
  await expect(dialog.getByText('DEMO', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Order from Kirana')).toBeVisible()
  await expect(dialog.getByText('Receipt')).toBeVisible()
  await expect(dialog.getByText(total, { exact: true })).toBeVisible()
  expect(await axe()).toEqual([])
  await dialog.getByRole('button', { name: `Pay ${total}` }).click()

  await expect(page).toHaveURL('/orders')
  await expect(page.getByText('Thank you! Your order is placed.')).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText(ADDRESS['House number and street name'])
  expect(await (await page.request.get('/api/cart')).json()).toEqual([])
})

test('who fails or closes the window can pay with the same order (F21 T18)', async ({
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(402)
  await signIn(page)
  await fillCart(page)
  await open('/checkout')
  await fillBilling(page)
  const pay = page.getByRole('button', { name: /^Checkout/ })
  const dialog = page.getByRole('dialog', { name: 'Demo payment' })
  await pay.click()
  const receipt = dialog.getByRole('definition').nth(2)
  const first = await receipt.textContent()
  await dialog.getByRole('button', { name: 'Let the payment fail' }).click()
  await expect(page.getByRole('status').getByText(/did not go through/)).toBeVisible()
  await expect(pay).toBeFocused()

  await pay.click()
  await expect(receipt).toHaveText(first ?? '')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('status').getByText(/window was closed/)).toBeVisible()

  await pay.click()
  await dialog.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(page).toHaveURL('/orders')
})

test('a slow payment is being made, not failed, in every tab (T10 F20)', async ({
  context,
  open,
  page,
}) => {
  test.slow()
  await signIn(page)
  await fillCart(page)
  await open('/checkout')
  await fillBilling(page)
  await page.getByRole('button', { name: /^Checkout/ }).click()
  const payment = await slowPayment(page)
  await page.getByRole('button', { name: 'Pay, but slowly' }).click()
  await payment.hold()
  await expect(page.getByRole('heading', { name: 'We have your payment' })).toBeVisible()
  await expect(page.getByText(/fail/i).filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /pay/i })).toHaveCount(0)

  const other = await context.newPage()
  await other.goto('/checkout')
  await expect(other.getByText('Please do not pay again')).toBeVisible()
  await expect(other.getByRole('button', { name: /pay/i })).toHaveCount(0)
  await payment.end()
  await expect(page).toHaveURL('/orders')
  await expect(other).toHaveURL('/orders')
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('who is signed out while a payment is checked is led to sign in and back to it (F46)', async ({
  context,
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(502)
  expectRefusal(401)
  const shopper = await signIn(page)
  await fillCart(page)
  await open('/checkout')
  await fillBilling(page)
  await page.getByRole('button', { name: /^Checkout/ }).click()
  const payment = await slowPayment(page)
  // The gateway takes the money, and its answer is lost.
  await page.route('**/api/demo/pay', async (route) => {
    await route.fetch({ postData: { ...route.request().postDataJSON(), action: 'slow' } })
    await payment.hold()
    await route.fulfill({ status: 502, json: {} })
  })
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(
    page.getByRole('heading', { name: 'Checking your payment' }),
    'is read out with the warning',
  ).toHaveAccessibleDescription(/Please do not pay again/)
  const other = await context.newPage()
  await other.goto('/checkout')
  await expect(other.getByText('Please do not pay again')).toBeVisible()
  await context.clearCookies()
  for (const one of [page, other]) {
    await expect(one).toHaveURL('/signin?next=%2Fcheckout')
  }
  await page.unroute('**/api/demo/pay')
  await page.getByLabel('Email').fill(shopper.email)
  await page.getByLabel('Password').fill(shopper.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await payment.end()
  await expect(page).toHaveURL('/orders')
  await expect(page.getByRole('row')).toHaveCount(2)
})

test('a payment that comes back when another account is signed in is left to the shop to check (F46 T10)', async ({
  context,
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(404)
  // Until the page learns who is signed in now, it may ask for the previous cart, with the session that has ended.
  expectRefusal(403)
  expectRefusal(401)
  const asha = await signIn(page)
  await fillCart(page)
  await open('/checkout')
  await fillBilling(page)
  await page.getByRole('button', { name: /^Checkout/ }).click()
  await page.route('**/api/orders/create', async (route) => {
    // Somebody signs in as another account in another tab while the gateway takes the money.
    const other = await context.newPage()
    await signIn(other)
    await other.close()
    await route.continue()
  })
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(page).toHaveURL('/orders')
  await expect(page.getByText('Please do not pay again')).toBeVisible()

  await page.unrouteAll()
  // No answer to a read of the other account comes after the sign-in.
  await openBlank(page)
  await signInByCall(page, asha)
  await expect(async () => {
    await open('/orders')
    await expect(page.getByRole('row')).toHaveCount(2, { timeout: 1000 })
  }).toPass()
})

test('who loses the network while paying comes back and reads the truth (T10 F07)', async ({
  context,
  open,
  page,
  problems,
}) => {
  await signIn(page)
  await fillCart(page)
  await open('/checkout')
  await fillBilling(page)
  await page.getByRole('button', { name: /^Checkout/ }).click()
  // The gateway has taken the money, and then the shop cannot be reached.
  await page.route('**/api/orders/create', (route) => route.abort())
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await expect(page.getByRole('heading', { name: 'Checking your payment' })).toBeVisible()
  await expect(page.getByText(/fail/i).filter({ visible: true })).toHaveCount(0)

  const later = await context.newPage()
  await later.goto('/checkout')
  await expect(later).toHaveURL('/orders')
  await expect(later.getByRole('row')).toHaveCount(2)
  await page.unroute('**/api/orders/create')
  await expect(page).toHaveURL('/orders', { timeout: 30_000 })
  problems.length = 0
})

test('the script of Razorpay comes on Pay, with what its dialog shows (P11 S-187)', async ({
  open,
  page,
}) => {
  await signIn(page)
  await fillCart(page)
  let loads = 0
  // Replaces the provider's script and the shop's answer; a stand-in for both needs a separate server
  // (tests/razorpay).
  await page.route('**/v1/checkout.js', (route) => {
    loads++
    return route.fulfill({ contentType: 'text/javascript', body: STANDARD_CHECKOUT })
  })
  await page.route('**/api/checkout', (route) => route.fulfill({ json: RAZORPAY_ATTEMPT }))
  await open('/checkout')
  await page.evaluate(() => {
    document.querySelector('#checkout')?.setAttribute('data-script', '/v1/checkout.js')
  })
  await fillBilling(page)
  expect(loads).toBe(0)
  const pay = page.getByRole('button', { name: /^Checkout/ })
  await pay.click()
  await expect(page.locator('html[data-razorpay=open]')).toHaveCount(1)
  expect(loads).toBe(1)
  const options: unknown = await page.evaluate(() => ({ ...Reflect.get(window, 'opened') }))
  const { orderid: order_id, key, amount, currency, name, description, prefill } = RAZORPAY_ATTEMPT
  expect(options).toMatchObject({ order_id, key, amount, currency, name, description, prefill })

  await page.evaluate(() => Reflect.get(window, 'opened').modal.ondismiss())
  await expect(page.getByText(/window was closed/)).toBeVisible()
  await expect(pay).toBeFocused()
})

/** Standard Checkout, as far as a page needs it. */
const STANDARD_CHECKOUT = `window.Razorpay = class {
  constructor(options) { window.opened = options }
  open() { document.documentElement.dataset.razorpay = 'open' }
}`
const RAZORPAY_ATTEMPT = {
  ...{ attempt: 'a1', provider: 'razorpay', key: 'rzp_test_1', orderid: 'order_1', receipt: 'a1' },
  ...{ amount: 5400, currency: 'INR', name: 'Kirana', description: 'Order from Kirana' },
  ...{ expires: 4_000_000_000_000 },
  prefill: { name: 'Asha Rao', email: 'asha@example.com', contact: '9876543210' },
}
