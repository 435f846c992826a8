import { bringEditorTo } from '#tests/browser/kit/editors.ts'
import { expect, test } from '#tests/browser/test.ts'

/** Products that no other test uses; the test does not change the shop. */
const CASES = [
  { width: 360, javaScriptEnabled: false, sku: 'KITC-003' },
  { width: 360, javaScriptEnabled: true, sku: 'KITC-003' },
  { width: 1280, javaScriptEnabled: true, sku: 'KITC-002' },
]

for (const { width, javaScriptEnabled, sku } of CASES) {
  test.describe(`at ${width} px ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 800 } })

    test('a changed page is seen whole, now and with the list, side by side (E22)', async ({
      browser,
      page,
      axe,
    }) => {
      await bringEditorTo(page, browser)
      await page.goto('/desk/lists')
      const buffer = Buffer.from(`sku,price\n${sku},777\n`)
      const file = { name: 'prices.csv', mimeType: 'text/csv', buffer }
      await page.getByLabel(/Choose a file/).setInputFiles(file)
      await page.getByRole('button', { name: 'Check the list' }).click()
      const product = page
        .getByRole('region', { name: /Fields as they are/ })
        .getByRole('rowheader')
        .first()
      await expect(product).toContainText(sku)
      const name = (await product.locator('span').innerText()).replace(/^product /, '')

      await page.getByRole('link', { name: `${name}: side by side`, exact: true }).click()
      const [now, list] = ['The page now', 'The page with this list'].map((title) => ({
        frame: page.locator(`iframe[title="${title}"]`),
        main: page.frameLocator(`iframe[title="${title}"]`).locator('main'),
      }))
      if (!now || !list) throw new Error('There are no frames')
      await expect(list.main).toContainText('Rs: 777')
      await expect(now.main).toContainText(name)
      await expect(now.main).not.toContainText('Rs: 777')
      await expect(list.frame).toBeVisible()
      if (width === 360) {
        await expect(now.frame).toBeHidden()
        await page.getByText('Now', { exact: true }).first().click()
        await expect(now.frame).toBeVisible()
        await expect(list.frame).toBeHidden()
      } else {
        const [left, right] = [await now.frame.boundingBox(), await list.frame.boundingBox()]
        expect(left?.y).toBe(right?.y)
        expect(left?.x).toBeLessThan(right?.x ?? 0)
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      // The framed page can be scrolled by keyboard, but its links lead nowhere.
      const scrolled = () =>
        now.frame.evaluate((one: HTMLIFrameElement) => one.contentWindow?.scrollY)
      await expect(async () => {
        await now.frame.focus()
        await page.keyboard.press('PageDown')
        expect(await scrolled()).toBeGreaterThan(0)
      }).toPass()
      if (javaScriptEnabled) expect(await axe()).toEqual([])

      await page.getByRole('link', { name: 'The whole page with the list' }).click()
      await expect(page.getByText(/Preview of .* with prices.csv: not published/)).toBeVisible()
      await page.getByRole('link', { name: 'Back to the list' }).click()
      await page.getByRole('button', { name: 'Discard' }).click()
    })
  })
}
