import { signIn } from '#tests/browser/kit/accounts.ts'
import { serverCart } from '#tests/browser/kit/buying.ts'
import { expect, test } from '#tests/browser/test.ts'

test('a product that is no longer sold gives its place in the comparison free (S-020)', async ({
  open,
  page,
}) => {
  await page.goto('/contact')
  const stored = () => page.evaluate(() => localStorage.getItem('compare'))
  const kept = ['potato', 'no-such-thing', 'toor-dal', 'ragi-flour']
  await page.evaluate((ids) => localStorage.setItem('compare', JSON.stringify(ids)), kept)
  await page.goto('/compare')
  await page.waitForURL(/ids=/)
  await expect(page.getByText('One of these products is no longer sold.')).toBeVisible()
  await expect.poll(stored).toBe('["potato","toor-dal","ragi-flour"]')
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

test('what is compared can be bought there, also without JavaScript', async ({
  browser,
  open,
  page,
}) => {
  await signIn(page)
  const { origin } = new URL(page.url())
  const address = '/compare?ids=murmura-puffed-rice,fine-besan'
  const storageState = await page.context().storageState()
  const plain = await browser.newContext({
    storageState,
    baseURL: origin,
    javaScriptEnabled: false,
  })
  const plainPage = await plain.newPage()
  await plainPage.goto(address)
  await plainPage.getByRole('button', { name: 'Add to cart: Murmura Puffed Rice' }).click()
  await expect
    .poll(async () => (await serverCart(page)).map(({ quantity }) => quantity))
    .toEqual([1])
  await plainPage.goto(address)
  await plainPage.getByRole('link', { name: 'Choose and add to cart: Fine Besan' }).click()
  await expect(plainPage).toHaveURL('/product/fine-besan')
  await plain.close()

  await open(address)
  const counter = page.getByRole('group', { name: 'In your cart: Murmura Puffed Rice' })
  await expect(counter).toHaveText(/1/)
  await page.getByRole('link', { name: 'Choose and add to cart: Fine Besan' }).click()
  await expect(page.getByRole('dialog').getByRole('list')).toBeVisible()
})

test('on a phone three compared products are whole beside each other, labels above the values', async ({
  axe,
  open,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open('/compare?ids=fine-besan,toor-dal,aged-basmati-rice')
  const region = page.getByRole('region', { name: 'Compare products' })
  const fits = await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)
  expect(fits).toBe(true)
  const label = page.getByRole('rowheader', { name: /^Brand/ })
  const value = page.getByRole('cell', { name: 'Suryakhet' })
  const [above, below] = [await label.boundingBox(), await value.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual((below?.y ?? 0) + 1)
  await expect(page.getByRole('rowheader', { name: 'Brand (differs)' })).toBeVisible()
  await expect(page.getByRole('cell', { name: /^Rated/ }).getByRole('img')).toHaveCount(3)
  expect(await axe()).toEqual([])
})
