import { signIn } from '#tests/browser/kit/accounts.ts'
import { call, serverCart } from '#tests/browser/kit/buying.ts'
import {
  fillBilling,
  fillCart,
  post,
  rupees,
  totalOf,
  unfold,
} from '#tests/browser/kit/checkout-steps.ts'
import { holdRequests } from '#tests/browser/kit/held-requests.ts'
import { islandsLive } from '#tests/browser/kit/islands-live.ts'
import { expect, test } from '#tests/browser/test.ts'

const FIELDS = {
  'Full Name': ['name', null],
  Country: ['country-name', null],
  'House number and street name': ['address-line1', null],
  'Society/village etc. (optional)': ['address-line2', null],
  'Town/City': ['address-level2', null],
  'State/Country': ['address-level1', null],
  'Post Code/PIN Code': ['postal-code', 'numeric'],
  'Phone Number': ['tel', 'tel'],
  'Email Address': ['email', 'email'],
} as const

test('the checkout has billing details and the order (S-014 S-083 S-084 S-108)', async ({
  axe,
  open,
  page,
}) => {
  const shopper = await signIn(page)
  const bought = await fillCart(page)
  await open('/checkout')
  await expect(page.getByRole('heading', { name: 'BILLING DETAILS' })).toBeVisible()
  for (const [label, [token, keyboard]] of Object.entries(FIELDS)) {
    const field = page.getByRole('combobox', { name: label, exact: true })
    const input = field.or(page.getByRole('textbox', { name: label, exact: true }))
    await expect(input).toHaveAttribute('autocomplete', token)
    if (keyboard) await expect(input).toHaveAttribute('inputmode', keyboard)
  }
  await expect(page.getByLabel('Full Name')).toHaveValue(shopper.name)
  await expect(page.getByLabel('Email Address')).toHaveValue(shopper.email)

  const order = page.getByRole('region', { name: 'YOUR ORDER' })
  await expect(order.getByRole('columnheader')).toHaveText(['Product', 'Subtotal'])
  for (const { name, price, quantity } of bought) {
    const row = order.getByRole('row', { name: `${name} x ${quantity}` })
    await expect(row.getByRole('cell')).toHaveText(rupees(price * quantity, 'Rs. '))
  }
  // What a payment will say has its place before, or a screen reader would miss it.
  const said = page.getByRole('main').getByRole('status')
  await expect(said.last()).toBeEmpty()
  const total = rupees(totalOf(bought))
  const subtotal = `Subtotal ${rupees(totalOf(bought))}`
  await expect(order.getByRole('row', { name: subtotal })).toBeVisible()
  await expect(page.getByRole('button', { name: `Checkout: pay ${total}` })).toBeInViewport()
  expect(await axe()).toEqual([])
})

test('a shop that does not answer may have an order: it is not said that nothing was placed (T10)', async ({
  open,
  page,
  problems,
}) => {
  await signIn(page)
  await fillCart(page)
  await open('/checkout')
  await fillBilling(page)
  await page.route('**/api/checkout', (route) => route.fulfill({ status: 502, body: '' }))
  await page.getByRole('button', { name: /^Checkout/ }).click()
  await expect(
    page.getByText(
      'We cannot tell whether your order was placed. Please try again: it will be placed only once.',
    ),
  ).toBeVisible()
  await expect(page.getByText('You are offline.')).toHaveCount(0)
  // The browser's line about the refusal, and that of the call.
  problems.splice(0)
})

test('where cash takes a confirmed email first, the refusal beside Pay leads there and back (G22)', async ({
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(409)
  await signIn(page)
  await fillCart(page)
  await open('/checkout')
  await fillBilling(page)
  // What a shop answers that takes no cash without it.
  const json = { error: true, msg: 'Please confirm it before.', code: 'codUnconfirmed' }
  await page.route('**/api/checkout', (route) => route.fulfill({ status: 409, json }))
  await page.getByRole('radio', { name: /cash/i }).check()
  await page.getByRole('button', { name: /^Checkout/ }).click()
  await expect(page.getByRole('radio', { name: /pay now/i })).toBeChecked()
  await page.getByRole('link', { name: 'Confirm your email address' }).click()
  await expect(page).toHaveURL('/verifyotp?next=/checkout')
})

test('a visitor comes to the checkout by signing in (S-085)', async ({ open, page }) => {
  await open('/checkout')
  await expect(page).toHaveURL('/signin?next=%2Fcheckout')
})

test('what is missing is said, and beside each field (S-142)', async ({ axe, open, page }) => {
  await signIn(page)
  await fillCart(page)
  await open('/checkout')
  await page.getByRole('button', { name: /^Checkout/ }).click()
  await expect(page.getByText('Please Fill all the required fields!')).toBeVisible()
  const street = page.getByLabel('House number and street name')
  await expect(street).toBeFocused()
  await expect(street).toHaveAccessibleDescription('Please enter house number and street.')
  await expect(page.getByLabel('Town/City')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Society/village')).not.toHaveAttribute('aria-invalid')
  expect(await axe()).toEqual([])

  await fillBilling(page)
  await expect(page.getByLabel('Town/City')).not.toHaveAttribute('aria-invalid')
  await page.getByLabel('Post Code/PIN Code').fill('41100')
  await page.getByRole('button', { name: /^Checkout/ }).click()
  await expect(page.getByLabel('Post Code/PIN Code')).toBeFocused()
  await expect(page.getByLabel('Post Code/PIN Code')).toHaveAccessibleDescription(
    'Please enter a PIN code of 6 digits!',
  )
})

test('what another device changed is shown and confirmed before paying (F30)', async ({
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(409)
  await signIn(page)
  const [first, second] = await fillCart(page)
  if (!first || !second) throw new Error('Two products are needed')
  await open('/checkout')
  await fillBilling(page)
  const line = (await serverCart(page)).find(({ productid }) => productid === first.id)
  await call(page, 'PUT', `/api/cart/${line?._id}`, { quantity: 3 })
  const was = totalOf([first, second])
  const now = totalOf([{ ...first, quantity: 3 }, second])
  await page.getByRole('button', { name: /^Checkout/ }).click()
  const changed = page.getByRole('group', { name: 'Your order has changed' })
  await expect(changed).toBeFocused()
  await expect(changed, 'the sums are read out').toHaveAccessibleDescription(
    new RegExp(`^The total changed from ${rupees(was)} to ${rupees(now)}`),
  )
  await expect(page.getByLabel('Town/City')).toHaveValue('Pune')
  await page.getByRole('button', { name: `Confirm and pay ${rupees(now)}` }).click()
  await page.getByRole('button', { name: `Pay ${rupees(now)}`, exact: true }).click()
  await expect(page).toHaveURL('/orders')
})

test('Pay that was pressed early waits for what is still being added, which is then confirmed (I6 F30)', async ({
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(409)
  await signIn(page)
  const bought = await fillCart(page, 1)
  await open('/search?q=murmura')
  const comeAdded = await holdRequests(page, '**/api/cart/add')
  await page.getByRole('button', { name: 'Add to cart: Murmura Puffed Rice' }).click()
  await expect(page.getByRole('group', { name: /^In your cart: Murmura/ })).toBeVisible()
  const comeSteps = await holdRequests(page, '**/static/js/checkout-steps.*.js')
  await page.goto('/checkout')
  await islandsLive(page)
  await fillBilling(page)
  await page.getByRole('button', { name: /^Checkout/ }).click()
  comeSteps()
  await expect(page.getByRole('status').filter({ hasText: 'Updating…' })).toBeVisible()
  comeAdded()
  const changed = page.getByRole('group', { name: 'Your order has changed' })
  await expect(changed).toBeFocused()
  const all = [...bought, { id: '', name: '', price: 28, quantity: 1 }]
  const now = rupees(totalOf(all))
  await page.getByRole('button', { name: `Confirm and pay ${now}` }).click()
  await page.getByRole('button', { name: `Pay ${now}`, exact: true }).click()
  await expect(page).toHaveURL('/orders')
})

test('a saved address is filled in, and the phone keyboard fits the country', async ({
  open,
  page,
}) => {
  await signIn(page)
  await fillCart(page, 1)
  await post(page, '/api/user/addresses', {
    ...{ fullname: 'Ravi Rao', country: 'Nepal', streetaddressline1: '5 Lake Side' },
    ...{ streetaddressline2: '', city: 'Pokhara', state: 'Gandaki', zipcode: '33700' },
    phonenumber: '9811122233',
  })
  await open('/checkout')
  await expect(page.getByLabel('Town/City')).toHaveValue('Pokhara')
  await unfold(page)
  await page.getByLabel('Town/City').fill('Kathmandu')
  await page.getByRole('link', { name: /Ravi Rao/ }).click()
  await expect(page.getByLabel('Town/City')).toHaveValue('Pokhara')
  await expect(page.getByLabel('Post Code/PIN Code')).toHaveAttribute('inputmode', 'text')
  await page.getByLabel('Country', { exact: true }).fill('India')
  await page.getByLabel('Country', { exact: true }).blur()
  await expect(page.getByLabel('Post Code/PIN Code')).toHaveAttribute('inputmode', 'numeric')
})

test('cash on delivery is chosen by keyboard and named by the button', async ({ open, page }) => {
  await signIn(page)
  await fillCart(page)
  await open('/checkout')
  await fillBilling(page)
  await page.getByRole('radio', { name: /^Pay now/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('button', { name: /^Checkout: ₹.* on delivery$/ }).press('Enter')
  await expect(page).toHaveURL('/orders')
  await expect(page.getByRole('row').nth(1)).toContainText('Cash on delivery')
})

test('whose session has ended signs in again, and finds what was typed', async ({
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(401)
  const { email, password } = await signIn(page)
  await fillCart(page)
  const read = page.waitForResponse('**/api/cart?*')
  await open('/checkout')
  await fillBilling(page)
  await page.getByLabel('Town/City').fill('Mysuru')
  // The first touch has the cart read, which would find the session gone before Pay does.
  await (await read).finished()
  await page.context().clearCookies({ name: /session/ })
  await page.getByRole('button', { name: /^Checkout: pay/ }).click()
  await expect(page).toHaveURL('/signin?next=%2Fcheckout')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByLabel('Town/City')).toHaveValue('Mysuru')
  await expect(page.getByRole('table').first()).toBeVisible()
})

test('an empty cart has nothing to pay', async ({ axe, open, page }) => {
  await signIn(page)
  await open('/checkout')
  await expect(page.getByText('Your Cart is currently Empty!')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Checkout/ })).toHaveCount(0)
  expect(await axe()).toEqual([])
})

test('the checkout loads own scripts only, and none of the provider before Pay (P11 S-205)', async ({
  open,
  page,
}) => {
  await signIn(page)
  await fillCart(page)
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await open('/checkout')
  const { origin } = new URL(page.url())
  expect(scripts.filter((url) => !url.startsWith(`${origin}/static/js/`))).toEqual([])
  expect(await page.content()).not.toMatch(/secret|razorpay/i)
})
