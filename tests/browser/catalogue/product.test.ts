import type { Page } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { serverCart } from '#tests/browser/kit/buying.ts'
import { expect, test } from '#tests/browser/test.ts'

/** A product with packs, two pictures and a sub-category. */
const BESAN = '/product/fine-besan'

const pack = (page: Page, label: RegExp) =>
  page.getByRole('main').getByRole('radio', { name: label })

test('another pack shows its price, unit price and stock without a new page (S-057 S-058 S-059)', async ({
  open,
  page,
}) => {
  await open(BESAN)
  await expect(page.getByRole('main')).toContainText('Rs: 62')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await pack(page, /1 kg/).click()
  const main = page.getByRole('main')
  await expect(main).toContainText('9% off')
  await expect(main).toContainText('₹118 / kg')
  await expect(main.getByText('IN STOCK')).toBeVisible()
  await expect(page).toHaveURL(`${BESAN}?variant=1-kg`)
  await expect(page).toHaveTitle(/1 kg/)
  await expect(pack(page, /1 kg/)).toBeFocused()
  await expect(pack(page, /1 kg/)).toBeChecked()
  await expect(page.getByRole('status').filter({ hasText: '1 kg, Rs: 118' })).toBeAttached()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('another pack shows its price without network too', async ({ expectRefusal, open, page }) => {
  expectRefusal('offline')
  await open(BESAN)
  await page.keyboard.press('Shift')
  await pack(page, /500 g/).click()
  await expect(page).toHaveURL(`${BESAN}?variant=500-g`)
  await page.context().setOffline(true)
  await pack(page, /1 kg/).click()
  await expect(page).toHaveURL(`${BESAN}?variant=1-kg`)
  await expect(page.getByRole('main')).toContainText('9% off')
})

test('a price that has changed since the page was loaded is told', async ({ open, page }) => {
  await page.route('**/quick/murmura-puffed-rice', async (route) => {
    const response = await route.fetch()
    const found: { product: { packs: { pricePaise: number }[] } } = await response.json()
    for (const one of found.product.packs) one.pricePaise = 3100
    await route.fulfill({ response, json: found })
  })
  await open('/product/murmura-puffed-rice')
  await page.getByRole('button', { name: 'One more' }).click()
  await expect(page.getByRole('status').first()).toHaveText('Price changed from ₹28 to ₹31')
  await expect(page.getByRole('main')).toContainText('Rs: 31')
})

test('a pack that is sold no more since the page was loaded is told, and adds nothing (S-123 I6)', async ({
  open,
  page,
}) => {
  await signIn(page)
  let answer = (): void => {}
  const isChosen = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/quick/fine-besan', async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await isChosen
    // The shop sells another pack instead.
    await route.fulfill({ response, body: text.replaceAll('"500 g"', '"2 kg"') })
  })
  await open(BESAN)
  await pack(page, /500 g/).check()
  answer()
  const toast = page.locator('toast-message').getByRole('status')
  await expect(toast).toHaveText('500 g is no longer sold.')
  await expect(pack(page, /500 g/)).toHaveCount(0)
  await page.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Choose a pack first.' })).toBeVisible()
  expect(await serverCart(page)).toEqual([])
  await pack(page, /2 kg/).check()
  await expect(page.getByRole('main')).toContainText('Rs: 62')
})

test('the links to the sections become tabs with the first press (S-061 S-062 S-063)', async ({
  axe,
  open,
  page,
}) => {
  await open(BESAN)
  await expect(page.getByRole('heading', { name: 'Description' })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
  await page.getByRole('link', { name: 'Additional info' }).click()
  await expect(page.getByRole('tab', { name: 'Additional info' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(page.getByRole('tabpanel', { name: 'Additional info' })).toContainText('Chana dal')
  await expect(page.getByRole('heading', { name: 'Description' })).toBeHidden()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: /Reviews/ })).toBeFocused()
  await expect(page.getByRole('tabpanel')).toContainText('There are no reviews yet.')
  await expect(page).toHaveURL(`${BESAN}#reviews`)
  expect(await axe()).toEqual([])
})

test('a thumbnail brings its picture without moving the page', async ({ open, page }) => {
  await open(BESAN)
  const second = page.getByRole('img', { name: 'Fine Besan, photo 2 of 2' })
  await expect(second).not.toBeInViewport({ ratio: 0.5 })
  const thumb = page.getByRole('link', { name: 'Photo 2 of 2' })
  await thumb.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  await thumb.click()
  await expect(second).toBeInViewport({ ratio: 0.5 })
  await expect(thumb).toHaveAttribute('aria-current', 'true')
  expect(await page.evaluate(() => scrollY)).toBe(before)
  await expect(page).toHaveURL(BESAN)
})

test('related products: 5 in view on a large screen, 2 on a small one (S-065)', async ({
  open,
  page,
}) => {
  for (const [width, inView] of [
    [1280, 5],
    [390, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await open('/product/potato')
    const row = page.getByRole('list', { name: 'RELATED PRODUCTS' })
    const found = await row.evaluate((list) => {
      const { left, right } = list.getBoundingClientRect()
      const boxes = [...list.children].map((card) => card.getBoundingClientRect())
      return boxes.filter((box) => box.left > left - 2 && box.right < right + 2).length
    })
    expect(found).toBe(inView)
  }
})

test('COMPARE keeps products in this browser, says so, and leads to all of them (S-020 S-060)', async ({
  axe,
  open,
  page,
}) => {
  await open('/product/toor-dal')
  await page.getByRole('link', { name: 'COMPARE' }).click()
  await expect(page.getByRole('status')).toHaveText('Added to the comparison')
  await page.getByRole('button', { name: 'Close this message' }).click()
  await expect(page.getByRole('status')).toHaveText('')
  await open(BESAN)
  await page.getByRole('link', { name: 'COMPARE' }).click()
  await expect(page.getByRole('status')).toHaveText('Added. 2 products to compare.')
  expect(await axe()).toEqual([])
  await page.getByRole('link', { name: 'SEE COMPARISON (2)' }).click()
  await expect(page.getByRole('columnheader')).toHaveCount(2)
  await expect(page.getByRole('row', { name: /^Price \(differs\)/ })).toContainText('₹62')
  expect(await axe()).toEqual([])
  await page.getByRole('link', { name: 'Remove Toor Dal from the comparison' }).click()
  await expect(page.getByRole('columnheader')).toHaveCount(1)
  await open('/compare')
  await expect(page).toHaveURL('/compare?ids=fine-besan')
})

test('a toast goes by itself after 6000 ms, later when somebody points at it (S-020)', async ({
  open,
  page,
}) => {
  await page.clock.install()
  await open(BESAN)
  // What the first press loads waits for it by the clock, so the button must be live before the clock stops.
  const compare = page.getByRole('link', { name: 'COMPARE' })
  const priceOf = page.waitForResponse(/\/quick\//)
  await compare.focus()
  await expect(page.locator('astro-island[data-live]').filter({ has: compare })).toHaveCount(1)
  await (await priceOf).finished()
  await page.clock.pauseAt(Date.now() + 60_000)
  await compare.click()
  const toast = page.getByRole('status')
  await expect(toast).toHaveText('Added to the comparison')
  await page.clock.runFor(5800)
  await expect(toast).toHaveText('Added to the comparison')
  await page.getByRole('button', { name: 'Close this message' }).hover()
  await page.clock.runFor(10_000)
  await expect(toast).toHaveText('Added to the comparison')
  await page.mouse.move(5, 5)
  await page.clock.runFor(6100)
  await expect(toast).toHaveText('')
})

test('a fifth product finds no room, and the way to the four is shown', async ({ open, page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('compare', '["potato","onion-nashik-red","toor-dal","ragi-flour"]')
  })
  await open(BESAN)
  await page.getByRole('link', { name: 'COMPARE' }).focus()
  await page.evaluate(() => {
    const link = document.querySelector<HTMLElement>('a[href^="/compare"]')
    link?.click()
  })
  await expect(page.getByRole('status')).toContainText('Up to 4 products')
  await expect(page.getByRole('link', { name: 'SEE COMPARISON (4)' })).toBeVisible()
})

test('two products are compared on a phone without moving the table', async ({ open, page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open('/compare?ids=cinnamon-sticks,fine-besan')
  const table = page.getByRole('region', { name: 'Compare products' })
  expect(await table.evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(328)
})

test('without JavaScript packs, sections and the comparison work by their addresses', async ({
  plainPage: page,
}) => {
  await page.goto(BESAN)
  await expect(page.getByRole('heading', { name: 'Recently viewed' })).toBeHidden()
  await page.goto(`${BESAN}?variant=1-kg`)
  await expect(pack(page, /1 kg/)).toBeChecked()
  await expect(page.getByText('₹118 / kg').first()).toBeVisible()
  await page.getByRole('link', { name: 'Additional info' }).click()
  await expect(page).toHaveURL(/#additional-info$/)
  await expect(page.getByRole('heading', { name: 'Description' })).toBeVisible()
  await page.getByRole('link', { name: 'COMPARE' }).click()
  await expect(page.getByRole('columnheader')).toHaveCount(1)
  await page.getByRole('link', { name: /^\+ / }).first().click()
  await expect(page.getByRole('columnheader')).toHaveCount(2)
  await expect(page.getByRole('row', { name: /differs/ }).first()).toBeVisible()
  await page.goto('/compare?ids=no-such-thing,fine-besan')
  await expect(page.getByText('One of these products is no longer sold.')).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveCount(1)
})

test('what was looked at stands under the next product, and hand-edited storage harms nothing', async ({
  axe,
  open,
  page,
}) => {
  await open('/product/toor-dal')
  await page.keyboard.press('Shift')
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('recentlyviewed')))
    .toContain('Toor Dal')
  await open(BESAN)
  const heading = page.getByRole('heading', { name: 'Recently viewed' })
  await heading.scrollIntoViewIfNeeded()
  await page.keyboard.press('Shift')
  const row = page.getByRole('list', { name: 'Recently viewed' })
  await expect(row.getByRole('link', { name: 'Toor Dal' })).toHaveAttribute(
    'href',
    '/product/toor-dal',
  )
  const rowsShown = await row.getByText('Toor Dal').evaluate((name) => {
    name.style.lineHeight = '1.5'
    name.textContent += ' of Malwa'.repeat(9)
    return name.clientHeight / (Number.parseFloat(getComputedStyle(name).fontSize) * 1.5)
  })
  expect(rowsShown, 'two rows, also with the line spacing of WCAG 1.4.12').toBeGreaterThanOrEqual(
    1.99,
  )
  expect(await axe()).toEqual([])
  await page.evaluate(() => {
    const wrong = [{ id: 'x', name: 'x', image: 'javascript:alert(1)' }]
    localStorage.setItem('recentlyviewed', JSON.stringify(wrong))
  })
  await open('/product/toor-dal')
  await page.keyboard.press('Shift')
  await expect(heading).toBeHidden()
})

test('a phone may put the shop on its home screen', async ({ page }) => {
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ short_name: 'Kirana', start_url: '/', display: 'standalone' })
  for (const { src } of manifest.icons) {
    expect((await page.request.get(src)).headers()['content-type']).toMatch(/^image\//)
  }
})

test('a printed product page is the product alone', async ({ open, page }) => {
  await page.emulateMedia({ media: 'print' })
  await open(BESAN)
  await expect(page.getByText('Rs: 62').first()).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'RELATED PRODUCTS' })).toBeHidden()
})
