import { signInEditor } from '#tests/browser/kit/editors.ts'
import { expect, test } from '#tests/browser/test.ts'

test('a price typed into a row is neither dropped by a change of many nor by a link without a question', async ({
  page,
}) => {
  await signInEditor(page)
  await page.goto('/desk/products?q=NOOD-00')
  const price = page.getByRole('textbox', { name: /^Price of Masala/ }).first()
  const before = await price.inputValue()
  await price.fill('77')
  await page.getByRole('checkbox', { name: /^Choose: Masala/ }).check()
  await page.getByText('Change many at once').click()
  await page.getByLabel('Prices by %').fill('+10')
  await page.getByRole('button', { name: 'Change prices' }).click()
  const held = page.getByText('is not saved yet')
  await expect(held).toBeVisible()
  await expect(price).toHaveValue('77')

  const asked = page.waitForEvent('dialog')
  const left = page.getByRole('link', { name: 'New product' }).click()
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await left
  await expect(page).toHaveURL(/q=NOOD-00/)
  await expect(price).toHaveValue('77')

  await price.fill(before)
  await page.getByRole('button', { name: 'Change prices' }).click()
  await expect(page.getByText('Nothing is live yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
})

test('on a phone each sentence of a refused form has the width of the page', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await signInEditor(page)
  await page.goto('/desk/products/new')
  await page.getByLabel('SKU').fill('NEW-360')
  await page.getByLabel('Name', { exact: true }).fill('Something new')
  await page.getByLabel('Category', { exact: true }).fill('Rice')
  await page.getByLabel('Price in ₹').first().fill('12x')
  await page
    .getByLabel('Choose pictures')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Back to the form' }).click()
  const box = page.getByRole('alert')
  await expect(box).toContainText('Please correct this')
  for (const part of await box.locator('> *').all())
    expect((await part.boundingBox())?.width).toBeGreaterThan(200)
})
