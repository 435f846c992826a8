import { signIn } from '#tests/browser/kit/accounts.ts'
import { watchShifts } from '#tests/browser/kit/layout-shift.ts'
import { LISTING, SHELF, cards, marked, prices } from '#tests/browser/kit/listing.ts'
import { holdRequests } from '#tests/browser/kit/held-requests.ts'
import { expect, test } from '#tests/browser/test.ts'

test('the result count is told to a screen reader', async ({ open, page }) => {
  await open(LISTING)
  await page.getByRole('checkbox', { name: /Suryakhet/ }).check()
  await expect(page.getByRole('status').filter({ hasText: '3 products' })).toBeAttached()
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

test('a page that scrolls while the list is on its way back keeps its place', async ({
  open,
  page,
}) => {
  await open('/search?q=&view=1')
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
  await page.getByRole('link', { name: 'Page 2' }).evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL(/page=2/)
  const kept = () => page.evaluate(() => Number(Object(history.state).y))
  await page.route(/\/search\?q=&view=1$/, async (route) => {
    await page.evaluate(() => scrollTo({ top: 50, behavior: 'instant' }))
    await expect.poll(kept).toBe(50)
    await route.continue()
  })
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
  // A press on the dimmed page beside the sheet acts like the button.
  await page.mouse.click(200, 60)
  await expect(heading).toBeHidden()
  await button.click()
  await expect(heading).toBeVisible()
  await button.press('Enter')
  await expect(heading).toBeHidden()
})

test('on a phone the sheet of filters closes when the keyboard leaves it', async ({
  open,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  // Also if it does so before the code of the filters has come.
  const come = await holdRequests(page, '**/static/js/listing-filters.*.js')
  await open('/category/rice-grains')
  await page.locator('summary').filter({ hasText: 'Filters' }).focus()
  await page.keyboard.press('Enter')
  const show = page.getByRole('button', { name: /^Show \d+ products/ })
  await expect(show).toBeVisible()
  await show.focus()
  await page.keyboard.press('Tab')
  come()
  await expect(show).toBeHidden()
  await expect(page.locator('main :focus')).toBeInViewport()

  await page.locator('summary').filter({ hasText: 'Filters' }).press('Enter')
  await show.focus()
  await page.keyboard.press('Tab')
  await expect(show).toBeHidden()
})

test('an overtaken request shows nothing, and a failing one becomes a normal visit', async ({
  open,
  page,
}) => {
  await open(LISTING)
  const release = await holdRequests(page, '**/category/rice-grains?rating=1')
  // Awaited from before the press, as the request may be sent before the press returns.
  const isAsked = page.waitForRequest('**/category/rice-grains?rating=1')
  await page.getByRole('radio', { name: '1 star' }).check()
  await isAsked
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

test('a filter that is taken off while the list before it is on its way back is off', async ({
  open,
  page,
}) => {
  await open(LISTING)
  const box = page.getByRole('checkbox', { name: /Suryakhet/ })
  await box.check()
  await expect(cards(page)).toHaveCount(SHELF.suryakhet)
  const steps = await page.evaluate(() => history.length)
  const come = await holdRequests(page, `**${LISTING}`)
  const asked = page.waitForRequest(`**${LISTING}`)
  await page.goBack()
  await asked
  await box.uncheck()
  come()
  await expect(cards(page)).toHaveCount(SHELF.rice)
  await expect(page).toHaveURL(LISTING)
  await expect(box).not.toBeChecked()
  expect(await page.evaluate(() => history.length)).toBe(steps)
})

test('a filter on its way comes also below a quick view or packs that are opened meanwhile', async ({
  open,
  page,
}) => {
  await signIn(page)
  await open(LISTING)
  const come = await holdRequests(page, `**${LISTING}?brand=Suryakhet`)
  const asked = page.waitForRequest(`**${LISTING}?brand=Suryakhet`)
  const box = page.getByRole('checkbox', { name: /Suryakhet/ })
  await box.check()
  await asked
  await page
    .getByRole('link', { name: /^Choose and add/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Quick view: Aged Basmati Rice' }).click()
  await expect(dialog.getByRole('button', { name: 'ADD TO CART', exact: true })).toBeVisible()
  await expect(page).toHaveURL('/product/aged-basmati-rice')
  come()
  await expect(cards(page)).toHaveCount(SHELF.suryakhet)
  await expect(page).toHaveURL('/product/aged-basmati-rice')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${LISTING}?brand=Suryakhet`)
  await expect(box).toBeChecked()
  await expect(cards(page)).toHaveCount(SHELF.suryakhet)
  await page.goBack()
  await expect(page).toHaveURL(LISTING)
  await expect(dialog).toBeHidden()
  await expect(cards(page)).toHaveCount(SHELF.rice)
})

test('an empty list says what each filter hides', async ({ open, page }) => {
  await open(`${LISTING}?minprice=5000&brand=Suryakhet`)
  await expect(page.getByText('No Products Found')).toBeVisible()
  await page.getByRole('link', { name: "Without 'From ₹5,000': 3 products" }).click()
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

test('on a phone the count of a list of several pages is not cut', async ({ open, page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open('/offers')
  const count = page.getByText(/1 to 24 of\s+\d+\s+products/)
  await expect(count).toBeInViewport({ ratio: 1 })
  expect(await count.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
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
