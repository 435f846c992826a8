import { cut, keptPaths, test, wakeWorker } from '#tests/browser/kit/worker-shop.ts'
import { expect } from '#tests/browser/test.ts'

test('a copy of the list that is older than what was saved since does not take it off the list (G16)', async ({
  context,
  expectRefusal,
  line,
  open,
  page,
}) => {
  expectRefusal('offline')
  await open('/category/staples')
  await wakeWorker(page)
  await page.goto('/mylist')
  await expect(page.getByText('Your list is currently Empty!')).toBeVisible()
  await expect.poll(async () => JSON.stringify(await keptPaths(page))).toContain('"/mylist"')
  await open('/category/staples')
  const heart = page.getByRole('button', { name: 'Add to wishlist: Salt' })
  await heart.click()
  await expect
    .poll(async () => (await page.request.get('/api/mylist')).json())
    .toMatchObject([{ productid: 'salt' }])
  await expect(page.locator('toast-message').getByRole('status')).toHaveText(
    'Product added to wishlist!',
  )
  await cut(line, context)
  await page.goto('/mylist')
  await expect(page.locator('body')).toHaveAttribute('data-kept')
  await expect(page.getByText('There is 1 product in your wishlist')).toBeVisible()
  await open('/category/staples')
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
})
