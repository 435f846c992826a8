import type { Page } from '@playwright/test'
import { signUp } from '#tests/browser/kit/accounts.ts'
import { addElsewhere } from '#tests/browser/kit/buying.ts'
import { keepsTyped } from '#tests/browser/kit/checkout-steps.ts'
import { islandsLive } from '#tests/browser/kit/islands-live.ts'
import { holdRequests } from '#tests/browser/kit/held-requests.ts'
import { test } from '#tests/browser/kit/open-shop.ts'
import { slowPayment } from '#tests/browser/kit/slow-payment.ts'
import { stopClock } from '#tests/browser/kit/stopped-clock.ts'
import { expect } from '#tests/browser/test.ts'

const field = (page: Page, name: string) => page.locator(`[name=${name}]`)
const pay = (page: Page) => page.getByRole('button', { name: /^Checkout/ })

async function comeToCheckout(page: Page): Promise<void> {
  await page.goto('/location')
  await addElsewhere(page, 'toor-dal')
  const kept = keepsTyped(page)
  await page.goto('/checkout')
  await islandsLive(page)
  await kept
}

// A door of its own for each order: cash is limited by door (G09).
async function typeAddress(page: Page, phonenumber: string): Promise<void> {
  await field(page, 'fullname').fill('Asha Rao')
  await field(page, 'streetaddressline1').fill(`${phonenumber} MG Road`)
  await field(page, 'zipcode').fill('560001')
  await expect(field(page, 'city')).toHaveValue('Bengaluru')
  await field(page, 'phonenumber').fill(phonenumber)
}

test('a corrected PIN code does not leave the city of the wrong one (S-083)', async ({ page }) => {
  await comeToCheckout(page)
  await typeAddress(page, '9845055551')
  await field(page, 'zipcode').fill('413512')
  await expect(field(page, 'state')).toHaveValue('Maharashtra')
  await expect(field(page, 'city')).toHaveValue('')
  // What was typed by hand stays.
  await field(page, 'city').fill('Latur')
  await field(page, 'zipcode').fill('560001')
  await expect(field(page, 'state')).toHaveValue('Karnataka')
  await expect(field(page, 'city')).toHaveValue('Latur')
})

test('who is quicker than what the PIN code fills in is asked for no city (S-083)', async ({
  page,
}) => {
  await page.clock.install()
  await comeToCheckout(page)
  const come = await holdRequests(page, '**/static/js/fill-place.*.js')
  await field(page, 'fullname').fill('Asha Rao')
  await field(page, 'streetaddressline1').fill('9845055557 MG Road')
  await field(page, 'phonenumber').fill('9845055557')
  const asked = page.waitForRequest('**/static/js/fill-place.*.js')
  await field(page, 'zipcode').fill('560001')
  await asked
  await page.getByRole('radio', { name: /cash/i }).check()
  // Pay waits 5 s for it.
  await stopClock(page)
  await pay(page).click()
  await expect(field(page, 'city')).toHaveValue('')
  come()
  await page.waitForURL(/\/track\/[\w-]{32}$/)
  await expect(page.getByText('9845055557 MG Road')).toBeVisible()
  await expect(page.getByText('Bengaluru')).toBeVisible()
})

test('whether the shop delivers follows the PIN code that is typed, with no account either (G34)', async ({
  page,
}) => {
  await comeToCheckout(page)
  const line = page.locator('#checkout').getByRole('status').filter({ hasText: 'deliver to' })
  await expect(line).toHaveCount(0)
  await field(page, 'zipcode').fill('411001')
  await expect(line).toHaveText('Yes, we deliver to 411001 Pune.')
  // What is said no longer fits: it goes at once, before the next code is complete.
  await field(page, 'zipcode').fill('5600')
  await expect(line).toHaveCount(0)
  await field(page, 'zipcode').fill('560 001')
  await expect(line).toHaveText('Yes, we deliver to 560001 Bengaluru.')
  await field(page, 'country').fill('Nepal')
  await expect(line).toHaveCount(0)
  await field(page, 'country').fill('India')
  await expect(line).toHaveText('Yes, we deliver to 560001 Bengaluru.')
  const [pin, said] = [await field(page, 'zipcode').boundingBox(), await line.boundingBox()]
  const below = (said?.y ?? 999) - (pin?.y ?? 0) - (pin?.height ?? 0)
  expect(below, 'right below the field').toBeLessThan(40)
})

test('whether the shop delivers is asked again after an answer that did not come (G34)', async ({
  expectRefusal,
  page,
}) => {
  expectRefusal(503)
  await comeToCheckout(page)
  const busy = { status: 503, json: { error: true, msg: 'busy' } }
  await page.route('**/api/place/*', (route) => route.fulfill(busy), { times: 1 })
  const failed = page.waitForResponse('**/api/place/*')
  await field(page, 'zipcode').fill('411001')
  expect((await failed).status()).toBe(503)
  const line = page.locator('#checkout').getByRole('status').filter({ hasText: 'deliver to' })
  const typeOn = async () => {
    await field(page, 'fullname').press('a')
    return line.count()
  }
  await expect.poll(typeOn).toBe(1)
})

test('a PIN code that the shop has no answer for is asked about once, whatever is typed besides (G34)', async ({
  expectRefusal,
  page,
}) => {
  expectRefusal(400)
  expectRefusal(429)
  await comeToCheckout(page)
  const asked: string[] = []
  await page.route('**/api/place/*', async (route) => {
    const pin = route.request().url().slice(-6)
    asked.push(pin)
    if (pin !== '411001') return route.continue()
    await route.fulfill({ status: 429, json: { error: true, msg: 'Too many' } })
  })
  for (const pin of ['000000', '411001']) {
    const refused = page.waitForResponse('**/api/place/*')
    await field(page, 'zipcode').fill(pin)
    await (await refused).finished()
    await field(page, 'fullname').pressSequentially('Asha Rao')
  }
  await field(page, 'zipcode').fill('560001')
  await expect(page.getByText('Yes, we deliver to 560001 Bengaluru.')).toBeVisible()
  expect(asked).toEqual(['000000', '411001', '560001'])
})

test('a cash order is said to be placed, and no payment to be prepared (S-133)', async ({
  page,
}) => {
  await comeToCheckout(page)
  await typeAddress(page, '9845055552')
  await page.getByRole('radio', { name: /cash/i }).check()
  let goOn = () => {}
  const held = new Promise<void>((resolve) => (goOn = resolve))
  await page.route('**/api/checkout', async (route) => {
    await held
    await route.continue()
  })
  await pay(page).click()
  await expect(page.getByText('Placing your order…')).toBeVisible()
  await expect(page.getByText('Preparing your payment')).toHaveCount(0)
  goOn()
  await page.waitForURL(/\/track\//)
})

test('how long the products are held does not go by the clock of the phone (F04)', async ({
  page,
}) => {
  await page.clock.setFixedTime(Date.now() + 40 * 60_000)
  await comeToCheckout(page)
  await typeAddress(page, '9845055553')
  await pay(page).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goto('/checkout')
  await islandsLive(page)
  await expect(page.getByText(/holding these products for you for \d+ more minutes/)).toBeVisible()
})

test('what is typed is there again after a reload and a way back to the cart (S-083)', async ({
  page,
}) => {
  await comeToCheckout(page)
  await typeAddress(page, '9845055554')
  await page.getByRole('radio', { name: /cash/i }).check()
  await page.reload()
  await expect(field(page, 'fullname')).toHaveValue('Asha Rao')
  await expect(field(page, 'city')).toHaveValue('Bengaluru')
  await page.getByRole('link', { name: 'Change your cart' }).click()
  await page.waitForURL('/cart')
  await page.goto('/checkout')
  await expect(field(page, 'streetaddressline1')).toHaveValue(/^\d{10} MG Road$/)
  await expect(page.getByRole('radio', { name: /cash/i })).toBeChecked()
  // A city that the PIN code had filled in is still replaced when the PIN code is corrected.
  await field(page, 'zipcode').fill('413512')
  await expect(field(page, 'state')).toHaveValue('Maharashtra')
  await expect(field(page, 'city')).toHaveValue('')
  await field(page, 'city').fill('Latur')
  await islandsLive(page)
  await pay(page).click()
  await page.waitForURL(/\/track\//)
  await addElsewhere(page, 'toor-dal')
  await page.goto('/checkout')
  await islandsLive(page)
  await expect(field(page, 'streetaddressline1')).toHaveValue('')
})

test('a guest who signs in above the form goes on with what they typed (S-083)', async ({
  page,
}) => {
  await comeToCheckout(page)
  const { email, name, password, phone } = await signUp(page, 'Meera Iyer')
  await typeAddress(page, '9845055556')
  await page
    .getByRole('main')
    .getByRole('link', { name: /sign in/i })
    .click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('/checkout')
  await expect(field(page, 'streetaddressline1')).toHaveValue(/^\d{10} MG Road$/)
  await expect(field(page, 'zipcode')).toHaveValue('560001')
  await expect(field(page, 'city')).toHaveValue('Bengaluru')
  // What the account knows already stands there as it has it.
  await expect(field(page, 'fullname')).toHaveValue(name)
  await expect(field(page, 'phonenumber')).toHaveValue(phone)
})

test('what was typed for a paid order is not in the next, though the tab was discarded (S-083)', async ({
  dataDir,
  page,
}) => {
  await comeToCheckout(page)
  await typeAddress(page, '9845055558')
  await pay(page).click()
  const payment = await slowPayment(page, dataDir)
  await page.getByRole('button', { name: 'Pay, but slowly' }).click()
  await payment.hold()
  await expect(page.getByRole('heading', { name: 'We have your payment' })).toBeVisible()
  // The phone takes the tab away and loads it anew, with the payment still being checked.
  await page.reload()
  await payment.end()
  await page.waitForURL(/\/track\//)
  await expect(page.getByText('Your order is placed')).toBeVisible()
  await addElsewhere(page, 'toor-dal')
  await page.goto('/checkout')
  await islandsLive(page)
  await expect(field(page, 'phonenumber')).toHaveValue('')
  await expect(field(page, 'streetaddressline1')).toHaveValue('')
})
