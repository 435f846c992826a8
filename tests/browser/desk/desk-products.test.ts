import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectFit, PHONE } from '#tests/browser/kit/both-widths.ts'
import { bringEditorTo, signInAs, signInEditor } from '#tests/browser/kit/editors.ts'
import { expect, test } from '#tests/browser/test.ts'

// One after another: when one publishes, lists that others have open must be checked again.
test.describe.configure({ mode: 'default' })

const isWide = (page: Page, most: number) =>
  page.evaluate((width) => document.documentElement.scrollWidth > width, most)

/** Products that no other test uses. */
for (const { width, javaScriptEnabled, name, path } of [
  {
    ...{ width: 360, javaScriptEnabled: false },
    ...{ name: 'Rava Idli Mix', path: '/product/rava-idli-mix' },
  },
  {
    ...{ width: 1280, javaScriptEnabled: true },
    ...{ name: 'Whole Wheat Bread', path: '/product/whole-wheat-bread' },
  },
]) {
  test.describe(`at ${width} px ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 800 } })

    test('an editor finds a product, changes price and stock, looks, publishes and takes back', async ({
      browser,
      page,
      axe,
    }) => {
      await bringEditorTo(page, browser)
      const price = randomInt(200, 280)
      const shows = async (text: string) =>
        (await (await page.request.get(path)).text()).includes(text)

      await page.goto('/desk')
      await page.getByRole('navigation').getByRole('link', { name: 'Products' }).click()
      await page.getByRole('searchbox').fill(name.toLowerCase())
      await page.getByRole('button', { name: 'Search' }).click()
      await expect(page.getByText('1 product', { exact: true })).toBeVisible()
      const row = page.getByRole('group', { name })
      const before = await row.getByRole('textbox', { name: /^Price/ }).inputValue()
      await row.getByRole('textbox', { name: /^Price/ }).fill(String(price))
      await row.getByRole('textbox', { name: /^Stock/ }).fill('+1234')
      await row.getByRole('checkbox', { name: /^Featured/ }).check()
      if (javaScriptEnabled) expect(await axe()).toEqual([])
      expect(await isWide(page, width)).toBe(false)
      await page.getByRole('button', { name: 'Save' }).click()

      await expect(page.getByText('Nothing is live yet.')).toBeVisible()
      const changes = page.getByRole('region', { name: /Fields as they are/ })
      await expect(changes).toContainText(before)
      await expect(changes).toContainText(`${price}.00`)
      await expect(changes).toContainText('Stock')
      if (price > 3 * Number(before)) {
        await expect(page.getByRole('list', { name: 'Look at this first' })).toContainText(name)
      }
      expect(await isWide(page, width)).toBe(false)
      expect(await shows(`Rs: ${price}`)).toBe(false)
      if (javaScriptEnabled) expect(await axe()).toEqual([])
      await page.getByRole('button', { name: 'Publish' }).click()
      await expect(page.getByText('Everything is live.')).toBeVisible()
      expect(await shows(`Rs: ${price}`)).toBe(true)

      await page.getByRole('link', { name: /What import \d+ changed/ }).click()
      await page.getByRole('button', { name: 'Take back all of this' }).click()
      await expect(page.getByText(/was taken back/)).toBeVisible()
      await expect.poll(() => shows(`Rs: ${price}`)).toBe(false)
    })
  })
}

test('a save without a change says so, and who only counts stock is led to it', async ({
  page,
  browser,
}) => {
  await signInEditor(page)
  await page.goto('/desk/products?show=featured')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Nothing was changed on this page')).toBeVisible()
  await expect(page).toHaveURL(/show=featured/)
  const other = await browser.newPage()
  await signInAs(other, 'staff')
  await other.goto('/desk/products')
  await expect(other).toHaveURL(/\/desk\/stock$/)
  await other.close()
})

test('on a phone one product is changed on its page, and many at once, and the screens fit 1280 px too', async ({
  page,
  axe,
}) => {
  await page.setViewportSize(PHONE)
  await signInEditor(page)
  await page.goto('/desk/products?q=NOOD-001')
  await page.getByRole('link', { name: 'Masala Wheat Noodles' }).click()
  await page.getByLabel('Brand').fill('Chatakori Home')
  await page.getByLabel('Mark').selectOption('Non-vegetarian')
  await page.getByLabel('What it costs you in ₹').fill('12999')
  await expectFit(page, axe)
  await page.getByRole('button', { name: 'Save' }).click()
  const changes = page.getByRole('region', { name: /Fields as they are/ })
  await expect(changes.getByRole('row')).toHaveCount(4)
  await expect(changes).toContainText('Chatakori Home')
  await expect(changes).toContainText('12,999.00')
  await expect(page.getByRole('list', { name: 'Look at this first' })).toContainText(
    /would be sold below what it costs: .*, costs ₹12,999/,
  )
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Nothing was changed.')).toBeVisible()

  await page.goto('/desk/products?q=NOOD-00')
  await page.getByRole('checkbox', { name: /^Choose: Masala/ }).check()
  await page.getByRole('checkbox', { name: /^Choose: Rava/ }).check()
  await page.getByText('Change many at once').click()
  await page.getByLabel('Prices by %').fill('+10')
  await expectFit(page, axe)
  await page.getByRole('button', { name: 'Change prices' }).click()
  await expect(page.getByRole('heading', { name: '2 products (form)' })).toBeVisible()
  await expect(page.getByRole('region', { name: /Fields as they are/ })).toContainText('86.00')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.goto('/desk/products/new')
  await expectFit(page, axe)
})
