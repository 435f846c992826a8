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

test('with text of twice the size every page fits a phone', async ({ page }) => {
  const wide: string[] = []
  for (const path of PAGES) {
    await page.goto(path)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > 360) wide.push(`${path} is ${width} px wide`)
  }
  expect(wide).toEqual([])
})
