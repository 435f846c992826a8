import type { Browser, Page } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { fillBilling, fillCart, post, unfold } from '#tests/browser/kit/checkout-steps.ts'
import { expect, test } from '#tests/browser/test.ts'

const HOME = {
  ...{ fullname: 'Asha Rao', country: 'India', streetaddressline1: '12 MG Road' },
  ...{ streetaddressline2: '', city: 'Pune', state: 'Maharashtra', zipcode: '411001' },
  phonenumber: '9811122233',
}
const field = (page: Page, name: string) => page.locator(`[name=${name}]`)

/** Comes to the checkout as a shopper who has a saved address. */
async function comeWith(page: Page, address: Partial<typeof HOME>): Promise<void> {
  await signIn(page)
  await fillCart(page, 1)
  await post(page, '/api/user/addresses', { ...HOME, ...address })
}

test('a new PIN code in a saved address brings its own city and state (S-083)', async ({
  open,
  page,
}) => {
  await comeWith(page, {})
  await open('/checkout')
  await unfold(page)
  await field(page, 'zipcode').fill('400001')
  await expect(field(page, 'city')).toHaveValue('Mumbai')
  await field(page, 'zipcode').fill('560001')
  await expect(field(page, 'city')).toHaveValue('Bengaluru')
  await expect(field(page, 'state')).toHaveValue('Karnataka')
  // Restored after a reload, it brings them again.
  await page.reload()
  await expect(field(page, 'zipcode')).toHaveValue('560001')
  await expect(field(page, 'city')).toHaveValue('Bengaluru')
  await expect(field(page, 'state')).toHaveValue('Karnataka')
})

test('a digit typed again, or the next PIN code of the place, leaves a saved village (S-083)', async ({
  open,
  page,
}) => {
  await comeWith(page, { city: 'Hinjewadi', zipcode: '411057' })
  await open('/checkout')
  await unfold(page)
  // From now on the table of places is loaded, and PIN codes are answered at once.
  await field(page, 'zipcode').fill('400001')
  await expect(field(page, 'city')).toHaveValue('Mumbai')
  await page.getByRole('link', { name: /Asha Rao/ }).click()
  await expect(field(page, 'city')).toHaveValue('Hinjewadi')
  await field(page, 'zipcode').press('End')
  await field(page, 'zipcode').press('Backspace')
  await field(page, 'zipcode').press('8')
  await expect(field(page, 'zipcode')).toHaveValue('411058')
  await expect(field(page, 'city')).toHaveValue('Hinjewadi')
  await expect(field(page, 'state')).toHaveValue('Maharashtra')
  await field(page, 'zipcode').fill('413512')
  await expect(field(page, 'city')).toHaveValue('')
  await expect(field(page, 'state')).toHaveValue('Maharashtra')
})

test('a city by hand beside the PIN code of another is asked about once, and then taken (A08)', async ({
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(409)
  await signIn(page)
  await fillCart(page, 1)
  await open('/checkout')
  await fillBilling(page)
  await field(page, 'zipcode').fill('400001')
  await expect(field(page, 'city')).toHaveValue('Pune')
  await page.getByRole('radio', { name: /^Cash on delivery/ }).check()
  const order = page.getByRole('button', { name: /on delivery$/ })
  await order.click()
  await expect(field(page, 'city')).toBeFocused()
  await expect(field(page, 'city')).toHaveAccessibleDescription(
    'PIN code 400001 belongs to Mumbai, not Pune. Please correct the PIN code or the city. If Pune is right, order again.',
  )
  await order.click()
  await expect(page).toHaveURL('/orders')
})

test('a saved address that was chosen is still chosen after a reload (S-083)', async ({
  open,
  page,
}) => {
  await comeWith(page, {})
  await post(page, '/api/user/addresses', { ...HOME, fullname: 'Ravi Rao', city: 'Wagholi' })
  await open('/checkout')
  await expect(field(page, 'city')).toHaveValue('Pune')
  const other = page.getByRole('link', { name: /Ravi Rao/ })
  await other.click()
  await expect(other).toHaveAttribute('aria-current', 'true')
  await page.reload()
  await expect(other).toHaveAttribute('aria-current', 'true')
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(other, 'seen in forced colours too').toHaveCSS('outline-style', 'solid')
  await expect(field(page, 'city')).toHaveValue('Wagholi')
})

test('an address that was typed over a saved one is shown in its place once it is folded (S-083)', async ({
  axe,
  open,
  page,
}) => {
  await comeWith(page, {})
  await open('/checkout')
  const saved = page.getByRole('link', { name: /Asha Rao/ })
  await expect(saved).toHaveAttribute('aria-current', 'true')
  await unfold(page)
  await field(page, 'streetaddressline1').fill('7 Hill View')
  await page.getByText('Change these details').click()
  await expect(field(page, 'streetaddressline1')).toBeHidden()
  await expect(page.getByText('7 Hill View')).toBeVisible()
  await expect(saved).not.toHaveAttribute('aria-current')
  await expect(saved).toContainText('12 MG Road')
  expect(await axe()).toEqual([])
  await saved.click()
  await expect(saved).toHaveAttribute('aria-current', 'true')
  await expect(page.getByText('7 Hill View')).toHaveCount(0)
  await expect(field(page, 'streetaddressline1')).toHaveValue('12 MG Road')
})

/** A page of the same shopper in a browser without JavaScript. */
async function withoutScript(browser: Browser, page: Page): Promise<Page> {
  const storageState = await page.context().storageState()
  const baseURL = new URL(page.url()).origin
  const context = await browser.newContext({ storageState, baseURL, javaScriptEnabled: false })
  return context.newPage()
}

test('without JavaScript, too, a new PIN code beside the old city is asked about once (A08)', async ({
  browser,
  page,
}) => {
  await comeWith(page, {})
  const plain = await withoutScript(browser, page)
  await plain.goto('/checkout')
  await unfold(plain)
  await field(plain, 'email').fill('asha@example.com')
  await field(plain, 'zipcode').fill('400001')
  await plain.getByRole('radio', { name: /^Cash on delivery/ }).check()
  const order = plain.getByRole('button', { name: /on delivery$/ })
  await order.click()
  await expect(plain).toHaveURL('/checkout')
  await expect(field(plain, 'city')).toHaveAccessibleDescription(
    /^PIN code 400001 belongs to Mumbai/,
  )
  await expect(field(plain, 'zipcode')).toHaveValue('400001')
  await order.click()
  await expect(plain).toHaveURL('/orders')
})

test('the alert names the field that has the focus, the first that is wrong (S-142)', async ({
  open,
  page,
}) => {
  await comeWith(page, {})
  await open('/checkout')
  await unfold(page)
  await field(page, 'zipcode').fill('4110')
  await field(page, 'phonenumber').fill('12345')
  await page.getByRole('button', { name: /^Checkout/ }).click()
  await expect(field(page, 'phonenumber')).toBeFocused()
  await expect(page.locator('toast-message')).toContainText('Please enter a valid phone number!')
})

test('errors in a fold that was closed by hand come into sight again, and a saved address clears its own (S-083, S-142)', async ({
  open,
  page,
}) => {
  await comeWith(page, {})
  await open('/checkout')
  const [email, phone] = [field(page, 'email'), field(page, 'phonenumber')]
  const pay = page.getByRole('button', { name: /^Checkout/ })
  await unfold(page)
  await email.fill('asha@')
  await phone.fill('12345')
  await pay.click()
  await expect(phone).toBeFocused()
  await page.getByText('Change these details').click()
  await expect(phone).toBeHidden()
  await pay.click()
  await expect(phone).toBeFocused()
  const saved = page.getByRole('link', { name: /Asha Rao/ })
  await saved.click()
  await expect(phone).toHaveValue(HOME.phonenumber)
  await expect(phone).not.toHaveAttribute('aria-invalid')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(saved).toBeFocused()
})
