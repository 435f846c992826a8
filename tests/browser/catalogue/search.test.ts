import type { Page } from '@playwright/test'
import { watchShifts } from '#tests/browser/kit/layout-shift.ts'
import { holdRequests } from '#tests/browser/kit/held-requests.ts'
import { expect, test } from '#tests/browser/test.ts'

/** Collects the scripts requested from now on, by their names without hashes. */
function scriptsAfter(page: Page): string[] {
  const names: string[] = []
  page.on('request', (request) => {
    const name = /\/static\/js\/([^.]+)/.exec(request.url())?.[1]
    if (name) names.push(name)
  })
  return names
}

const suggestions = (page: Page) => page.getByRole('listbox').getByRole('option')

/** Types a text in one go, and waits until the rows are those of the whole text. */
async function suggestFor(page: Page, text: string): Promise<void> {
  await page.getByRole('search').getByRole('combobox').fill(text)
  await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
}

const CODE = /\/static\/js\/(client|SearchBox)\./
const isReact = (name: string) => /^(client|react|SearchBox)$/.test(name)

test('the code of the search box comes with its first touch, and not before', async ({
  open,
  page,
}) => {
  const before: string[] = []
  page.on('request', (request) => before.push(request.url()))
  await open('/')
  const after = scriptsAfter(page)
  expect(before.filter((url) => /\/(client|react|SearchBox)\./.test(url))).toEqual([])
  await page.getByRole('searchbox').click()
  await expect(page.getByRole('combobox')).toBeFocused()
  // `client` is the name of both Astro's and React's file, `react` that of both React's and nanostores'.
  expect([...new Set(after.filter(isReact))].sort()).toEqual(['SearchBox', 'client', 'react'])
})

test('after a first input elsewhere the code comes for a box that is in view', async ({
  open,
  page,
}) => {
  await open('/product/fine-besan')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page.getByRole('search').getByRole('combobox')).toBeVisible()
})

test('what was typed before the code is there is kept and suggests', async ({ open, page }) => {
  const release = await holdRequests(page, '**/static/js/client.*')
  await open('/')
  const box = page.getByRole('searchbox')
  await box.focus()
  await page.keyboard.type('bas')
  await expect(page.getByRole('combobox')).toHaveCount(0)
  release()
  await expect(page.getByRole('combobox')).toHaveValue('bas')
  await expect(page.getByRole('combobox')).toBeFocused()
  await expect(page.getByRole('option', { name: /Basmati Rice/ }).first()).toBeVisible()
})

test('the keyboard goes through the suggestions and chooses one (S-022)', async ({
  open,
  page,
}) => {
  await open('/category/rice-grains')
  await page.getByRole('searchbox').focus()
  const box = page.getByRole('search').getByRole('combobox')
  await expect(box).toBeVisible()
  await suggestFor(page, 'basmati')
  const options = suggestions(page)
  await expect(options.nth(2)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^\d+ suggestions$/ })).toBeAttached()
  await expect(options.first()).toContainText('Search for basmati')

  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(options.nth(1)).toHaveCSS('outline-style', 'solid')
  await expect(options.nth(0)).toHaveCSS('outline-style', 'none')
  await expect(box).toHaveAttribute('aria-activedescendant', /.+-1$/)
  await page.keyboard.press('End')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Home')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(page.locator('[aria-selected=true]')).toHaveCount(0)

  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(box).toHaveValue('basmati')
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(2)).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/product\//)
})

test('what is read out comes into a place that was empty in the page before', async ({
  open,
  page,
}) => {
  await page.addInitScript(() => {
    const watch = new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLOutputElement && node.textContent) node.dataset['late'] = ''
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  await open('/')
  await page.getByRole('searchbox').focus()
  await expect(page.getByRole('search').getByRole('combobox')).toBeVisible()
  await suggestFor(page, 'basmati')
  const said = page.getByRole('status').filter({ hasText: /^\d+ suggestions$/ })
  await expect(said).toBeAttached()
  await expect(said).not.toHaveAttribute('data-late')
})

test('a search stores its results and goes to /search (S-160)', async ({ open, page }) => {
  await open('/')
  await page.getByRole('searchbox').click()
  await expect(page.getByRole('combobox')).toBeVisible()
  await page.getByRole('combobox').fill('toor dal')
  await expect(
    page.getByRole('group', { name: 'Products' }).getByRole('option').first(),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=toor%20dal')
  const stored = await page.evaluate(() => localStorage.getItem('searchresults'))
  expect(stored).toContain('"toor-dal"')
  await expect(page.getByRole('search').first().locator('input')).toHaveValue('toor dal')
})

test('an empty search is not blocked (S-141)', async ({ open, page }) => {
  await open('/')
  await page.getByRole('searchbox').click()
  await expect(page.getByRole('combobox')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All products')
})

test('an answer that was overtaken is not shown, and each text asks once', async ({
  open,
  page,
}) => {
  const asked: string[] = []
  await page.route('**/api/search?*', async (route) => {
    const text = new URL(route.request().url()).searchParams.get('q') ?? ''
    asked.push(text)
    if (text !== 'tomato') return
    await route.continue()
  })
  await open('/')
  await page.getByRole('searchbox').click()
  const box = page.getByRole('search').getByRole('combobox')
  await expect(box).toBeVisible()
  // Each text in one go: on a slow machine, pauses between single keys would count as pauses in typing.
  await page.getByRole('combobox').fill('tom')
  await expect.poll(() => asked).toEqual(['tom'])
  await page.getByRole('combobox').fill('tomato')
  await expect(
    page.getByRole('group', { name: 'Products' }).getByRole('option').first(),
  ).toContainText(/tomato/i)
  expect(asked).toEqual(['tom', 'tomato'])
})

test('a phone chooses a suggestion by touch, without a layout shift', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  const moved = await watchShifts(page)
  await page.goto('/')
  await page.getByRole('searchbox').tap()
  await expect(page.getByRole('combobox')).toBeFocused()
  await suggestFor(page, 'besan')
  const row = page.getByRole('option', { name: /Fine Besan/ })
  await expect(row).toContainText('₹')
  const popup = await page.getByRole('listbox').boundingBox()
  const box = await page.getByRole('search').boundingBox()
  expect([popup?.x, popup?.width]).toEqual([box?.x, box?.width])
  expect(box?.width).toBeGreaterThan(350)
  for (const option of await suggestions(page).all()) {
    expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
  expect(await moved()).toEqual([])
  await row.tap()
  await expect(page).toHaveURL('/product/fine-besan')
  await context.close()
})

test('the open suggestions have no accessibility faults', async ({ open, page, axe }) => {
  await open('/')
  await page.getByRole('searchbox').click()
  await expect(page.getByRole('combobox')).toBeVisible()
  await suggestFor(page, 'ba')
  await expect(suggestions(page).nth(4)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  expect(await axe()).toEqual([])
})

test('leaving the box closes the suggestions', async ({ open, page }) => {
  await open('/')
  await page.getByRole('searchbox').click()
  await expect(page.getByRole('combobox')).toBeVisible()
  await suggestFor(page, 'ba')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('listbox')).toHaveCount(0)
})

test('the form works when the code cannot be loaded, and a later touch tries again', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.route(CODE, (route) => route.abort())
  await page.goto('/')
  await page.getByRole('searchbox').fill('besan')
  await page.getByRole('search').getByRole('button').click()
  await expect(page).toHaveURL('/search?q=besan')
  const failed = page.waitForEvent('requestfailed', (request) => CODE.test(request.url()))
  const box = page.getByRole('search').locator('input')
  await box.click()
  await failed
  await page.unroute(CODE)
  await expect(async () => {
    await box.click()
    await expect(page.getByRole('search').getByRole('combobox')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await context.close()
})

test('without answers from the shop the suggestions stay quiet and the form works', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.route('**/api/**', (route) => route.abort())
  await page.goto('/')
  await page.getByRole('searchbox').click()
  await expect(page.getByRole('combobox')).toBeVisible()
  await suggestFor(page, 'besan')
  await expect(suggestions(page)).toHaveText(['Search for besan'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=besan')
  await context.close()
})

test('a search that finds nothing offers no order and no filters', async ({ open, page }) => {
  await open('/search?q=qqqzzz')
  await expect(page.getByText('No Products Found')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveCount(0)
  await expect(page.locator('summary', { hasText: 'Filters' })).toHaveCount(0)
  // Where filters are the reason, they can be taken off.
  await open('/search?q=besan&minprice=90000')
  await expect(page.getByText('No Products Found')).toBeVisible()
  await expect(page.locator('summary', { hasText: 'Filters' })).toHaveCount(1)
})

test('without JavaScript the box is a form; a search without result leads on', async ({
  plainPage: page,
}) => {
  await page.goto('/')
  await page.getByRole('searchbox').fill('toemattoe')
  await page.getByRole('search').getByRole('button').click()
  await expect(page).toHaveURL('/search?q=toemattoe')
  await page.getByRole('navigation', { name: 'Did you mean' }).getByRole('link').first().click()
  await expect(page).toHaveURL('/search?q=tomato')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: /tomato/i }).first()).toBeVisible()
})
