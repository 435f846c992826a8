import type { Page } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { fillCart, post } from '#tests/browser/kit/checkout-steps.ts'
import { overlaps } from '#tests/browser/kit/overlaps.ts'
import { expect, test } from '#tests/browser/test.ts'
import { BILLING } from '#tests/support/orders/billing.ts'

// Sets the browser's text to 200 %, as some shoppers do (WCAG 1.4.4, 1.4.10).
test.use({
  viewport: { width: 360, height: 740 },
  launchOptions: async ({ launchOptions }, use) => {
    const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32']
    await use({ ...launchOptions, args })
  },
})

const PAGES = [
  ...['/', '/category/rice-grains', '/product/fine-besan', '/search?q=dal', '/compare', '/blog'],
  ...['/contact', '/location', '/cart', '/checkout', '/signin', '/signup', '/verifyotp', '/forgot'],
  '/reset',
]

/** The pages that are wider than a phone. */
async function tooWide(page: Page, paths: readonly string[]): Promise<string[]> {
  const wide: string[] = []
  for (const path of paths) {
    await page.goto(path)
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 })
      const needed = await page.evaluate(() => document.documentElement.scrollWidth)
      if (needed > width) wide.push(`${path} is ${needed} px wide on ${width}`)
      wide.push(...(await cutButtons(page)).map((text) => `${path}: ${text} is cut on ${width}`))
    }
  }
  return wide
}

/** Buttons that are too small for their text. */
const cutButtons = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.btn')].flatMap((button) => {
      const { clientHeight, clientWidth, scrollHeight, scrollWidth } = button
      const isCut = scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1
      return button.checkVisibility() && isCut ? [button.textContent.trim()] : []
    }),
  )

test('with text of twice the size every page fits a phone', async ({ page }) => {
  expect(await tooWide(page, PAGES)).toEqual([])
})

// These pages need an account: without one they are empty or lead to Sign In.
test('with text of twice the size a full cart, its checkout and a full wishlist fit a phone', async ({
  page,
}) => {
  await signIn(page)
  const [bought] = await fillCart(page)
  await post(page, '/api/mylist/add', { productid: bought?.id })
  await post(page, '/api/mylist/add', { productid: 'murmura-puffed-rice' })
  expect(await tooWide(page, ['/cart', '/checkout', '/mylist'])).toEqual([])
  await expect(page.getByRole('row')).toHaveCount(3)
})

test('with text of twice the size orders and the button that orders in cash fit a phone', async ({
  page,
}) => {
  await signIn(page)
  await fillCart(page)
  await post(page, '/api/checkout', { ...BILLING, payment: 'cod' })
  await fillCart(page, 1)
  await page.goto('/orders')
  const way = await page.getByRole('link', { name: 'Track your order' }).getAttribute('href')
  expect(await tooWide(page, ['/orders', way ?? ''])).toEqual([])
  await page.goto('/checkout')
  await page.getByRole('radio', { name: /cash/i }).check()
  await expect(page.getByRole('button', { name: /on delivery$/ })).toBeVisible()
  expect(await cutButtons(page)).toEqual([])
})

test('with text of twice the size a list says its title, and its order can be chosen', async ({
  page,
}) => {
  await page.goto('/category/rice-grains')
  const title = page.getByRole('heading', { level: 1 })
  const order = page.getByRole('combobox', { name: 'Sort by' })
  const filters = page.locator('summary', { hasText: 'Filters' })
  expect(await overlaps(order, filters)).toBe(false)
  expect(await overlaps(title, filters)).toBe(false)
  expect(await overlaps(title, order)).toBe(false)
  await title.click({ trial: true })
})

test('with text of twice the size the place, the banner and the newsletter can be used', async ({
  open,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 740 })
  await open('/')
  const place = page.getByRole('banner').getByRole('link', { name: /^(Your Location|Deliver to)/i })
  expect((await place.boundingBox())?.width).toBeGreaterThanOrEqual(44)
  const shopNow = page.getByRole('group', { name: /^Offer 1 of/ }).getByRole('link')
  for (const name of ['Stop the banners', 'Previous: Offers', 'Next: Offers']) {
    const button = page.getByRole('button', { name })
    await expect(button).toBeVisible()
    expect(await overlaps(button, shopNow), name).toBe(false)
  }
  const mail = page.getByRole('textbox', { name: 'Email address' })
  expect((await mail.boundingBox())?.width).toBeGreaterThan(180)
})

test('with text of twice the size the header shows Sign In beside the count of the cart', async ({
  page,
}) => {
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/')
    const header = page.getByRole('banner')
    const count = header.locator('cart-count b')
    await count.evaluate((element) => (element.textContent = '12'))
    const signIn = header.getByText('Sign In')
    expect(await overlaps(signIn, count), `on ${width}`).toBe(false)
    const cart = await header.getByRole('link', { name: /^Cart/ }).boundingBox()
    expect((cart?.x ?? 0) + (cart?.width ?? 0)).toBeLessThanOrEqual(width)
  }
})

test('with text of twice the size all of the note is read that there is no network', async ({
  open,
  page,
}) => {
  await open('/category/rice-grains')
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { value: false })
    dispatchEvent(new Event('offline'))
  })
  const note = page.getByText('You are offline. What you add will be sent later.').first()
  await expect(note).toBeVisible()
  const cut = await note.evaluate((line) => [
    line.scrollWidth - line.clientWidth,
    line.scrollHeight - line.clientHeight,
  ])
  expect(cut).toEqual([0, 0])
})

test('with text of twice the size a checkout breaks no word of its own', async ({ page }) => {
  await signIn(page)
  await fillCart(page)
  await page.setViewportSize({ width: 320, height: 740 })
  await page.goto('/checkout')
  const billing = page.getByRole('heading', { name: 'BILLING DETAILS' })
  expect(await billing.evaluate((title) => title.scrollWidth - title.clientWidth)).toBe(0)
  const subtotal = page.getByRole('columnheader', { name: 'Subtotal' })
  const lines = subtotal.evaluate((cell) => {
    const range = document.createRange()
    range.selectNodeContents(cell)
    return range.getClientRects().length
  })
  expect(await lines).toBe(1)
})
