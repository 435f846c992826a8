import { expect, test } from '#tests/browser/test.ts'

test('a product that is no longer sold gives its place in the comparison free (S-020)', async ({
  open,
  page,
}) => {
  await page.goto('/contact')
  const kept = ['potato', 'no-such-thing', 'toor-dal', 'ragi-flour']
  await page.evaluate((ids) => localStorage.setItem('compare', JSON.stringify(ids)), kept)
  await page.goto('/compare')
  await page.waitForURL(/ids=/)
  await expect(page.getByText('One of these products is no longer sold.')).toBeVisible()
  await open('/product/fine-besan')
  await page.getByRole('link', { name: 'COMPARE' }).click()
  await expect(page.getByRole('status')).toHaveText('Added. 4 products to compare.')
})

test('an address from somebody else changes nothing of what this browser compares', async ({
  open,
  page,
}) => {
  await page.goto('/contact')
  await page.evaluate(() => localStorage.setItem('compare', '["potato","toor-dal"]'))
  await open('/compare?ids=fine-besan,no-such-thing')
  expect(await page.evaluate(() => localStorage.getItem('compare'))).toBe('["potato","toor-dal"]')
})
