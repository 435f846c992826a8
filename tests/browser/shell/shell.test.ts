import { yearInIndia } from '#lib/dates.ts'
import type { Page } from '@playwright/test'
import { sideways } from '#tests/browser/kit/both-widths.ts'
import { expect, test } from '#tests/browser/test.ts'

const PAGES = [
  '/',
  '/category/rice-grains',
  '/subcat/wheat-atta',
  '/product/fine-besan',
  '/search?q=dal',
]

for (const path of PAGES) {
  test(`${path} has header, footer and one heading, no accessibility faults, and fits a phone without scrolling sideways (S-018)`, async ({
    open,
    page,
    axe,
  }) => {
    await open(path)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Kirana' })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    expect(await axe()).toEqual([])
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await sideways(page)).toBe(0)
    }
  })
}

test('the top strip shows the slogan, the header logo, search box, Home and the first seven categories, the footer four selling points and the year (S-021 S-022 S-029 S-040 S-041)', async ({
  open,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open('/')
  await expect(page.getByText('Fresh from the mandi', { exact: false }).first()).toBeVisible()
  const header = page.getByRole('banner')
  const logo = header.getByRole('link', { name: 'Kirana' })
  await expect(logo).toBeVisible()
  await expect(logo).toHaveAttribute('href', '/')
  await expect(header.getByRole('search').getByRole('searchbox')).toBeVisible()
  const names = ['Home', 'Atta & Flours', 'Rice & Grains', 'Dal & Pulses', 'Spices & Masala']
  for (const name of [...names, 'Oils & Ghee', 'Vegetables', 'Fruit']) {
    await expect(header.getByRole('link', { name, exact: true }).last()).toBeVisible()
  }
  // The demo's shop.json has texts of its own; shop-words.test.ts checks what is shown without them.
  for (const text of [
    'Everyday fresh products',
    'Free delivery, on every order',
    'Prices below the printed MRP',
    'Free returns of packed goods',
  ]) {
    await expect(page.getByText(text)).toBeVisible()
  }
  await expect(page.getByRole('contentinfo')).toContainText(`© ${yearInIndia(Date.now())}`)
})

test('All Categories lists every category with its sub-categories (S-027 S-028)', async ({
  open,
  page,
}) => {
  await open('/')
  const navigation = page.getByRole('banner').getByRole('navigation')
  await navigation.getByText('All Categories').click()
  await expect(
    navigation.getByRole('link', { name: 'Personal Care', exact: true }).first(),
  ).toBeVisible()
})

test('an unknown address gets a page of the shop that leads on', async ({
  open,
  page,
  expectRefusal,
}) => {
  expectRefusal(404)
  const answer = await page.request.get('/product/no-such-thing')
  expect(answer.status()).toBe(404)
  await open('/nowhere')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
})

test('the keyboard reaches the content by the skip link', async ({ open, page }) => {
  await open('/')
  await page.keyboard.press('Tab')
  const skip = page.locator(':focus')
  await expect(skip).toHaveText(/skip/i)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#content$/)
})

test('the keyboard goes through the header line by line, 360, 768 and 1280 px wide', async ({
  open,
  page,
}) => {
  await open('/')
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.getByRole('link', { name: /^skip/i }).focus()
    const stops: { x: number; y: number; name: string }[] = []
    for (let stop = await next(page); stop; stop = await next(page)) stops.push(stop)
    // Controls less than half a thumb apart in height count as side by side.
    const isBefore = (one: (typeof stops)[0], other: (typeof stops)[0]) =>
      Math.abs(one.y - other.y) < 22 ? one.x < other.x : one.y < other.y
    const names = stops.map(({ name }) => name)
    expect(names.length, `${width} px`).toBeGreaterThan(6)
    expect(
      stops.toSorted((one, other) => (isBefore(one, other) ? -1 : 1)).map(({ name }) => name),
      `${width} px`,
    ).toEqual(names)
  }
})

/** Moves to the next focus stop within the header. @returns where its middle is; undefined outside the header */
async function next(page: Page) {
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const stop = document.activeElement
    if (!stop?.closest('header')) return undefined
    const { x, y, width, height } = stop.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2, name: stop.textContent.trim() || stop.tagName }
  })
}

test('on a tablet nothing of the footer, which is all in view, claims to be folded', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/contact')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('heading')).toHaveCount(4)
  await expect(footer.locator('summary').filter({ visible: true })).toHaveCount(0)
  await expect(footer.getByRole('link', { name: 'Contact' })).toBeVisible()
})

test('where a browser cannot show closed folds, a wide window has them to open: the filters and the footer', async ({
  page,
}) => {
  // Before Chrome 131, Firefox 143 and Safari 18.4.
  await page.route('**/category/rice-grains', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll('::details-content', '::unheard-of')
    const { 'content-security-policy': _, ...headers } = response.headers()
    await route.fulfill({ response, body, headers })
  })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/category/rice-grains')
  const folds = [
    [page.getByRole('main').locator('summary'), page.getByLabel('Suryakhet')],
    [
      page.getByRole('contentinfo').locator('summary', { hasText: 'Information' }),
      page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }),
    ],
  ] as const
  for (const [fold, held] of folds) {
    await fold.click()
    await held.click({ trial: true })
  }
})
