import { bringEditorTo } from '#tests/browser/kit/editors.ts'
import { expect, test } from '#tests/browser/test.ts'

const HEADER =
  'index,product,category,sub_category,brand,sale_price,market_price,type,rating,description'
const ROWS = [
  '1,Garlic Oil Capsule 500 mg,Beauty & Hygiene,Hair Care,Ayurveda,220,250,Hair Oil,4.1,Helps digestion.',
  '4,Flip Lid Storage Jar,Cleaning & Household,Bins,Nakoda,149,176,"Laundry, Baskets",3.7,Keeps rice dry.',
]
const CASES = [
  { width: 360, javaScriptEnabled: false },
  { width: 1280, javaScriptEnabled: true },
]

for (const { width, javaScriptEnabled } of CASES) {
  test.describe(`at ${width} px ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 800 } })

    test('a foreign list is matched and checked in five clicks (E13)', async ({
      browser,
      page,
      axe,
    }) => {
      await bringEditorTo(page, browser)
      // Headers of this run alone, so that no earlier run has matched them.
      const buffer = Buffer.from([`${HEADER},${width}`, ...ROWS.map((row) => `${row},`)].join('\n'))
      await page.goto('/desk/lists')
      const file = { name: 'foreign.csv', mimeType: 'text/csv', buffer }
      await page.getByLabel(/Choose a file/).setInputFiles(file)
      await page.getByRole('button', { name: 'Check the list' }).click()
      await expect(page.getByText('The column sku is missing.')).toBeVisible()
      await expect(page.getByText('None of its rows has been looked at yet')).toBeVisible()
      await page.getByRole('link', { name: 'Match columns' }).click()

      const isOf = async (name: string, column: string) =>
        expect(page.getByRole('combobox', { name, exact: true })).toHaveValue(column)
      await isOf('index', 'sku')
      await isOf('sale_price', 'price')
      await isOf('market_price', 'oldprice')
      await isOf('type', '')
      await expect(page.getByRole('list', { name: 'First values of product' })).toContainText(
        'Flip Lid Storage Jar',
      )
      await expect(page.getByRole('radio', { name: 'rupees: 220 is ₹220' })).toBeChecked()
      if (javaScriptEnabled) expect(await axe()).toEqual([])
      const widest = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(widest).toBeLessThanOrEqual(width)
      await page.getByRole('combobox', { name: 'type', exact: true }).selectOption('specifications')
      await page.getByRole('button', { name: 'Check the list' }).click()

      await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible()
      const summary = page.getByRole('region', { name: 'What the list says' })
      await expect(summary).toContainText(/rows\s*2/)
      await expect(summary).toContainText(/new\s*2/)
      await page.getByText('Read it differently').click()
      await expect(page.getByLabel('Columns of the list')).toHaveValue('matched')
      await page.getByRole('link', { name: 'Match columns' }).click()
      await expect(
        page.getByText('Matched as you last matched a list with these columns.'),
      ).toBeVisible()
      await isOf('type', 'specs')
      await page.getByRole('link', { name: 'Back to the list' }).click()
      await page.getByRole('button', { name: 'Discard' }).click()
    })
  })
}
