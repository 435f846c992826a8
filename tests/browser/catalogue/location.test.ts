import { holdRequests } from '#tests/browser/kit/held-requests.ts'
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
  const none = dialog.getByText('No country by that name')
  await expect(none.and(dialog.getByRole('paragraph'))).toBeVisible()
  await expect(none.and(dialog.getByRole('status')), 'read out too').toBeAttached()
  // The first Escape clears the text, the second closes the dialog.
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

test('a PIN code that is none is told below its field, which has the focus', async ({
  open,
  page,
}) => {
  await open('/location')
  const pin = page.getByLabel('PIN code')
  await pin.fill('123')
  await pin.press('Enter')
  await expect(page).toHaveURL('/location')
  await expect(pin).toHaveAttribute('aria-invalid', 'true')
  await expect(pin).toHaveValue('123')
  await expect(pin).toBeFocused()
  await expect(pin).toHaveAccessibleDescription(/PIN code/)
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
  // What will be said has its place before, or a screen reader would miss it.
  await expect(dialog.getByRole('status').first()).toBeEmpty()
  await dialog.getByLabel('PIN code').fill('411')
  await dialog.getByRole('button', { name: 'Deliver here' }).click()
  await expect(dialog.getByRole('status').first()).toContainText('PIN code')
  await dialog.getByLabel('PIN code').fill('411001')
  await dialog.getByRole('button', { name: 'Deliver here' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/category/rice-grains')
  await expect(button).toHaveText(/Deliver to\s*411001/)
  const answer = await page.request.get('/')
  expect(answer.headers()['cache-control']).toBe('public, max-age=0, must-revalidate')
})

test('Deliver here says that it asks, and pressing it again asks once', async ({ open, page }) => {
  await open('/category/rice-grains')
  const come = await holdRequests(page, '**/api/place/411001')
  let count = 0
  page.on('request', (request) => (count += Number(request.url().endsWith('/api/place/411001'))))
  await page.getByRole('banner').locator('[data-location]').click()
  const dialog = page.getByRole('dialog', { name: 'Choose your delivery location' })
  await dialog.getByLabel('PIN code').fill('411001')
  await dialog.getByRole('button', { name: 'Deliver here' }).click()
  await expect(dialog.getByText('Checking…')).toBeVisible()
  await dialog.getByRole('button', { name: 'Deliver here' }).click()
  come()
  await expect(dialog).toBeHidden()
  expect(count).toBe(1)
})

test('of several PIN codes the one that is asked for last is chosen, and none once closed', async ({
  open,
  page,
}) => {
  await open('/product/murmura-puffed-rice')
  const header = page.getByRole('banner').locator('[data-location]')
  const dialog = page.getByRole('dialog', { name: 'Choose your delivery location' })
  const deliver = dialog.getByRole('button', { name: 'Deliver here' })
  const come = await holdRequests(page, '**/api/place/411001')
  const late = page.waitForResponse('**/api/place/411001')
  await header.click()
  await dialog.getByLabel('PIN code').fill('411001')
  await deliver.click()
  await dialog.getByLabel('PIN code').fill('560001')
  await deliver.click()
  await expect(dialog).toBeHidden()
  await expect(header).toContainText('560001')
  await header.click()
  await expect(dialog).toBeVisible()
  come()
  await (await late).finished()
  await expect(header).toContainText('560001')

  const answer = await holdRequests(page, '**/api/place/400001')
  const closed = page.waitForResponse('**/api/place/400001')
  await dialog.getByLabel('PIN code').fill('400001')
  await deliver.click()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  answer()
  await (await closed).finished()
  await open('/category/rice-grains')
  await expect(header).toContainText('560001')
})

test('a location that comes late leaves what was typed meanwhile', async ({
  context,
  open,
  page,
}) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 18.55, longitude: 73.8 })
  await open('/product/murmura-puffed-rice')
  await page.getByRole('banner').locator('[data-location]').click()
  const dialog = page.getByRole('dialog', { name: 'Choose your delivery location' })
  const cities = '**/static/js/city-positions.*.js'
  const come = await holdRequests(page, cities)
  const asked = page.waitForRequest(cities)
  await dialog.getByRole('button', { name: 'Use my location' }).click()
  const address = (await asked).url()
  await expect(dialog.getByText('Finding your location…')).toBeVisible()
  await dialog.getByLabel('PIN code').fill('5600')
  await expect(dialog.getByText('Finding your location…')).toHaveCount(0)
  come()
  // The script has come, and whatever waited for it is done.
  await page.evaluate((url) => import(url).then(() => {}), address)
  await expect(dialog.getByLabel('PIN code')).toHaveValue('5600')
})
