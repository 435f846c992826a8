import type { Page } from '@playwright/test'
import { watchShifts } from '#tests/browser/kit/layout-shift.ts'
import { expect, test } from '#tests/browser/test.ts'

const LISTING = '/category/rice-grains'
const SHELF = { rice: 12, suryakhet: 3 }

const cards = (page: Page) =>
  page
    .getByRole('main')
    .locator('li')
    .filter({ has: page.locator('h3') })
const prices = async (page: Page) =>
  (
    await cards(page)
      .locator('p')
      .filter({ hasText: /^\s*Rs/ })
      .allInnerTexts()
  ).map((text) => Number(text.replaceAll(',', '').match(/Rs\s*([\d.]+)/)?.[1]))

/** Follows a change that is swapped in: the page is not loaded anew. */
async function marked(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  return () => page.evaluate(() => 'isSame' in window)
}

test('the categories are a single choice, and another one is read from the top (S-050 S-053)', async ({
  open,
  page,
}) => {
  await open(LISTING)
  const isSame = await marked(page)
  const categories = page.getByRole('navigation', { name: 'PRODUCT CATEGORIES' })
  await expect(categories.locator('[aria-current=true]')).toHaveText('Rice & Grains')
  await page.evaluate(() => scrollTo(0, 300))
  await categories.getByRole('link', { name: 'Vegetables' }).click()
  await expect(page).toHaveURL('/category/vegetables')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vegetables')
  await expect(page).toHaveTitle(/^Vegetables online/)
  await expect(categories.locator('[aria-current=true]')).toHaveText('Vegetables')
  await expect.poll(() => page.evaluate(() => scrollY), 'S-053').toBe(0)
  expect(await isSame()).toBe(true)
})

test('the price range goes from the lowest to the highest price in steps of 5, by keyboard', async ({
  open,
  page,
}) => {
  await open(LISTING)
  const isSame = await marked(page)
  const group = page.getByRole('group', { name: 'FILTER BY PRICE' })
  const [low, high] = [group.getByLabel('Lowest price'), group.getByLabel('Highest price')]
  const all = await prices(page)
  const [from, to] = [Math.min(...all), Math.max(...all)]
  const first = from - (from % 5)
  for (const end of [low, high]) {
    await expect(end).toHaveAttribute('min', String(first))
    await expect(end).toHaveAttribute('max', String(Math.ceil(to / 5) * 5))
    await expect(end).toHaveAttribute('step', '5')
  }
  await expect(group).toContainText(`From: Rs ${first}`)
  await low.focus()
  for (let press = 0; press < 4; press++) await low.press('ArrowRight')
  await expect(group).toContainText(`From: Rs ${first + 20}`)
  await expect(page).toHaveURL(`${LISTING}?minprice=${first + 20}`)
  await expect(page.getByRole('link', { name: `Remove From Rs ${first + 20}` })).toBeVisible()
  for (const price of await prices(page)) expect(price).toBeGreaterThanOrEqual(first + 20)
  await expect(low).toBeFocused()
  await low.press('ArrowLeft')
  await expect(page).toHaveURL(`${LISTING}?minprice=${first + 15}`)
  await low.press('End')
  await expect(page).toHaveURL(`${LISTING}?minprice=${to - (to % 5)}`)
  expect((await prices(page)).length, 'its left end never empties a list').toBeGreaterThan(0)
  expect(await isSame()).toBe(true)
})

test('neither end of the price range passes the other', async ({ open, page }) => {
  await open(`${LISTING}?minprice=100&maxprice=105`)
  const low = page.getByLabel('Lowest price')
  await low.focus()
  for (let press = 0; press < 5; press++) await low.press('ArrowRight')
  await expect(page).toHaveURL(`${LISTING}?minprice=105&maxprice=105`)
})

test('BRANDS holds the stars from five to one; real brands stand below with their numbers (S-052)', async ({
  open,
  page,
}) => {
  await open(LISTING)
  const stars = page.getByRole('group', { name: 'BRANDS' }).getByRole('radio')
  const labels = ['5 stars', '4 stars', '3 stars', '2 stars', '1 star', 'Any rating']
  for (const [at, label] of labels.entries()) {
    await expect(stars.nth(at)).toHaveAccessibleName(new RegExp(`^${label}`))
  }
  await page.getByRole('radio', { name: '4 stars and up' }).check()
  await expect(page).toHaveURL(`${LISTING}?rating=4`)
  await expect(page.getByRole('radio', { name: '4 stars and up' })).toBeFocused()
  await page.getByRole('radio', { name: 'Any rating' }).check()
  await expect(page).toHaveURL(LISTING)

  const brands = page.getByRole('group', { name: 'Brand names' })
  await brands.getByRole('checkbox', { name: /Suryakhet/ }).check()
  await expect(page).toHaveURL(`${LISTING}?brand=Suryakhet`)
  await expect(cards(page)).toHaveCount(SHELF.suryakhet)
  await expect(brands.getByRole('checkbox', { name: /Suryakhet/ })).toBeFocused()
  await expect(brands.getByRole('checkbox', { name: /Suryakhet 3/ })).toBeChecked()
  await expect(page.getByText('3 products', { exact: true }).first()).toBeVisible()
})

/** Ticks a value of a facet, and gives the number beside it. */
async function tick(page: Page, group: string, label: RegExp): Promise<number> {
  const box = page.getByRole('group', { name: group }).getByRole('checkbox', { name: label })
  const text = (await box.locator('xpath=..').textContent()) ?? ''
  await box.check()
  return Number(/\d+$/.exec(text.trim())?.[0])
}

async function expectNarrowed(page: Page, apply: () => Promise<void>): Promise<void> {
  const onOffer = await tick(page, 'Food and stock', /^On offer/)
  await apply()
  await expect(page).toHaveURL(/offer=1/)
  await expect(cards(page)).toHaveCount(onOffer)
  const ofSize = await tick(page, 'Pack size', /^5 kg/)
  await apply()
  await expect(page).toHaveURL(/offer=1.*pack=5kg/)
  await expect(cards(page)).toHaveCount(ofSize)
  expect(ofSize).toBeLessThan(onOffer)
  await expect(page.getByRole('link', { name: 'Remove On offer' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Remove 5 kg' })).toBeVisible()
}

test('each value of a facet says how many it leaves, also beside others', async ({
  open,
  page,
}) => {
  await open(LISTING)
  await expectNarrowed(page, async () => {})
})

test('facets narrow a list without scripts as well', async ({ plainPage }) => {
  await plainPage.goto(LISTING)
  await expectNarrowed(plainPage, () =>
    plainPage.getByRole('button', { name: 'Apply' }).first().click(),
  )
})

test('a brand has a page with all of its products, as has what is on offer', async ({
  open,
  page,
}) => {
  await open('/product/aged-basmati-rice')
  await page.getByRole('link', { name: 'Doabari' }).click()
  await expect(page).toHaveURL('/brand/doabari')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Doabari')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/brand\/doabari$/)
  const onOffer = await tick(page, 'Food and stock', /^On offer/)
  await expect(page).toHaveURL('/brand/doabari?offer=1')
  await expect(cards(page)).toHaveCount(onOffer)
  await open('/offers')
  await expect(cards(page)).toHaveCount(24)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/offers/page/2')
})

test('a filter ticked before its code was there is not lost', async ({ page }) => {
  const held: (() => void)[] = []
  const isLet = new Promise<void>((resolve) => held.push(resolve))
  await page.route(/\/static\/js\/listing-filters/i, async (route) => {
    await isLet
    await route.continue()
  })
  await page.goto(LISTING)
  await page.getByRole('checkbox', { name: /Suryakhet/ }).check()
  held[0]?.()
  await expect(page).toHaveURL(`${LISTING}?brand=Suryakhet`)
  await expect(cards(page)).toHaveCount(SHELF.suryakhet)
})

test('the result count is told to a screen reader', async ({ open, page }) => {
  await open(LISTING)
  await page.getByRole('checkbox', { name: /Suryakhet/ }).check()
  await expect(page.getByRole('status').filter({ hasText: '3 products' })).toBeAttached()
})

test('filters that are on are chips, each removable, and go all at once', async ({
  open,
  page,
}) => {
  await open(`${LISTING}?minprice=20&maxprice=90&rating=1&brand=Suryakhet&brand=Doabari&sort=price`)
  const chips = page.getByRole('list', { name: 'Active filters' })
  await expect(chips.getByRole('link')).toHaveCount(5)
  await chips.getByRole('link', { name: 'Remove Suryakhet' }).click()
  await expect(page).toHaveURL(
    `${LISTING}?minprice=20&maxprice=90&rating=1&brand=Doabari&sort=price`,
  )
  await chips.getByRole('link', { name: 'Remove Rs 20 to 90' }).click()
  await expect(page).toHaveURL(`${LISTING}?rating=1&brand=Doabari&sort=price`)
  await chips.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(`${LISTING}?sort=price`)
  await expect(chips).toHaveCount(0)
  await expect(cards(page)).toHaveCount(SHELF.rice)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('the order chosen is kept by filters, and the back button gives the last state', async ({
  open,
  page,
}) => {
  await open(LISTING)
  const isSame = await marked(page)
  await page.getByLabel('Sort by').selectOption('Price, high to low')
  await expect(page).toHaveURL(`${LISTING}?sort=-price`)
  const shown = await prices(page)
  expect(shown).toEqual(shown.toSorted((a, b) => b - a))
  await page.getByRole('checkbox', { name: /Suryakhet/ }).check()
  await expect(page).toHaveURL(`${LISTING}?brand=Suryakhet&sort=-price`)
  await expect(cards(page)).toHaveCount(SHELF.suryakhet)
  await page.goBack()
  await expect(cards(page)).toHaveCount(SHELF.rice)
  await expect(page.getByRole('checkbox', { name: /Suryakhet/ })).not.toBeChecked()
  await expect(page.getByLabel('Sort by')).toHaveValue('-price')
  await page.goBack()
  await expect(page).toHaveURL(LISTING)
  await expect(page.getByLabel('Sort by')).toHaveValue('')
  await page.goForward()
  await expect(page).toHaveURL(`${LISTING}?sort=-price`)
  await expect(page.getByLabel('Sort by')).toHaveValue('-price')
  expect(await isSame()).toBe(true)
})

test('going back finds the place that was scrolled to', async ({ open, page }) => {
  await open('/search?q=&view=1')
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
  await page.getByRole('link', { name: 'Page 2' }).evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL(/page=2/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page).not.toHaveURL(/page=2/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900)
})

test('one, two or four columns, two by default, remembered without a layout shift (S-054)', async ({
  open,
  page,
}) => {
  await open(LISTING)
  const columns = () =>
    cards(page)
      .first()
      .evaluate(({ parentElement }) =>
        parentElement ? getComputedStyle(parentElement).gridTemplateColumns.split(' ').length : 0,
      )
  expect(await columns()).toBe(2)
  const layout = page.getByRole('list', { name: 'Layout' })
  await expect(layout.getByRole('link', { name: 'Two columns' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  for (const [name, count] of [
    ['One column', 1],
    ['Four columns', 4],
  ] as const) {
    await layout.getByRole('link', { name }).click()
    await expect(page).toHaveURL(`${LISTING}?view=${count}`)
    expect(await columns()).toBe(count)
  }
  const moved = await watchShifts(page)
  await open('/category/vegetables')
  expect(await columns()).toBe(4)
  await expect(layout.getByRole('link', { name: 'Four columns' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  expect(await moved()).toEqual([])
  await layout.getByRole('link', { name: 'Two columns' }).click()
  await expect.poll(columns).toBe(2)
})

test('on a phone a menu button shows and hides the sidebar (S-055)', async ({ open, page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await open(LISTING)
  const heading = page.getByRole('heading', { name: 'PRODUCT CATEGORIES' })
  const button = page.getByRole('main').locator('summary')
  await expect(heading).toBeHidden()
  await button.click()
  await expect(heading).toBeVisible()
  await page.getByRole('checkbox', { name: /Suryakhet/ }).check()
  await expect(page).toHaveURL(`${LISTING}?brand=Suryakhet`)
  await expect(heading, 'it stays open while filters are chosen').toBeVisible()
  await page.getByRole('button', { name: /^Show \d+ products?$/ }).click()
  await expect(heading).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 }), 'the results are read next').toBeFocused()
  await button.click()
  await expect(heading).toBeVisible()
  await button.click()
  await expect(heading).toBeHidden()
})

test('an overtaken request shows nothing, and a failing one becomes a normal visit', async ({
  open,
  page,
}) => {
  await open(LISTING)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/category/rice-grains?rating=1', async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  await page.getByRole('radio', { name: '1 star' }).check()
  await page.waitForRequest('**/category/rice-grains?rating=1')
  await page.getByRole('radio', { name: 'Any rating' }).check()
  await page.getByRole('checkbox', { name: /Suryakhet/ }).check()
  await expect(page).toHaveURL(`${LISTING}?brand=Suryakhet`)
  release()
  await expect(cards(page)).toHaveCount(SHELF.suryakhet)

  const isSame = await marked(page)
  let isFirst = true
  await page.route('**/category/rice-grains?brand=Suryakhet&sort=price', async (route) => {
    const fails = isFirst
    isFirst = false
    await (fails ? route.fulfill({ status: 204 }) : route.continue())
  })
  await page.getByLabel('Sort by').selectOption('price')
  await expect(page).toHaveURL(`${LISTING}?brand=Suryakhet&sort=price`)
  await expect(cards(page)).toHaveCount(SHELF.suryakhet)
  expect(await isSame()).toBe(false)
})

test('an empty list says what each filter hides', async ({ open, page }) => {
  await open(`${LISTING}?minprice=5000&brand=Suryakhet`)
  await expect(page.getByText('No Products Found')).toBeVisible()
  await page.getByRole('link', { name: "Without 'From Rs 5,000': 3 products" }).click()
  await expect(page).toHaveURL(`${LISTING}?brand=Suryakhet`)
  await expect(cards(page)).toHaveCount(SHELF.suryakhet)
})

test('/search shows everything without a text, in one, two or four columns (S-008 S-141)', async ({
  open,
  page,
}) => {
  await open('/search?q=')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All products')
  await expect(cards(page)).toHaveCount(24)
  const layout = page.getByRole('list', { name: 'Layout' }).getByRole('link')
  await expect(layout).toHaveCount(3)
  await expect(layout.nth(1)).toHaveAttribute('aria-current', 'true')
  await page.getByRole('radio', { name: '4 stars and up' }).check()
  await expect(page).toHaveURL('/search?rating=4')
  await open('/search?q=dal&maxprice=100')
  await page.getByLabel('Sort by').selectOption('price')
  await expect(page).toHaveURL('/search?q=dal&maxprice=100&sort=price')
})

test('filters, sort, layout and pages are addresses that work without JavaScript', async ({
  plainPage: page,
}) => {
  await page.goto(LISTING)
  await page.getByRole('checkbox', { name: /Suryakhet/ }).check()
  await page.getByRole('group', { name: 'BRANDS' }).getByLabel('Any rating').check()
  await page.getByRole('button', { name: 'Apply' }).first().click()
  await expect(cards(page)).toHaveCount(SHELF.suryakhet)
  await expect(page.getByRole('checkbox', { name: /Suryakhet/ })).toBeChecked()
  await page.getByLabel('Sort by').selectOption('price')
  await page.getByRole('button', { name: 'Apply' }).first().click()
  const shown = await prices(page)
  expect(shown).toHaveLength(SHELF.suryakhet)
  expect(shown).toEqual(shown.toSorted((a, b) => a - b))
  await page.getByRole('link', { name: 'Four columns' }).click()
  await expect(page).toHaveURL(`${LISTING}?brand=Suryakhet&sort=price&view=4`)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.locator('link[rel=canonical]')).toHaveCount(0)
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(`${LISTING}?sort=price&view=4`)
  await page.goto('/search?q=')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/search?page=2')
  await expect(cards(page).first()).toBeVisible()
})

test('an address that is filtered leaves the head of the plain one, and back again', async ({
  open,
  page,
}) => {
  await open(LISTING)
  const canonical = page.locator('link[rel=canonical]')
  await expect(canonical).toHaveCount(1)
  await page.getByRole('checkbox', { name: /Suryakhet/ }).check()
  await expect(canonical).toHaveCount(0)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect(canonical).toHaveCount(1)
})

for (const path of [`${LISTING}?minprice=20&rating=1&view=4`, `${LISTING}?minprice=5000`]) {
  test(`${path} has no accessibility faults, on a phone with the sidebar open too`, async ({
    open,
    page,
    axe,
  }) => {
    await open(path)
    expect(await axe()).toEqual([])
    await page.setViewportSize({ width: 360, height: 800 })
    await page.getByRole('main').locator('summary').click()
    expect(await axe()).toEqual([])
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
  })
}

test.describe('a value that there is not', () => {
  for (const query of ['sort=name', 'rating=9', 'view=3', 'page=99&sort=price', 'location=Mars']) {
    test(`${query} is the page of an unknown address`, async ({ page }) => {
      const answer = await page.request.get(`${LISTING}?${query}`)
      expect(answer.status()).toBe(404)
    })
  }
})
