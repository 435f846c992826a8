import type { Locator } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { addElsewhere, serverCart } from '#tests/browser/kit/buying.ts'
import { overlaps } from '#tests/browser/kit/overlaps.ts'
import { expect, test } from '#tests/browser/test.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** A product whose name takes two lines and which has three packs. */
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

test('on a phone a photo is fetched as wide as it is shown, not as the screen is', async ({
  open,
  page,
}) => {
  await open(PACKS)
  const photo = page.getByRole('list', { name: /^Photos of/ }).getByRole('img')
  const fetched = () => photo.first().evaluate((img: HTMLImageElement) => img.currentSrc)
  await expect.poll(fetched).toContain('-320.')
})

test('on a phone the circle of a choice does not lie on its name', async ({ open, page }) => {
  await open('/product/brinjal')
  for (const name of ['Bharta, large', 'Long purple']) {
    const label = page.getByRole('radiogroup').locator('label', { hasText: name }).first()
    expect(await overlaps(label.getByRole('radio'), label.getByText(name)), name).toBe(false)
  }
})

test('on a phone a press without a choice brings all packs into sight (S-123)', async ({
  open,
  page,
}) => {
  await open(PACKS)
  await page.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
  const group = page.getByRole('radiogroup')
  await expect(group).toHaveAttribute('aria-invalid', 'true')
  await expect(group.getByRole('radio').first()).toBeFocused()
  const bar = page.locator('[data-add-bar]')
  await expect(bar.getByRole('alert')).toBeVisible()
  const last = group.locator('label').last()
  expect((await edges(last)).bottom).toBeLessThanOrEqual((await edges(bar)).top)
})

test('what lies in the cart is counted on the page of its product, pack by pack', async ({
  axe,
  open,
  page,
}) => {
  await signIn(page)
  await addElsewhere(page, 'fine-besan', { productweight: '500 g', quantity: 1 })
  await open('/product/fine-besan?variant=1-kg')
  await page.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
  const small = page.getByRole('group', { name: 'In your cart: Fine Besan 500 g' })
  const large = page.getByRole('group', { name: 'In your cart: Fine Besan 1 kg' })
  await small.getByRole('button', { name: 'One more' }).click()
  await expect(small.getByRole('status')).toHaveText('2')
  await expect(page.getByText('500 g: 2 in cart')).toBeVisible()
  expect(await axe()).toEqual([])
  await large.getByRole('button', { name: 'One fewer' }).click()
  await expect(large).toHaveCount(0)
  await expect.poll(() => serverCart(page)).toMatchObject([{ productweight: '500 g', quantity: 2 }])
})
