import type { Page } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { fillCart, post } from '#tests/browser/kit/checkout-steps.ts'
import { overlaps } from '#tests/browser/kit/overlaps.ts'
import { expect, test } from '#tests/browser/test.ts'

// As whoever has set the browser's text to 200 % sees the shop (WCAG 1.4.4, 1.4.10).
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
]

/** The pages that are wider than the phone. */
async function tooWide(page: Page, paths: readonly string[]): Promise<string[]> {
  const wide: string[] = []
  for (const path of paths) {
    await page.goto(path)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > 360) wide.push(`${path} is ${width} px wide`)
  }
  return wide
}

test('with text of twice the size every page fits a phone', async ({ page }) => {
  expect(await tooWide(page, PAGES)).toEqual([])
})

// Without an account these three are empty, or lead to Sign In.
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
