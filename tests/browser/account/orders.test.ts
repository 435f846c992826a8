import type { Page } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import {
  ADDRESS,
  type Bought,
  fillCart,
  post,
  rupees,
  totalOf,
} from '#tests/browser/kit/checkout-steps.ts'
import { islandsLive } from '#tests/browser/kit/islands-live.ts'
import { expect, test } from '#tests/browser/test.ts'

const BILLING = {
  ...{ fullname: 'Asha Rao', country: 'India', streetaddressline2: 'Shanti Society' },
  streetaddressline1: ADDRESS['House number and street name'],
  ...{ city: 'Pune', state: 'Maharashtra', zipcode: '411001' },
  ...{ phonenumber: '9876543210', email: 'asha@example.com', note: 'Ring twice' },
}

/** Places a cash order by the API, as another device would. */
async function order(page: Page, count = 2): Promise<Bought[]> {
  const bought = await fillCart(page, count, 1)
  await post(page, '/api/checkout', { ...BILLING, seen: totalOf(bought), payment: 'cod' })
  return bought
}

test('orders stand in a table (S-015 S-087 S-110 S-184)', async ({ axe, open, page }) => {
  const shopper = await signIn(page)
  const bought = await order(page)
  await open('/orders')
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
  const columns =
    'Payment ID|Products|Name|Phone Number|Address|ZIP code|Total Amount|Email|User ID|Order Status|Date'
  await expect(page.getByRole('columnheader')).toHaveText(columns.split('|'))
  const row = page.getByRole('row').nth(1)
  await expect(row).toContainText('12 MG Road Shanti Society')
  await expect(row).toContainText(rupees(totalOf(bought)))
  await expect(row).toContainText(shopper.id)
  await expect(row).toContainText('asha@example.com')
  expect(await axe()).toEqual([])
})

test('a visitor is asked to sign in (S-086)', async ({ open, page }) => {
  await open('/orders')
  await expect(page).toHaveURL('/signin?next=%2Forders')
})

test('a browser that has forgotten who is signed in is asked too (S-086)', async ({
  open,
  page,
}) => {
  await signIn(page)
  await open('/orders')
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(page).toHaveURL('/signin?next=%2Forders')
})

test('a date that the browser would write otherwise stays as the shop wrote it', async ({
  open,
  page,
}) => {
  await signIn(page)
  await order(page)
  await page.addInitScript(() => {
    const other = { get: () => () => '5 Sept 2026' }
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', other)
  })
  // A difference that React repairs is a problem of the page.
  await open('/orders')
  await page.getByRole('button', { name: 'Click Here To View' }).click()
  await expect(page.getByRole('dialog', { name: 'Products' })).toBeVisible()
  await expect(page.getByText('5 Sept 2026')).toHaveCount(0)
})

test('what was bought is shown in a modal (S-088)', async ({ axe, open, page }) => {
  await signIn(page)
  const bought = await order(page)
  await open('/orders')
  await page.getByRole('button', { name: 'Click Here To View' }).click()
  const modal = page.getByRole('dialog', { name: 'Products' })
  const columns = 'Product ID|Product Title|Product Image|Price|Quantity|Amount'
  await expect(modal.getByRole('columnheader')).toHaveText(columns.split('|'))
  for (const { id, name, price, quantity } of bought) {
    const row = modal.getByRole('row').filter({ hasText: id })
    await expect(row.getByRole('link', { name })).toBeVisible()
    await expect(row).toContainText(rupees(price * quantity))
  }
  expect(await axe()).toEqual([])
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await expect(page.getByRole('button', { name: 'Click Here To View' })).toBeFocused()
})

test('the badge of a pending order is red, that of any other is green (S-089)', async ({
  open,
  page,
}) => {
  await signIn(page)
  await order(page)
  await open('/orders')
  const badge = page
    .getByRole('row')
    .nth(1)
    .getByText(/pending|confirmed/)
  const isPending = (await badge.textContent())?.trim() === 'pending'
  await expect(badge).toHaveCSS('background-color', isPending ? RED : GREEN)
  // The order under way stands above the table, in the same colour.
  const latest = page.locator('section').getByText(isPending ? 'pending' : 'confirmed')
  await expect(latest).toHaveCSS('background-color', isPending ? RED : GREEN)
  await page.getByRole('link', { name: /^Order / }).click()
  await page.getByText('Cancel the order').click()
  await page.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('cancelled')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await open('/orders')
  await expect(page.getByRole('row').nth(1).getByText('cancelled')).toHaveCSS(
    'background-color',
    GREEN,
  )
})
const RED = 'rgb(179, 38, 30)'
const GREEN = 'rgb(19, 122, 55)'

test('first and last pages can be reached when there is more than one (S-090 S-091)', async ({
  open,
  page,
}) => {
  await signIn(page)
  await order(page, 1)
  await open('/orders')
  const pages = page.getByRole('navigation', { name: 'Pages of orders' })
  await expect(pages).toHaveCount(0)
  for (let made = 1; made < 11; made++) await order(page, 1)
  // A window this low scrolls on both pages.
  await page.setViewportSize({ width: 1280, height: 400 })
  await open('/orders')
  await expect(page.getByRole('row')).toHaveCount(11)
  await pages.getByRole('link', { name: 'Last' }).scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
  await pages.getByRole('link', { name: 'Last' }).click()
  await expect(page).toHaveURL('/orders?page=2')
  await expect(page.getByRole('row')).toHaveCount(2)
  await islandsLive(page)
  const { scrolled, most } = await page.evaluate(() => ({
    scrolled: scrollY,
    most: document.documentElement.scrollHeight - innerHeight,
  }))
  expect(most).toBeGreaterThan(200)
  expect(scrolled).toBe(0)
  await expect(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await pages.getByRole('link', { name: 'First' }).click()
  await expect(page).toHaveURL('/orders')
})

test('an order has its own page and an invoice to print (S-185)', async ({ axe, open, page }) => {
  await signIn(page)
  const bought = await order(page)
  await open('/orders')
  await page.getByRole('link', { name: /^Order / }).click()
  await expect(page.getByRole('heading', { name: 'Where it is' })).toBeVisible()
  await expect(page.getByText('Ring twice')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Out for delivery' })).toContainText(
    'still to come',
  )
  expect(await axe()).toEqual([])
  await page.getByRole('link', { name: 'Invoice' }).click()
  // The products of this shop have no rate of tax.
  await expect(page.getByRole('heading', { name: 'Bill of Supply' })).toBeVisible()
  await expect(page.getByText('27AAAAA0000A1Z2')).toBeVisible()
  for (const { name } of bought) {
    await expect(page.getByRole('rowheader', { name })).toBeVisible()
  }
  await expect(page.getByRole('row', { name: `Total ${rupees(totalOf(bought))}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print the invoice' })).toBeVisible()
  expect(await axe()).toEqual([])
})

test('the order of another shopper is like an unknown one (I8)', async ({
  browser,
  expectRefusal,
  open,
  page,
}) => {
  expectRefusal(404)
  await signIn(page)
  await order(page)
  await open('/orders')
  const path = await page.getByRole('link', { name: /^Order / }).getAttribute('href')
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const other = await context.newPage()
  await signIn(other)
  for (const address of [`${path}`, `${path}/invoice`]) {
    const response = await other.goto(address)
    expect(response?.status()).toBe(404)
    await expect(other.getByText(/12 MG Road|Ring twice/)).toHaveCount(0)
  }
  await context.close()
})

test('no orders yet leads to the shop', async ({ axe, open, page }) => {
  await signIn(page)
  await open('/orders')
  await expect(page.getByText('You have no orders yet.')).toBeVisible()
  expect(await axe()).toEqual([])
})

test('a printed order has no buttons and no links', async ({ open, page }) => {
  await signIn(page)
  await order(page)
  await open('/orders')
  await page.getByRole('rowheader').getByRole('link').click()
  const again = page.getByRole('button', { name: 'Order this again' })
  await expect(again).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(again).toBeHidden()
  await expect(
    page.getByRole('main').getByRole('link', { name: /Call the shop|Invoice|All orders/ }),
  ).toHaveCount(0)
  await expect(page.getByText('12 MG Road')).toBeVisible()
})
