import type { Page } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { expectFit, PHONE } from '#tests/browser/kit/both-widths.ts'
import { signInAs, signInEditor } from '#tests/browser/kit/editors.ts'
import { holdRequests } from '#tests/browser/kit/held-requests.ts'
import { confirmMail } from '#tests/browser/kit/stored-session.ts'
import { expect, test } from '#tests/browser/test.ts'
import { picture } from '#tests/support/lists/import-files.ts'

// One after another, as they change the same shop.
test.describe.configure({ mode: 'default' })

/** Products that no other test uses. */
const PRODUCT = { id: 'soft-grass-broom', struck: '165' }
const LEAVING = { id: 'plastic-bucket-18-l', sku: 'CLEA-005' }

const changes = (page: Page) => page.getByRole('region', { name: /Fields as they are/ })

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: /publish/i }).click()
  await expect(page.getByText('Everything is live.')).toBeVisible()
}

async function takeBack(page: Page): Promise<void> {
  await page.getByRole('link', { name: /What import \d+ changed/ }).click()
  await page.getByRole('button', { name: 'Take back all of this' }).click()
  await expect(page.getByText(/was taken back/)).toBeVisible()
}

test.describe('on a phone, with screens that fit 1280 px too:', () => {
  test.use({ viewport: PHONE })

  test('the owner gives a role on the page and takes it back', async ({ browser, page, axe }) => {
    const colleague = await (await browser.newContext()).newPage()
    const { email } = await signIn(colleague)
    await confirmMail(email)
    const desk = async () => (await colleague.request.get('/desk/lists')).status()
    expect(await desk()).toBe(404)
    await signInAs(page, 'owner')
    await page.goto('/desk/roles')
    await page.getByLabel('Mail address of somebody').fill(email)
    await page.getByRole('combobox', { name: 'Role' }).selectOption({ value: 'editor' })
    await page.getByRole('button', { name: 'Give role' }).click()
    const back = page.getByRole('button', { name: `Remove role editor from ${email}` })
    await expect(back).toBeVisible()
    expect(await desk()).toBe(200)
    await expectFit(page, axe)
    await back.click()
    await expect(page.getByText(`${email} no longer has the role.`)).toBeVisible()
    expect(await desk()).toBe(404)
    await colleague.context().close()
  })

  test('while a long list is checked its progress comes by itself', async ({ page }) => {
    await signInEditor(page)
    await page.goto('/desk/lists')
    const rows = Array.from(
      { length: 12_000 },
      (_, at) => `W-${at},Wheat ${at},Grains,${90 + (at % 9)}`,
    )
    const buffer = Buffer.from(['sku,name,category,price', ...rows].join('\n'))
    const file = { name: 'long.csv', mimeType: 'text/csv', buffer }
    // The page that shows the progress stays as long as its reload at the end of the check is held.
    const reload = await holdRequests(page, '/desk/uploads/*')
    await page.route('/desk/uploads/*', (route) => route.continue(), { times: 1 })
    const stream = page.waitForResponse(/\/progress$/)
    await page.getByLabel(/Choose a file/).setInputFiles(file)
    await page.getByRole('button', { name: 'Check the list' }).click()
    expect((await stream).headers()['content-type']).toContain('text/event-stream')
    const told = page.getByRole('region', { name: 'Working on the list' })
    await expect(told.getByText(/\d/).first()).toBeVisible()
    await expectFit(page)
    reload()
    // The page shows the result of the check by itself.
    await expect(page.getByRole('heading', { name: 'Publish the list' })).toBeVisible({
      timeout: 60_000,
    })
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  test('a picture of a product comes by the camera, is looked at beside the old one and published', async ({
    page,
    axe,
  }) => {
    await signInEditor(page)
    await page.goto(`/desk/products/${PRODUCT.id}`)
    const camera = page.getByLabel('Take a picture')
    await expect(camera).toHaveAttribute('capture', 'environment')
    const buffer = await picture('#a33', 640, 480)
    await camera.setInputFiles({ name: 'IMG_0001.png', mimeType: 'image/png', buffer })
    await expectFit(page)
    await page.getByRole('button', { name: 'Save' }).click()
    const row = changes(page).getByRole('row').filter({ hasText: 'Pictures' })
    await expect(row.locator('img')).toHaveCount(3)
    await expectFit(page, axe)
    const first = async () =>
      /\/uploads\/([0-9a-f]{16})-/.exec(
        /<main[\s\S]*/.exec(await (await page.request.get(`/product/${PRODUCT.id}`)).text())?.[0] ??
          '',
      )?.[1]
    const before = await first()
    await publish(page)
    expect(await first()).not.toBe(before)
    await takeBack(page)
    await expect.poll(first).toBe(before)
  })

  test('a sale with its days is typed into the form, holds at once and is taken back', async ({
    page,
    axe,
  }) => {
    await signInEditor(page)
    await page.goto(`/desk/products/${PRODUCT.id}`)
    await page.getByLabel('Sale price in ₹', { exact: true }).fill('77')
    await page.getByLabel('Sale from').fill('2020-01-05T09:00')
    await page.getByLabel('Sale until').fill('2098-11-27T18:00')
    // Scrolled to the top: axe would find a control half under the bottom bar too small.
    await page.evaluate(() => scrollTo(0, 0))
    await expectFit(page, axe)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(changes(page)).toContainText('2098-11-27 18:00')
    await expect(changes(page)).toContainText('77.00')
    await expectFit(page)
    await publish(page)
    const shows = async (text: string) =>
      (await (await page.request.get(`/product/${PRODUCT.id}`)).text()).includes(text)
    expect([await shows('Rs: 77'), await shows(PRODUCT.struck)]).toEqual([true, true])
    await takeBack(page)
    await expect.poll(() => shows('Rs: 77')).toBe(false)
  })

  test('a list of SKUs alone withdraws these, and they come back (E20)', async ({ page }) => {
    await signInEditor(page)
    await page.goto('/desk/lists')
    const file = {
      name: 'leaving.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(`${LEAVING.sku}\n`),
    }
    await page.getByLabel(/Choose a file/).setInputFiles(file)
    await page.getByLabel('Columns of the list').selectOption('SKUs of products to withdraw')
    await page.getByRole('button', { name: 'Check the list' }).click()
    const summary = page.getByRole('region', { name: 'What the list says' })
    await expect(summary).toContainText(/withdrawn\s*1/)
    await expect(changes(page)).toContainText('In the shop')
    await expectFit(page)
    const status = async () => (await page.request.get(`/product/${LEAVING.id}`)).status()
    expect(await status()).toBe(200)
    await publish(page)
    expect(await status()).toBe(410)
    await takeBack(page)
    await expect.poll(status).toBe(200)
  })
})
