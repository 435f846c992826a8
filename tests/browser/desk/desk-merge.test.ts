import { randomInt } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { signInEditor } from '#tests/browser/kit/editors.ts'
import { expect, test } from '#tests/browser/test.ts'

/** Products that no other test uses. */
const CASES = [
  { width: 360, javaScriptEnabled: false, sku: 'SWEE-003', name: 'Soan Papdi' },
  { width: 1280, javaScriptEnabled: true, sku: 'OILS-005', name: 'Soyabean Oil Pouch' },
]

async function bring(page: Page, text: string): Promise<void> {
  await page.goto('/desk/lists')
  const file = { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel(/Choose a file/).setInputFiles(file)
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByRole('heading', { name: 'Publish the list' })).toBeVisible()
}

/** Opens a browser for a second editor. @returns the editor's page and email address */
async function colleague(browser: Browser): Promise<{ page: Page; email: string }> {
  const context = await browser.newContext({ javaScriptEnabled: true })
  const page = await context.newPage()
  const { email } = await signInEditor(page)
  return { page, email }
}

for (const { width, javaScriptEnabled, sku, name } of CASES) {
  test.describe(`at ${width} px ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 800 } })

    test('what two editors changed differently is asked, with who and when (E12)', async ({
      browser,
      page,
      axe,
    }) => {
      const own = await colleague(browser)
      await page.context().addCookies(await own.page.context().cookies())
      await own.page.close()
      const other = await colleague(browser)
      const [mine, theirs] = [randomInt(200, 280), randomInt(281, 300)]

      await bring(page, `sku,price\n${sku},${mine}\n`)
      await bring(other.page, `sku,price\n${sku},${theirs}\n`)
      await other.page.getByRole('button', { name: 'Publish' }).click()
      await expect(other.page.getByText('Everything is live.')).toBeVisible()

      const publish = page.getByRole('button', { name: 'Publish' })
      await publish.click()
      await expect(page.getByText(/Nothing was published: import \d+ has changed/)).toBeVisible()
      const asked = page.getByRole('group', { name: new RegExp(`${name}.*price`, 'i') })
      await expect(asked).toContainText(`Mine: ${mine}.00`)
      await expect(asked).toContainText(`Theirs: ${theirs}.00`)
      await expect(asked).toContainText(other.email)
      if (javaScriptEnabled) expect(await axe()).toEqual([])
      const isWide = () => page.evaluate(() => document.documentElement.scrollWidth)
      expect(await isWide()).toBeLessThanOrEqual(width)
      // Without a choice, the browser's own check stops the form.
      await publish.click()
      await expect(asked).toBeVisible()
      await asked.getByRole('radio', { name: /^Mine/ }).check()
      await publish.click()
      await expect(page.getByText('Everything is live.')).toBeVisible()
      const path = `/product/${name.toLowerCase().replaceAll(' ', '-')}`
      expect(await (await page.request.get(path)).text()).toContain(`Rs: ${mine}`)
      await other.page.context().close()
    })
  })
}
