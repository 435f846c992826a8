import type { Page } from '@playwright/test'
import { watchShifts } from '#tests/browser/kit/layout-shift.ts'
import { stopClock } from '#tests/browser/kit/stopped-clock.ts'
import { expect, test } from '#tests/browser/test.ts'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 900 }

/** How many tiles of a row are fully in view, and the pixels between two of them. */
function rowOf(page: Page, name: string) {
  return page.getByRole('list', { name, exact: true }).evaluate((list) => {
    const { left, right } = list.parentElement?.getBoundingClientRect() ?? new DOMRect()
    const boxes = [...list.children].map((tile) => tile.getBoundingClientRect())
    const inView = boxes.filter((box) => box.left > left - 2 && box.right < right + 2)
    const [first, second] = boxes
    return { inView: inView.length, gap: Math.round((second?.left ?? 0) - (first?.right ?? 0)) }
  })
}

/** The index of the first tile in view. */
function firstInView(page: Page, name: string) {
  return page.getByRole('list', { name, exact: true }).evaluate((list) => {
    const left = list.parentElement?.getBoundingClientRect().left ?? 0
    return [...list.children].findIndex((tile) => tile.getBoundingClientRect().left > left - 2)
  })
}

const currentBanner = (page: Page) =>
  page.getByRole('region', { name: 'Offers', exact: true }).locator('[role=group]:not([inert])')

test('the banner shows one slide, goes on by itself and rests where somebody points (S-030)', async ({
  open,
  page,
}) => {
  await open('/')
  await expect(currentBanner(page)).toHaveAccessibleName('Offer 1 of 5')
  await expect(currentBanner(page)).toHaveAccessibleName('Offer 2 of 5')
  await page.getByRole('region', { name: 'Offers', exact: true }).hover()
  const resting = await currentBanner(page).getAttribute('aria-label')
  const list = page.getByRole('region', { name: 'Offers', exact: true }).locator('[aria-live]')
  await expect(list).toHaveAttribute('aria-live', 'polite')
  await expect(currentBanner(page)).toHaveAccessibleName(resting ?? '')
})

test('the next banner comes after 1.5 s, in a movement of 0.5 s (S-030)', async ({
  open,
  page,
}) => {
  await page.clock.install()
  await open('/')
  const offers = page.getByRole('region', { name: 'Offers', exact: true })
  // The carousel does not go on to a banner whose picture has not loaded.
  await offers.locator('.banner img').evaluateAll(async (images) => {
    for (const image of images) {
      image.setAttribute('loading', 'eager')
      if (image instanceof HTMLImageElement) await image.decode()
    }
  })
  await page.keyboard.press('Shift')
  await expect(offers.locator('.swiper-initialized')).toHaveCount(1)
  await offers.hover()
  await expect(offers.locator('[aria-live]')).toHaveAttribute('aria-live', 'polite')
  await stopClock(page)
  const shown = Number((await currentBanner(page).getAttribute('aria-label'))?.split(' ')[1])
  // From here on the pointer is elsewhere.
  await page.mouse.move(1, 1)
  await expect(offers.locator('[aria-live]')).toHaveAttribute('aria-live', 'off')
  await page.clock.runFor(1400)
  await expect(currentBanner(page)).toHaveAccessibleName(`Offer ${shown} of 5`)
  await page.clock.runFor(200)
  await expect(currentBanner(page)).toHaveAccessibleName(`Offer ${(shown % 5) + 1} of 5`)
  await expect(offers.locator('.rail')).toHaveCSS('transition-duration', '0.5s')
})

test('arrows turn the banner round without end, before and after Swiper (S-030)', async ({
  open,
  page,
}) => {
  await open('/')
  const offers = page.getByRole('region', { name: 'Offers', exact: true })
  await offers.getByRole('button', { name: 'Stop the banners' }).click()
  await expect(offers.getByRole('button', { name: 'Start the banners' })).toBeVisible()
  await expect(offers.locator('.swiper-initialized')).toHaveCount(1)
  const start = Number((await currentBanner(page).getAttribute('aria-label'))?.split(' ')[1])
  for (let step = 1; step <= 6; step++) {
    await offers.getByRole('button', { name: 'Next' }).click()
    const wanted = ((start - 1 + step) % 5) + 1
    await expect(currentBanner(page)).toHaveAccessibleName(`Offer ${wanted} of 5`)
    await expect(currentBanner(page)).toBeInViewport({ ratio: 0.9 })
  }
  await offers.getByRole('button', { name: 'Previous' }).click()
  await expect(currentBanner(page)).toBeInViewport({ ratio: 0.9 })
})

test('whoever wants no motion gets a banner that stands, with arrows (S-030)', async ({
  open,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open('/')
  const offers = page.getByRole('region', { name: 'Offers', exact: true })
  await expect(offers.locator('[aria-live]')).toHaveAttribute('aria-live', 'polite')
  await expect(offers.getByRole('button', { name: 'Stop the banners' })).toBeHidden()
  await offers.getByRole('button', { name: 'Next' }).click()
  await expect(currentBanner(page)).toHaveAccessibleName('Offer 2 of 5')
})

test('only the banner in view can be reached by keyboard', async ({ open, page }) => {
  await open('/')
  await page.getByRole('button', { name: 'Next: Offers' }).focus()
  await page.keyboard.press('Tab')
  await expect(currentBanner(page).getByRole('link')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(
    page.getByRole('region', { name: 'Offers', exact: true }).locator(':focus'),
  ).toHaveCount(0)
})

test('without JavaScript the banners are a row, each with its first picture (S-031)', async ({
  plainPage: page,
}) => {
  await page.goto('/')
  const slides = page.getByRole('region', { name: 'Offers', exact: true }).getByRole('group')
  await expect(slides).toHaveCount(5)
  for (const slide of await slides.all()) await expect(slide.getByRole('img')).toHaveCount(1)
  await expect(page.getByRole('button', { name: /Next|Previous|Stop/ })).toHaveCount(0)
})

const VIEWS = [
  { size: PHONE, row: 'Featured Categories', inView: 4, gap: 5 },
  { size: DESK, row: 'Featured Categories', inView: 10, gap: 20 },
  { size: PHONE, row: 'Featured Products', inView: 2, gap: 12 },
  { size: DESK, row: 'Featured Products', inView: 4, gap: 16 },
]
for (const { size, row, inView, gap } of VIEWS) {
  test(`${row} at ${size.width} px: ${inView} in view, one a step (S-032 S-033 S-035)`, async ({
    open,
    page,
  }) => {
    await page.setViewportSize(size)
    await open('/')
    expect(await rowOf(page, row)).toEqual({ inView, gap })
    const next = page.getByRole('button', { name: `Next: ${row}` })
    await next.click()
    await expect.poll(() => firstInView(page, row)).toBe(1)
    // By now Swiper has taken over; nothing else may look different.
    const list = page.getByRole('list', { name: row, exact: true })
    await expect(
      page.locator('carousel-row.swiper-initialized').filter({ has: list }),
    ).toBeVisible()
    await expect.poll(() => rowOf(page, row)).toEqual({ inView, gap })
    await next.click()
    await expect.poll(() => firstInView(page, row)).toBe(2)
    await page.getByRole('button', { name: `Previous: ${row}` }).click()
    await expect.poll(() => firstInView(page, row)).toBe(1)
  })
}

test('a finger keeps the row that scrolls by itself', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    ...(baseURL && { baseURL }),
  })
  const page = await context.newPage()
  await page.goto('/')
  const name = 'Featured Categories'
  await page.getByRole('heading', { name }).tap()
  await expect(page.locator('banner-carousel.swiper-initialized')).toHaveCount(1)
  await expect(page.getByRole('button', { name: `Next: ${name}` })).toBeHidden()
  await page.getByRole('list', { name }).getByRole('link').last().scrollIntoViewIfNeeded()
  await expect.poll(() => firstInView(page, name)).toBeGreaterThan(0)
  await expect(page.locator('carousel-row.swiper-initialized')).toHaveCount(0)
  await context.close()
})

test('NEW PRODUCTS is a grid of twelve without a location (S-036)', async ({ open, page }) => {
  await open('/')
  const grid = page.getByRole('region', { name: 'NEW PRODUCTS' })
  await expect(grid.getByRole('listitem')).toHaveCount(12)
})

test('tabs of Filter Products bring their products by keyboard and pointer (S-037 S-117)', async ({
  axe,
  open,
  page,
}) => {
  await open('/')
  const filter = page.getByRole('region', { name: 'Filter Products' })
  await filter.getByRole('tab', { name: 'Rice & Grains' }).click()
  await expect(filter.getByRole('tabpanel', { name: 'Rice & Grains' })).toContainText('Basmati')
  await expect(page).toHaveURL(/\/\?tab=rice-grains/)
  await page.keyboard.press('ArrowRight')
  const dal = filter.getByRole('tab', { name: 'Dal & Pulses' })
  await expect(dal).toBeFocused()
  await expect(dal).toHaveAttribute('aria-selected', 'true')
  await expect(filter.getByRole('tabpanel', { name: 'Dal & Pulses' })).toContainText('Toor Dal')
  await expect(filter.getByRole('button', { name: 'Next: Dal & Pulses' })).toBeVisible()
  expect(await axe()).toEqual([])
})

test('the products of a tab are loaded 0.1 s after it is chosen (S-117)', async ({
  open,
  page,
}) => {
  await page.clock.install()
  await open('/')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('?tab=')) asked.push(new URL(request.url()).search)
  })
  await expect(page.getByRole('tab', { name: 'Fruit', exact: true })).toBeVisible()
  await stopClock(page)
  await page.getByRole('tab', { name: 'Fruit', exact: true }).click()
  await page.clock.runFor(90)
  expect(asked).toEqual([])
  await page.clock.runFor(20)
  await expect.poll(() => asked).toEqual(['?tab=fruit'])
})

test('of tabs chosen in quick succession only the last one is loaded (S-117)', async ({
  open,
  page,
}) => {
  await open('/')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('?tab=')) asked.push(new URL(request.url()).search)
  })
  await page.getByRole('tab', { name: 'Atta & Flours' }).focus()
  await page.evaluate(() => {
    for (let step = 0; step < 3; step++) {
      const event = new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true })
      document.activeElement?.dispatchEvent(event)
    }
  })
  await expect(page.getByRole('tabpanel', { name: 'Spices & Masala' })).toContainText('Cumin')
  expect(asked).toEqual(['?tab=spices-masala'])
})

test('the menu of all categories closes by Escape and when the focus leaves (S-028)', async ({
  open,
  page,
}) => {
  await open('/')
  const menu = page.getByRole('banner').locator('summary', { hasText: 'All Categories' })
  const entry = page.getByRole('banner').getByRole('link', { name: 'Personal Care', exact: true })
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(entry).toBeVisible()
  // The script that listens for keys loads at the first one.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(entry).toBeHidden({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Wheat Atta', exact: true }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(entry).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(entry).toBeHidden()
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await expect(entry).toBeHidden()
})

test('nothing moves by itself while home loads and its carousels are taken over', async ({
  open,
  page,
}) => {
  const moved = await watchShifts(page)
  await open('/')
  await page.keyboard.press('Shift')
  await expect(page.locator('banner-carousel.swiper-initialized')).toHaveCount(1)
  await expect(page.locator('carousel-row.swiper-initialized').first()).toBeVisible()
  await expect(currentBanner(page)).toHaveAccessibleName('Offer 3 of 5')
  expect(await moved()).toEqual([])
})

test('the message of a form that was sent is a toast, and moves nothing (S-020)', async ({
  open,
  page,
}) => {
  const moved = await watchShifts(page)
  await open('/')
  await page.getByRole('textbox', { name: 'Email address' }).fill('toast@example.com')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const toast = page.locator('toast-message').getByRole('status')
  await expect(toast).not.toBeEmpty()
  await expect(page.getByRole('heading', { name: 'Fresh offers in your mail' })).toBeFocused()
  await page.getByRole('button', { name: 'Close this message' }).click()
  await expect(toast).toBeEmpty()
  expect(await moved()).toEqual([])
})
