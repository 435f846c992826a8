import type { Locator } from '@playwright/test'
import { expect, test } from '#tests/browser/test.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** Its name takes two lines, and it has three packs. */
const PACKS = '/product/stone-ground-chakki-atta'

const edges = async (of: Locator) => {
  const box = await of.boundingBox()
  return { top: box?.y ?? Number.NaN, bottom: (box?.y ?? Number.NaN) + (box?.height ?? 0) }
}

test('on a phone name, price, the first packs and the button are in sight before a scroll (S-057 S-060)', async ({
  open,
  page,
}) => {
  await open(PACKS)
  const bar = await edges(page.locator('[data-add-bar]'))
  const pack = page.getByRole('radiogroup').locator('label').first()
  expect(bar.bottom).toBeLessThanOrEqual(740)
  expect((await edges(page.getByRole('heading', { level: 1 }))).top).toBeGreaterThan(0)
  expect((await edges(pack)).bottom).toBeLessThanOrEqual(bar.top)
  const picture = await edges(page.getByRole('list', { name: /^Photos of/ }))
  expect(picture.bottom - picture.top).toBeLessThanOrEqual(0.45 * 740)
})

test('on a phone a press without a choice brings all packs into sight (S-123)', async ({
  open,
  page,
}) => {
  await open(PACKS)
  await page.getByRole('button', { name: 'ADD TO CART' }).click()
  const group = page.getByRole('radiogroup')
  await expect(group).toHaveAttribute('aria-invalid', 'true')
  await expect(group.getByRole('radio').first()).toBeFocused()
  const bar = page.locator('[data-add-bar]')
  const last = group.locator('label').last()
  expect((await edges(last)).bottom).toBeLessThanOrEqual((await edges(bar)).top)
})
