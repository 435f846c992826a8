import type { Locator, Page } from '@playwright/test'
import { LISTING, SHELF, cards, marked, prices } from '#tests/browser/kit/listing.ts'
import { expect, test } from '#tests/browser/test.ts'

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
  await expect(page.getByRole('link', { name: `Remove From ₹${first + 20}` })).toBeVisible()
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

test('a press beside the ends of the price range moves the nearer one there, without dragging', async ({
  open,
  page,
}) => {
  await open(LISTING)
  const [low, high] = [page.getByLabel('Lowest price'), page.getByLabel('Highest price')]
  const [from, to] = [Number(await low.getAttribute('min')), Number(await low.getAttribute('max'))]
  const pressAt = async (share: number) => {
    const { width = 0, height = 0 } = (await low.boundingBox()) ?? {}
    await low.click({ position: { x: width * share, y: height / 2 }, force: true })
  }
  // A press is not kept until the code for it is there.
  await expect(async () => {
    await pressAt(0.75)
    await expect(page).toHaveURL(/\?maxprice=\d+$/, { timeout: 1000 })
  }).toPass()
  await pressAt(0.25)
  await expect(page).toHaveURL(/\?minprice=\d+&maxprice=\d+$/)
  await expect(low).toBeFocused()
  const shareOf = async (end: Locator) => (Number(await end.inputValue()) - from) / (to - from)
  // Steps of ₹5 are coarse here.
  expect(Math.abs((await shareOf(low)) - 0.25)).toBeLessThan(0.1)
  expect(Math.abs((await shareOf(high)) - 0.75)).toBeLessThan(0.1)
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

/** Ticks a value of a facet. @returns the number beside it */
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

test('facets, filters, sort, layout and pages are addresses that narrow a list without JavaScript as well', async ({
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
  await expectNarrowed(page, () => page.getByRole('button', { name: 'Apply' }).first().click())
  await page.goto('/search?q=')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/search?page=2')
  await expect(cards(page).first()).toBeVisible()
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

test('few products of a filter far down are seen, and not the space below them', async ({
  open,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await open('/offers')
  const filter = page.getByRole('checkbox', { name: /^Suryakhet/ })
  await filter.scrollIntoViewIfNeeded()
  await filter.check()
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Suryakhet')
  await expect(cards(page).last()).toBeInViewport()
  await expect(filter).toBeFocused()
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
  await chips.getByRole('link', { name: 'Remove ₹20 to 90' }).click()
  await expect(page).toHaveURL(`${LISTING}?rating=1&brand=Doabari&sort=price`)
  await chips.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(`${LISTING}?sort=price`)
  await expect(chips).toHaveCount(0)
  await expect(cards(page)).toHaveCount(SHELF.rice)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
