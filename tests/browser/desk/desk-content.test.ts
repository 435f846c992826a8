import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectFit, PHONE } from '#tests/browser/kit/both-widths.ts'
import { signInEditor } from '#tests/browser/kit/editors.ts'
import { expect, test } from '#tests/browser/test.ts'
import { picture } from '#tests/support/lists/import-files.ts'

// One after another, as each form knows what was published when it was opened.
test.describe.configure({ mode: 'default' })

const fieldsOf = (page: Page) => page.getByRole('region', { name: /Fields as they are/ })

/** Saves the form, and waits for the preview of its changes, which are not public yet. */
async function save(page: Page): Promise<void> {
  await expectFit(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'What would change' })).toBeVisible()
  await expectFit(page)
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Everything is live.')).toBeVisible()
}

async function putAway(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Nothing was changed.')).toBeVisible()
}

test.describe('on a phone, with screens that fit 1280 px too:', () => {
  test.use({ viewport: PHONE })

  test('an article is written, looked at, published, changed and taken back', async ({ page }) => {
    await signInEditor(page)
    const id = 'monsoon-pickles'
    await page.goto('/desk/content/texts')
    await page.getByRole('link', { name: 'New article' }).click()
    await page.getByLabel(/Address/).fill(id)
    await page.getByLabel('Title', { exact: true }).fill('Monsoon pickles')
    await page.getByLabel(/Description/).fill('Why mango pickles keep for a year.')
    await page.getByLabel('Date').fill('2026-11-01')
    await page.getByLabel('Text (Markdown)').fill('Salt first, then oil.')
    await save(page)
    await page.getByRole('link', { name: 'Preview of Monsoon pickles' }).click()
    await expect(page.getByRole('main')).toContainText('Salt first, then oil.')
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await publish(page)
    const status = async () => (await page.request.get(`/blog/${id}`)).status()
    expect(await status()).toBe(200)
    await page.getByRole('link', { name: /What import \d+ changed/ }).click()
    await page.getByRole('button', { name: 'Take back all of this' }).click()
    await expect(page.getByText(/was taken back/)).toBeVisible()
    await expect.poll(status).not.toBe(200)
  })

  test('an article gets another address, and the old one leads to it (E27)', async ({ page }) => {
    await signInEditor(page)
    // Unique, so that a retry does not find the article of the first try.
    const id = `soaked-dal-${randomBytes(4).toString('hex')}`
    await page.goto('/desk/content/texts?kind=blog')
    await page.getByLabel(/Address/).fill(id)
    await page.getByLabel('Title', { exact: true }).fill(`Soaked dal ${id}`)
    await page.getByLabel(/Description/).fill('Why dal is soaked.')
    await page.getByLabel('Date').fill('2026-11-01')
    await page.getByLabel('Text (Markdown)').fill('Overnight.')
    await save(page)
    await publish(page)
    await page.goto(`/desk/content/texts?kind=blog&id=${id}`)
    await expect(page.getByText('the old address leads to the new one')).toBeVisible()
    await page.getByLabel(/Address/).fill(`${id}-well`)
    await page.getByLabel('Title', { exact: true }).fill(`Dal, soaked well ${id}`)
    await save(page)
    await publish(page)
    await page.goto(`/blog/${id}`)
    await expect(page).toHaveURL(new RegExp(`/blog/${id}-well$`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Dal, soaked well ${id}`)
    const old = await page.request.get(`/blog/${id}`, { maxRedirects: 0 })
    expect([old.status(), old.headers()['location']]).toEqual([301, `/blog/${id}-well`])
    await page.goto(`/desk/content/texts?kind=blog&id=${id}-well`)
    await page.getByRole('button', { name: 'Remove it from the shop' }).click()
    await expect(page.getByRole('heading', { name: 'What would change' })).toBeVisible()
    await publish(page)
  })

  test('words and promises are changed by a form, and the footer is looked at first', async ({
    page,
  }) => {
    await signInEditor(page)
    await page.goto('/desk/content/words')
    await page.getByLabel('Line above the header').fill('Fresh since 1998')
    await page.getByLabel('What the newsletter offers').fill('₹200 off the first order.')
    await page.getByLabel(/Promises in the footer/).fill('Free delivery above ₹499\nFresh daily')
    await save(page)
    await expect(fieldsOf(page)).toContainText('Free delivery above ₹499')
    await expect(fieldsOf(page)).toContainText('₹200 off')
    await page.getByRole('link', { name: 'Preview of Home', exact: true }).click()
    await expect(page.getByRole('contentinfo')).toContainText('Free delivery above ₹499')
    await expect(page.locator('body')).toContainText('Fresh since 1998')
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await putAway(page)
  })

  test('PIN codes are lines of a form, and a wrong one is told', async ({ page }) => {
    await signInEditor(page)
    await page.goto('/desk/content/delivery')
    await page.getByLabel(/PIN codes/).fill('411\nPune')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Write the first one to six digits of a PIN code')).toBeVisible()
    await expectFit(page)
    await page.goto('/desk/content/delivery')
    await page.getByLabel(/PIN codes/).fill('411\n560001')
    await save(page)
    await expect(fieldsOf(page)).toContainText('560001')
    await putAway(page)
  })

  test('a banner with a picture and days is looked at before anybody sees it', async ({ page }) => {
    await signInEditor(page)
    await page.goto('/desk/content/banners')
    const title = 'Diwali at home'
    await page.getByText('New banner').first().click()
    const banner = page.getByRole('group', { name: 'New banner' }).last()
    const file = { name: 'diwali.png', mimeType: 'image/png' }
    await banner
      .locator('input[type=file]')
      .setInputFiles({ ...file, buffer: await picture('#b71c1c', 1200, 400) })
    await banner.getByLabel('Title').fill(title)
    await banner.getByLabel('What the picture shows').fill('Lamps on a sill')
    await banner.getByLabel('Shown from').fill('2026-01-01T06:00')
    await banner.getByLabel('Shown until').fill('2099-01-01T06:00')
    await save(page)
    await expect(fieldsOf(page)).toContainText(title)
    await page.getByRole('link', { name: 'Preview of Home', exact: true }).click()
    await expect(page.locator('body')).toContainText(title)
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await putAway(page)
  })

  test('a category gets another name, place and picture by a form', async ({ page }) => {
    await signInEditor(page)
    await page.goto('/desk/content/categories')
    const first = page.getByRole('region').first()
    const name = first.getByLabel('Name').first()
    const before = await name.inputValue()
    await name.fill(`${before} of today`)
    await first.getByLabel('Position').first().fill('950')
    const file = { name: 'place.png', mimeType: 'image/png' }
    await first
      .locator('input[type=file]')
      .setInputFiles({ ...file, buffer: await picture('#2e7d32', 400, 400) })
    await save(page)
    await expect(fieldsOf(page)).toContainText(`${before} of today`)
    await putAway(page)
  })
})
