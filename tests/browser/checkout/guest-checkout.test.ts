import type { Locator, Page } from '@playwright/test'
import { addElsewhere, call, cartLink, serverCart } from '#tests/browser/kit/buying.ts'
import { hand, onToCheckout } from '#tests/browser/kit/hand.ts'
import { islandsLive } from '#tests/browser/kit/islands-live.ts'
import { watchShifts } from '#tests/browser/kit/layout-shift.ts'
import { test } from '#tests/browser/kit/open-shop.ts'
import { smallTargets } from '#tests/browser/kit/small-targets.ts'
import { expect } from '#tests/browser/test.ts'
import { BILLING } from '#tests/support/orders/billing.ts'

const MAX_TAPS = 10
const MAX_CHARACTERS = 70
const MAX_SCROLLS = 1
const PHONE = { width: 360, height: 740 }
/** More than all controls of the home page. */
const MAX_TABS = 300

const field = (page: Page, name: string) => page.locator(`[name=${name}]`)
const pay = (page: Page) => page.getByRole('button', { name: /^Checkout/ })
const placed = 'Thank you! Your order is placed.'

test('a new visitor comes from the first page to a placed order in 10 taps, 70 characters and one scroll, and finds it again (G11 G19)', async ({
  axe,
  browser,
  open,
  page,
}) => {
  const { done, tap, type } = hand()
  await page.setViewportSize(PHONE)
  await open('/')
  await tap(page.getByRole('button', { name: 'Add to cart: Toor Dal' }).first())
  await expect(cartLink(page)).toContainText('1')
  await tap(cartLink(page))
  await tap(onToCheckout(page))
  await page.waitForURL('/checkout')
  await islandsLive(page)
  await type(field(page, 'fullname'), 'Asha Rao')
  await type(field(page, 'streetaddressline1'), '12 MG Road')
  await type(field(page, 'zipcode'), '560001')
  await expect(field(page, 'city')).toHaveValue('Bengaluru')
  await type(field(page, 'phonenumber'), '9845012345')
  await tap(page.getByRole('radio', { name: /cash/i }))
  // On a screen tall enough for the whole page, so that bar and header cover no field.
  await page.setViewportSize({ ...PHONE, height: 3000 })
  expect(await axe()).toEqual([])
  await page.setViewportSize(PHONE)
  await tap(pay(page))
  await page.waitForURL(/\/track\/[\w-]{32}$/)
  await expect(page.getByText(placed)).toBeVisible()
  await expect(page.getByText(placed)).toHaveCount(1)
  await expect(page.getByText('Next, the shop confirms it')).toContainText('Pay the rider')
  await expect(page.getByText('Keep this link')).not.toContainText('email address')
  console.info(`A first order took ${JSON.stringify(done)}.`)
  expect(done.taps).toBeLessThanOrEqual(MAX_TAPS)
  expect(done.characters).toBeLessThanOrEqual(MAX_CHARACTERS)
  expect(done.scrolls).toBeLessThanOrEqual(MAX_SCROLLS)

  await expect(page.getByText('12 MG Road')).toBeVisible()
  expect(await axe()).toEqual([])
  const link = page.url()
  // Anybody else with the link sees neither door nor telephone.
  const other = await browser.newPage()
  await other.goto(link)
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Order')
  await expect(other.getByText('12 MG Road')).toHaveCount(0)
  await expect(other.getByText('9845012345')).toHaveCount(0)
  await other.close()
  await open('/cart')
  await expect(page.getByText('Your Cart is currently Empty!')).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('560001')
  const again = page.getByRole('region', { name: 'Buy again' })
  await expect(again.getByRole('link', { name: 'Toor Dal', exact: true })).toBeVisible()
  await page.goto('/orders')
  expect(page.url()).toBe(link)
  // Home is the same file for everybody: the row is added later, in space reserved for it.
  const shifts = await watchShifts(page)
  await open('/')
  await expect(again.getByRole('link', { name: 'Toor Dal', exact: true })).toBeVisible()
  expect(await shifts()).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  await open('/orders/again')
  expect(await axe()).toEqual([])
})

test('why an order is not taken in cash stays beside Pay until it is tried again (G09)', async ({
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(409)
  await page.goto('/location')
  const own = { phonenumber: '9845033333', streetaddressline1: '5 Hill Road' }
  const payment = { ...BILLING, ...own, payment: 'cod' }
  for (const nth of [1, 2, 3]) {
    await addElsewhere(page, 'toor-dal')
    if (nth < 3) await call(page, 'POST', '/api/checkout', payment)
  }
  await open('/checkout')
  await field(page, 'fullname').fill('Asha Rao')
  await field(page, 'streetaddressline1').fill(own.streetaddressline1)
  await field(page, 'zipcode').fill('560001')
  await expect(field(page, 'city')).toHaveValue('Bengaluru')
  await field(page, 'phonenumber').fill(own.phonenumber)
  await page.getByRole('radio', { name: /cash/i }).check()
  await pay(page).click()
  const why = page.getByText('Cash on delivery is not available for this order.')
  await expect(why).toBeInViewport()
  await expect(pay(page)).toBeFocused()
  // Cash would be refused again: the next press pays online.
  await expect(page.getByRole('radio', { name: /pay now/i })).toBeChecked()
  await pay(page).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(why).toHaveCount(0)
})

test('without JavaScript the same order is placed, and called off, by forms alone (G11)', async ({
  plainPage: page,
}) => {
  await page.setViewportSize(PHONE)
  await page.goto('/')
  await page.getByRole('button', { name: 'Add to cart: Salt' }).first().click()
  await page.waitForURL('/cart')
  await page
    .getByRole('link', { name: /Checkout$/ })
    .first()
    .click()
  await field(page, 'fullname').fill('Ravi Kumar')
  await field(page, 'streetaddressline1').fill('7 Church Street')
  await field(page, 'zipcode').fill('560025')
  await field(page, 'city').fill('Bengaluru')
  await field(page, 'state').fill('Karnataka')
  await field(page, 'phonenumber').fill('9845055555')
  await page.getByRole('radio', { name: /cash/i }).check()
  await pay(page).click()
  await page.waitForURL(/\/track\//)
  await expect(page.getByText(placed)).toBeVisible()
  await page.getByText('Cancel the order').click()
  await page.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(page.getByText('Your order is cancelled.')).toBeVisible()
  await page.goto('/track/' + 'A'.repeat(32))
  await expect(page.getByText(placed)).toHaveCount(0)
})

test('who was sent the link of another’s order is promised nothing about that one’s email (G08)', async ({
  browser,
  page,
}) => {
  await page.goto('/location')
  await addElsewhere(page, 'toor-dal')
  const door = { phonenumber: '9845077007', streetaddressline1: '7 Link Road' }
  await call(page, 'POST', '/api/checkout', { ...BILLING, ...door, payment: 'cod' })
  await page.goto('/orders')
  const hint = 'Create an account with this email address'
  await expect(page.getByText('Keep this link')).toContainText(hint)
  const other = await browser.newPage()
  await other.goto(page.url())
  await expect(other.getByText('Keep this link')).not.toContainText(hint)
  await other.close()
})

test('a link that shows no order says so, and leads to the orders and the shop (G08)', async ({
  axe,
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(404)
  const answer = await page.request.get(`/track/${'A'.repeat(32)}`)
  expect(answer.status()).toBe(404)
  await open('/track/mistyped')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link shows no order')
  const main = page.getByRole('main')
  await expect(main).toContainText('for 90 days')
  await expect(main.getByRole('link', { name: 'Sign In' })).toHaveAttribute(
    'href',
    '/signin?next=%2Forders',
  )
  await expect(main.getByRole('link', { name: 'Write to us' })).toBeVisible()
  expect(await axe()).toEqual([])
})

test('a network that is cut twice on the way costs no addition and makes no second order (G11 G16)', async ({
  context,
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal('offline')
  await open('/category/staples')
  await page.getByRole('button', { name: 'Add to cart: Toor Dal' }).first().click()
  await expect(cartLink(page)).toContainText('1')
  // The press is counted at once, but kept only when the cart's code has loaded; without that code, a press offline
  // is answered by a message, not queued.
  await expect.poll(async () => (await serverCart(page)).length).toBe(1)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Add to cart: Salt' }).first().click()
  await expect(cartLink(page)).toContainText('2')
  await context.setOffline(false)
  await expect.poll(async () => (await serverCart(page)).length).toBe(2)
  await open('/checkout')
  await islandsLive(page)
  await field(page, 'fullname').fill('Meera Nair')
  await field(page, 'streetaddressline1').fill('4 Residency Road')
  await field(page, 'zipcode').fill('560025')
  await expect(field(page, 'city')).toHaveValue('Bengaluru')
  await field(page, 'phonenumber').fill('9845066666')
  await page.getByRole('radio', { name: /cash/i }).check()
  await context.setOffline(true)
  await pay(page).click()
  await expect(page.getByText(/Nothing was ordered or paid/)).toBeVisible()
  await expect(field(page, 'streetaddressline1')).toHaveValue('4 Residency Road')
  await context.setOffline(false)
  await pay(page).click()
  await page.waitForURL(/\/track\/[\w-]{32}$/)
  await expect(page.getByText(placed)).toBeVisible()
  expect(await serverCart(page)).toEqual([])
})

test('an order in cash whose answer gets lost is asked for again, and shown (T10 G07)', async ({
  open,
  page,
  problems,
}) => {
  await open('/category/staples')
  await page.getByRole('button', { name: 'Add to cart: Salt' }).first().click()
  await expect.poll(async () => (await serverCart(page)).length).toBe(1)
  await open('/checkout')
  await islandsLive(page)
  await field(page, 'fullname').fill('Tara Bose')
  await field(page, 'streetaddressline1').fill('11 Lavelle Road')
  await field(page, 'zipcode').fill('560001')
  await expect(field(page, 'city')).toHaveValue('Bengaluru')
  await field(page, 'phonenumber').fill('9845077777')
  await page.getByRole('radio', { name: /cash/i }).check()
  await page.route(
    '**/api/checkout',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await pay(page).click()
  await page.waitForURL(/\/track\/[\w-]{32}$/)
  await expect(page.getByText(placed)).toBeVisible()
  // The browser's line about the lost response, and that of the call.
  problems.splice(0)
})

test('the same order is placed by the keyboard alone, from the first page on (G11)', async ({
  open,
  page,
}) => {
  const isReached = (control: Locator) =>
    control.evaluate((element) => element === document.activeElement)
  const reach = async (control: Locator) => {
    await expect(control).toBeVisible()
    let presses = 0
    while (!(await isReached(control))) {
      expect(++presses).toBeLessThan(MAX_TABS)
      await page.keyboard.press('Tab')
    }
  }
  await open('/')
  await reach(page.getByRole('button', { name: /^Add to cart/ }).first())
  await page.keyboard.press('Enter')
  await expect(cartLink(page)).toContainText('1')
  await reach(cartLink(page))
  await page.keyboard.press('Enter')
  const on = page.getByRole('link', { name: /Checkout$/ }).first()
  await expect(on).toBeVisible()
  await reach(on)
  await page.keyboard.press('Enter')
  await page.waitForURL('/checkout')
  await islandsLive(page)
  for (const [name, text] of [
    ['fullname', 'Kabir Das'],
    ['phonenumber', '9845077777'],
    ['streetaddressline1', '9 Brigade Road'],
    ['zipcode', '560001'],
  ] as const) {
    await reach(field(page, name))
    await page.keyboard.type(text)
  }
  await expect(field(page, 'city')).toHaveValue('Bengaluru')
  await reach(page.locator('input[type=radio][name=payment]:checked'))
  const cash = page.getByRole('radio', { name: /cash/i })
  for (let pressed = 0; pressed < 4 && !(await cash.isChecked()); pressed++) {
    await page.keyboard.press('ArrowDown')
  }
  await expect(cash).toBeChecked()
  await reach(pay(page))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/track\/[\w-]{32}$/)
  await expect(page.getByText(placed)).toBeVisible()
})

test('who has no account pays online too, and has the order at once (G07)', async ({
  open,
  page,
}) => {
  await open('/product/basmati-rice')
  await page.getByRole('radio', { name: /5 kg/ }).check()
  await page.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
  await expect(page.getByText('Item is added to the cart')).toBeVisible()
  await open('/checkout')
  await field(page, 'fullname').fill('Meera Iyer')
  await field(page, 'streetaddressline1').fill('3 Lake View')
  await field(page, 'zipcode').fill('560001')
  await field(page, 'phonenumber').fill('9845066666')
  await pay(page).click()
  await page.getByRole('button', { name: /^Pay ₹/ }).click()
  await page.waitForURL(/\/track\//)
  await expect(page.getByText(placed)).toBeVisible()
  const order = page.url()
  await page.getByRole('link', { name: 'Invoice' }).click()
  await page.getByRole('link', { name: 'Back to the order' }).click()
  await expect(page).toHaveURL(order)
})
