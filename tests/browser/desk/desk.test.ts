import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { expectFit, PHONE } from '#tests/browser/kit/both-widths.ts'
import { bringEditorTo, signInEditor } from '#tests/browser/kit/editors.ts'
import { expect, test } from '#tests/browser/test.ts'

// One after another, as they change the same products.
test.describe.configure({ mode: 'default' })

const HEADER = 'sku,name,category,subcategory,price'

/** Products that no other test uses, as lists change the shop that all tests share. */
const PENNE = {
  sku: 'NOOD-003',
  name: 'Durum Penne Pasta',
  price: '95.00',
  kind: 'Noodles & Ready Mixes',
}
const PAV = { sku: 'BREA-002', name: 'Ladi Pav', price: '32.00', kind: 'Biscuits & Bakery' }
type Product = typeof PENNE

/** A list with a new price for a product, and a row that is refused. */
const priceList = ({ sku, name, kind }: Product, price: number) =>
  `${HEADER}\n${sku},${name},Snacks & Sweets,${kind},${price}\n${sku}-2,${name},Snacks & Sweets,,1.234\n`

const list = (text: string, name = 'prices.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

async function bring(page: Page, text: string): Promise<void> {
  await page.goto('/desk/lists')
  await page.getByLabel(/Choose a file/).setInputFiles(list(text))
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByRole('heading', { name: 'Publish the list' })).toBeVisible()
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('an editor corrects, looks, publishes and takes back', async ({ browser, page, axe }) => {
      await bringEditorTo(page, browser)
      const product = javaScriptEnabled ? PENNE : PAV
      const { sku, name } = product
      const path = `/product/${name.toLowerCase().replaceAll(' ', '-')}`
      const price = randomInt(200, 900)
      const shows = async (text: string) =>
        (await (await page.request.get(path)).text()).includes(text)

      await bring(page, priceList(product, price))
      const faulty = page.getByRole('region', { name: 'Faulty cells' }).getByRole('row').nth(1)
      await expect(faulty).toContainText(`3 ${sku}-2`)
      await expect(faulty.locator('mark')).toHaveText(/price\s*1\.234/)
      await expect(faulty).toContainText('A price has at most two decimals.')
      const changes = page.getByRole('region', { name: /Fields as they are/ })
      const change = changes.getByRole('row').nth(1)
      await expect(change).toContainText(name)
      await expect(change.locator('del')).toHaveText(product.price)
      await expect(change.locator('ins')).toHaveText(`${price}.00`)

      await page.getByRole('link', { name: `Preview of ${name}`, exact: true }).click()
      await expect(
        page.getByText(`Preview of ${path} with prices.csv: not published`),
      ).toBeVisible()
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
      await expect(page.getByRole('main')).toContainText(`Rs: ${price}`)
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
      expect(await shows(`Rs: ${price}`)).toBe(false)
      await page.getByRole('link', { name: 'Back to the list' }).click()

      const publish = page.getByRole('button', { name: 'Publish 1 good row without the other one' })
      await publish.click()
      await expect(page.getByText('Everything is live.')).toBeVisible()
      expect(await shows(`Rs: ${price}`)).toBe(true)
      if (javaScriptEnabled) expect(await axe()).toEqual([])

      await page.getByRole('link', { name: /What import \d+ changed/ }).click()
      const back = page.getByRole('region', { name: 'Fields as they are and as they were' })
      await expect(back.locator('ins')).toHaveText(product.price)
      if (javaScriptEnabled) expect(await axe()).toEqual([])
      await page.getByRole('button', { name: 'Take back all of this' }).click()
      await expect(page.getByText(/was taken back: \d+ entr(?:y|ies) restored/)).toBeVisible()
      await expect.poll(() => shows(`Rs: ${price}`)).toBe(false)
    })
  })
}

test('at 360 and 1280 px the desk and a list have no accessibility faults', async ({
  page,
  axe,
}) => {
  await page.setViewportSize(PHONE)
  await signInEditor(page)
  await bring(page, priceList(PENNE, 77))
  await expectFit(page, axe)
  await page.goto('/desk/lists')
  await expectFit(page, axe)
})

test('a list is brought and put away by keyboard alone', async ({ page }) => {
  await signInEditor(page)
  await bring(page, priceList(PENNE, 77))
  await page.getByRole('button', { name: /^Publish/ }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Discard' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('The list was discarded. Nothing was changed.')).toBeVisible()
})

test('a dropped file is the chosen one, and a file that is no list says why', async ({ page }) => {
  await signInEditor(page)
  await page.goto('/desk/lists')
  const filesOf = (count: number) =>
    page.evaluateHandle((wanted) => {
      const transfer = new DataTransfer()
      for (let at = 0; at < wanted; at++)
        transfer.items.add(new File(['PK\u0003\u0004 no zip'], `diwali${at}.zip`))
      return transfer
    }, count)
  await expect(page.locator('astro-island:not([data-live])')).toHaveCount(0)
  const said = page.getByRole('status').filter({ hasNotText: /\S/ })
  await expect(said).toHaveCount(1)
  const place = page.getByText('Choose a file, or drop it here')
  await place.dispatchEvent('drop', { dataTransfer: await filesOf(2) })
  const tooMany = page.getByRole('status').filter({ hasText: 'Please drop one file at a time.' })
  await expect(tooMany).toBeVisible()
  await place.dispatchEvent('drop', { dataTransfer: await filesOf(1) })
  await expect(tooMany).toHaveCount(0)
  await page.getByRole('button', { name: 'Check the list' }).click()
  const reason = page.getByText('This zip file cannot be read.')
  await expect(reason).toBeVisible()
  const again = page.waitForResponse(/\/check$/)
  await page.getByRole('button', { name: 'Check again' }).click()
  expect((await again).status()).toBe(303)
  await expect(reason).toBeVisible()
})

test('the export comes as a file', async ({ page }) => {
  await signInEditor(page)
  await page.goto('/desk/lists')
  const coming = page.waitForEvent('download')
  const downloads = page.getByRole('region', { name: 'Download the products' })
  await downloads.getByRole('link', { name: 'As CSV' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('products.csv')
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^\uFEFFsku,name,/)
})

test('to shoppers and visitors the desk is a page that is not there (S-001 S-151)', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal(404)
  const unknown = await page.request.get('/no-such-page')
  const look = async (path: string) => {
    const answer = await page.request.get(path)
    expect([path, answer.status()]).toEqual([path, 404])
    expect(await answer.text()).toBe(await unknown.text())
  }
  const paths = ['/desk', '/desk/uploads/0123456789abcdef0123456789abcdef', '/desk/x']
  for (const path of paths) await look(path)
  await signIn(page)
  for (const path of paths) await look(path)
  for (const path of ['/api/desk/export', '/api/desk/uploads', '/api/desk/uploads/x']) {
    const answer = await page.request.get(path)
    const other = await page.request.get('/api/no-such-call')
    expect([answer.status(), await answer.text()]).toEqual([other.status(), await other.text()])
  }
  for (const path of ['/', '/signin', '/robots.txt', '/sitemap.xml']) {
    expect(await (await page.request.get(path)).text()).not.toMatch(/\/desk\b/)
  }
})
