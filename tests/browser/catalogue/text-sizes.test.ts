import type { Page } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { addElsewhere, call } from '#tests/browser/kit/buying.ts'
import { watchShifts } from '#tests/browser/kit/layout-shift.ts'
import { cards } from '#tests/browser/kit/listing.ts'
import { overlaps } from '#tests/browser/kit/overlaps.ts'
import { setTextSize } from '#tests/browser/kit/text-size.ts'
import { expect, test } from '#tests/browser/test.ts'
import { BILLING } from '#tests/support/orders/billing.ts'

const SIZES = [100, 130, 200]
const PHONE = { width: 360, height: 740 }

/** What sticks out of the first two cards, or is smaller than a thumb. */
async function notWhole(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const card of [cards(page).first(), cards(page).nth(1)]) {
    await card.scrollIntoViewIfNeeded()
    const around = await card.boundingBox()
    const eye = card.getByRole('link', { name: /^Quick view/ })
    const heart = card.getByRole('button', { name: /^Add to wishlist/ })
    const buy = card.getByRole('link', { name: /^Choose/ })
    for (const control of [eye, heart, buy]) {
      const box = await control.boundingBox()
      const name = await control.getAttribute('aria-label')
      if (!around || !box) throw new Error('A card or its control is not in sight.')
      const isWithin = box.x >= around.x && box.x + box.width <= around.x + around.width
      const isLarge = box.width >= 44 && box.height >= 44
      if (!isWithin || !isLarge) faults.push(`${name}: ${JSON.stringify(box)}`)
    }
    const price = card.getByText(/^₹[\d,]+$/).first()
    for (const control of [eye, heart]) {
      const picture = card.getByRole('img').first()
      if (await overlaps(control, price)) faults.push('The price is covered.')
      if (await overlaps(control, picture)) faults.push('The picture is covered.')
    }
  }
  return faults
}

/** Texts in the list's head and filters that are cut off, or that wrap though they should be on one line. */
const cutTexts = (page: Page) =>
  page.evaluate(() => {
    const cut = [...document.querySelectorAll('h1, h1 + p, details output, details label')]
    return cut.flatMap((element) => {
      const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element
      const line = parseFloat(getComputedStyle(element).lineHeight)
      const isBroken = [...element.querySelectorAll('[aria-hidden]')].some(
        (part) => part.clientHeight > 1.5 * line,
      )
      const isCut = scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1
      return element.clientWidth > 1 && (isCut || isBroken) ? [element.textContent.trim()] : []
    })
  })

for (const percent of SIZES) {
  test(`with text of ${percent} % a card has all it offers within it, 360 and 1280 px wide, and a list's title and filters are read whole on a phone`, async ({
    page,
  }) => {
    await page.setViewportSize(PHONE)
    await setTextSize(page, percent)
    await page.goto('/category/rice-grains')
    expect(await notWhole(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 740 })
    expect(await notWhole(page)).toEqual([])
    await page.setViewportSize(PHONE)
    await page.locator('summary', { hasText: 'Filters' }).click()
    await expect(page.getByText('Any rating')).toBeVisible()
    expect(await cutTexts(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
}

test('what was bought before comes to home without moving anything, whatever the size of the text', async ({
  open,
  page,
}) => {
  await page.setViewportSize(PHONE)
  await signIn(page)
  await addElsewhere(page, 'fine-besan', { productweight: '1 kg' })
  await addElsewhere(page, 'aged-basmati-rice', { productweight: '1 kg' })
  await call(page, 'POST', '/api/checkout', { ...BILLING, payment: 'cod' })
  await open('/orders')
  const moved = await watchShifts(page)
  for (const percent of SIZES) {
    await setTextSize(page, percent)
    await page.goto('/')
    const again = page.getByRole('region', { name: 'Buy again' })
    await expect(again.getByRole('button', { name: 'Add to cart: Fine Besan' })).toBeVisible()
    expect(await moved(), `${percent} %`).toEqual([])
  }
})

test('with text of 130 % the banner’s buttons do not lie on its Shop now', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await setTextSize(page, 130)
  await page.goto('/')
  const banner = page.getByRole('group', { name: /^Offer 1 of/ })
  const pause = page.getByRole('button', { name: 'Stop the banners' })
  await expect(pause).toBeVisible()
  expect(await overlaps(pause, banner.getByRole('link'))).toBe(false)
})

test('a product page whose text is twice as large is no wider than the phone', async ({
  open,
  page,
}) => {
  await page.setViewportSize(PHONE)
  await setTextSize(page, 200)
  await open('/product/fine-besan')
  const table = page.getByRole('table')
  await table.scrollIntoViewIfNeeded()
  const needed = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(needed).toBeLessThanOrEqual(PHONE.width)
  await expect(table.getByRole('rowheader').first()).toBeVisible()
})
