import { expect, test } from '#tests/browser/test.ts'

const COUNTRY = 'Antigua and Barbuda'

test('a location is chosen in a dialog, and the shop opens again (S-023 S-042 S-043 S-044 S-116)', async ({
  open,
  page,
  axe,
}) => {
  await open('/category/rice-grains')
  const button = page.getByRole('banner').getByRole('link', { name: /Your location/ })
  await expect(button).toContainText('All')
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Choose your delivery location' })
  await expect(dialog.getByRole('button', { name: 'All', exact: true })).toBeVisible()
  expect(await axe()).toEqual([])
  await dialog.getByRole('searchbox').fill('barb')
  await expect(dialog.getByRole('listitem')).toHaveText(['Antigua and Barbuda', 'Barbados'])
  await dialog.getByRole('searchbox').fill('zzz')
  await expect(dialog.getByText('No country by that name')).toBeVisible()
  // Once for the text, once for the dialog.
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('searchbox')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()

  await button.click()
  await dialog.getByRole('searchbox').fill('antigua')
  await dialog.getByRole('button', { name: COUNTRY }).click()
  await expect(page).toHaveURL('/')
  await expect(button).toContainText('Antigua and Bar...')
  expect(await page.evaluate(() => localStorage.getItem('location'))).toBe(COUNTRY)
  await open('/product/fine-besan')
  await expect(button, 'a published page too').toContainText('Antigua and Bar...')

  await button.click()
  await dialog.getByRole('button', { name: 'All', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(button).toContainText('All')
  expect(await page.evaluate(() => localStorage.getItem('location'))).toBe('All')
})

test('a location has 8 new products, none has 12 (S-155)', async ({
  open,
  page,
  context,
  baseURL,
}) => {
  const cards = page.getByRole('region', { name: 'NEW PRODUCTS' }).getByRole('listitem')
  await open('/')
  await expect(cards).toHaveCount(12)
  await context.addCookies([{ name: 'location', value: 'India', url: baseURL ?? '' }])
  await open('/')
  await expect(cards).toHaveCount(8)
  const answer = await page.request.get('/', { headers: { cookie: 'location=India' } })
  expect(answer.headers()['cache-control']).toBe('private, max-age=0, must-revalidate')
})

test('a location is chosen without JavaScript (S-042 S-043)', async ({ plainPage: page }) => {
  await page.goto('/')
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Your location/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose your delivery location')
  await page.getByLabel('Your location').selectOption('Nepal')
  await page.getByRole('button', { name: 'Deliver here' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: /Your location/ })).toContainText(
    'Nepal',
  )
})

test('/location has no accessibility faults', async ({ open, axe }) => {
  await open('/location')
  expect(await axe()).toEqual([])
})

test('a PIN code is chosen beside the countries, and the page that is open stays', async ({
  open,
  page,
}) => {
  await open('/category/rice-grains')
  const button = page.getByRole('banner').locator('[data-location]')
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Choose your delivery location' })
  await dialog.getByLabel('PIN code').fill('411001')
  await dialog.getByRole('button', { name: 'Deliver here' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/category/rice-grains')
  await expect(button).toHaveText(/Deliver to\s*411001/)
  const answer = await page.request.get('/')
  expect(answer.headers()['cache-control']).toBe('public, max-age=0, must-revalidate')
})
