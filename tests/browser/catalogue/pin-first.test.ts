import { addElsewhere } from '#tests/browser/kit/buying.ts'
import { test } from '#tests/browser/kit/open-shop.ts'
import { expect } from '#tests/browser/test.ts'

const PUNE = 'Yes, we deliver to 411001 Pune.'

test('a PIN code is asked once: header, product, cart and checkout go by it (G13)', async ({
  axe,
  open,
  page,
}) => {
  await open('/product/salt')
  const header = page.getByRole('banner').locator('[data-location]')
  await expect(header).toHaveText(/Deliver to\s*PIN code/)
  await page.getByRole('link', { name: 'Check delivery to your PIN code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose your delivery location' })
  await expect(dialog.getByLabel('PIN code')).toBeVisible()
  await expect(dialog.getByRole('searchbox')).toHaveCount(0)
  expect(await axe()).toEqual([])
  await dialog.getByLabel('PIN code').fill('0123')
  await dialog.getByRole('button', { name: 'Deliver here' }).click()
  await expect(dialog.getByText('Please enter a PIN code of 6 digits!')).toBeVisible()
  await dialog.getByLabel('PIN code').fill('411 001')
  await dialog.getByRole('button', { name: 'Deliver here' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('[data-delivery]')).toContainText(PUNE)
  await expect(header).toHaveText(/Deliver to\s*411001/)
  await addElsewhere(page, 'salt')
  await open('/product/toor-dal')
  await expect(header).toHaveText(/Deliver to\s*411001/)
  await expect(page.locator('[data-delivery]')).toContainText(PUNE)
  await open('/cart')
  await expect(page.getByText(PUNE)).toBeVisible()
  await open('/checkout')
  await expect(page.getByText(PUNE)).toBeVisible()
  await expect(page.locator('[name=zipcode]')).toHaveValue('411001')
  await expect(page.locator('[name=city]')).toHaveValue('Pune')
  await expect(page.locator('[name=state]')).toHaveValue('Maharashtra')
  const answer = await page.request.get('/')
  expect(answer.headers()['x-request-id'], 'a place costs no rendered page').toBeUndefined()
})

test('a product page goes by the PIN code typed last, wherever that was, and by what the shop answers now (G13 G34)', async ({
  open,
  page,
}) => {
  const line = page.locator('[data-delivery]')
  await open('/product/salt')
  await page.getByRole('link', { name: 'Check delivery to your PIN code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose your delivery location' })
  await dialog.getByLabel('PIN code').fill('411001')
  await dialog.getByRole('button', { name: 'Deliver here' }).click()
  await expect(line).toContainText(PUNE)
  await addElsewhere(page, 'salt')
  await open('/cart')
  await page.getByRole('main').getByLabel('PIN code').fill('560001')
  await page.getByRole('main').getByLabel('PIN code').press('Enter')
  await expect(page.getByText('Yes, we deliver to 560001 Bengaluru.')).toBeVisible()
  await open('/product/toor-dal')
  await expect(line).toContainText('Yes, we deliver to 560001 Bengaluru.')
  await line.getByRole('link').click()
  await expect(dialog.getByLabel('PIN code')).toHaveValue('560001')

  // As it was answered months ago, before the shop changed its list.
  await page.evaluate(() => {
    const place = JSON.parse(localStorage.getItem('place') ?? '{}') as object
    localStorage.setItem('place', JSON.stringify({ ...place, when: 'within the hour' }))
  })
  await open('/product/salt')
  await expect(line).toContainText('Yes, we deliver to 560001 Bengaluru.')
  await expect(line).not.toContainText('within the hour')
  expect(await page.evaluate(() => localStorage.getItem('place'))).not.toContain('within')
})

test('a position is asked for by a tap alone, looked up here and sent nowhere (G13)', async ({
  context,
  open,
  page,
}) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 18.55, longitude: 73.8 })
  await open('/')
  await page.getByRole('banner').locator('[data-location]').click()
  const dialog = page.getByRole('dialog', { name: 'Choose your delivery location' })
  await expect(dialog.getByLabel('PIN code')).toHaveValue('')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url() + (request.postData() ?? '')))
  await dialog.getByRole('button', { name: 'Use my location' }).click()
  await expect(dialog.getByText('You seem to be in Pune.')).toBeVisible()
  await expect(dialog.getByLabel('PIN code')).toHaveValue('4110')
  // Scripts, and the visitor's cart and list, may still come.
  const own = /\/static\/js\/|\/api\/(cart|mylist)\?userid=guest$/
  expect(asked.filter((url) => !own.test(url))).toEqual([])
})

test('on a phone the dialog is ready for the PIN code, and says what is wrong with it (G13)', async ({
  baseURL,
  browser,
}) => {
  const context = await browser.newContext({
    ...{ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } },
    ...(baseURL && { baseURL }),
  })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('banner').locator('[data-location]').tap()
  const dialog = page.getByRole('dialog', { name: 'Choose your delivery location' })
  await expect(dialog.getByLabel('PIN code')).toBeFocused()
  await page.keyboard.type('123')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Please enter a PIN code of 6 digits!')).toBeVisible()
  await expect(dialog.getByLabel('PIN code')).toHaveValue('123')
  await context.close()
})

test('a PIN code is chosen without JavaScript, and the product is there again, also after a wrong one (G13)', async ({
  plainPage: page,
}) => {
  await page.goto('/product/salt')
  await page.getByRole('link', { name: 'Check delivery to your PIN code' }).click()
  await page.getByLabel('PIN code').fill('41100')
  await page.getByRole('button', { name: 'Deliver to this PIN code' }).click()
  await expect(page.getByText('Please enter a PIN code of 6 digits!')).toBeVisible()
  await expect(page.getByLabel('PIN code')).toHaveValue('41100')
  await page.getByLabel('PIN code').fill('411001')
  await page.getByRole('button', { name: 'Deliver to this PIN code' }).click()
  await expect(page).toHaveURL('/product/salt')
  await expect(page.getByText(PUNE)).toBeVisible()
})

test('a product is shared by a link to WhatsApp, and where the device can, by its own way', async ({
  open,
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: (shared: unknown) => {
        document.body.dataset['shared'] = JSON.stringify(shared)
        return Promise.resolve()
      },
    })
  })
  await open('/product/salt')
  const link = page.getByRole('link', { name: 'Share this product' })
  await expect(link).toHaveAttribute('href', /^https:\/\/wa\.me\/\?text=Salt%20http/)
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await link.click()
  await expect(page.locator('body')).toHaveAttribute('data-shared', /"title":"Salt.*product\/salt"/)
})
