import type { Page } from '@playwright/test'
import { expectFit, PHONE } from '#tests/browser/kit/both-widths.ts'
import { signInAs, signInEditor } from '#tests/browser/kit/editors.ts'
import { expect, test } from '#tests/browser/test.ts'
import { sheetOf, workbookOf } from '#tests/support/lists/workbook-files.ts'

// One after another, as they change the same shop.
test.describe.configure({ mode: 'default' })

/** Products that no other test uses. */
const ONE = { sku: 'MILL-001', name: 'Ragi Flour' }
const OTHER = { sku: 'MILL-002', name: 'Jowar Flour' }
const SOLD = { sku: 'MILL-003', name: 'Bajra Flour' }
const PLAIN = 'POWD-005'

const pathOf = (name: string) => `/product/${name.toLowerCase().replaceAll(' ', '-')}`
const checked = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Publish the list' })).toBeVisible()

async function bring(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.goto('/desk/lists')
  await page
    .getByLabel(/Choose a file/)
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
}

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Publish/ }).click()
  await expect(page.getByText('Everything is live.')).toBeVisible()
}

test.describe('on a phone, with screens that fit 1280 px too:', () => {
  test.use({ viewport: PHONE })

  test('a workbook is published, leads to what changed, and parts of it are taken back (E14)', async ({
    page,
    axe,
  }) => {
    await signInEditor(page)
    const rows = [
      ['sku', 'origin', 'shelflife'],
      ...[ONE, OTHER].map(({ sku }) => [sku, 'Zirakot', '9 months']),
    ]
    const book = workbookOf([{ name: 'products', xml: sheetOf(rows) }])
    await bring(page, 'origins.xlsx', book)
    await page.getByRole('button', { name: 'Check the list' }).click()
    await checked(page)
    await expectFit(page)
    await publish(page)
    const seen = page.getByRole('region', { name: 'See what changed' })
    await expect(seen.getByRole('link', { name: ONE.name, exact: true })).toHaveAttribute(
      'href',
      pathOf(ONE.name),
    )
    await expectFit(page, axe)

    await page.getByRole('link', { name: /What import \d+ changed/ }).click()
    await expect(page).toHaveURL(/\/desk\/imports\/\d+$/)
    const address = page.url()
    await page.getByRole('checkbox', { name: `Choose: product ${ONE.name}` }).check()
    await expectFit(page)
    await page.getByRole('button', { name: 'Take back what is ticked' }).click()
    await expect(page.getByText(/was taken back: 1 entry restored/)).toBeVisible()
    const shows = async ({ name }: typeof ONE) =>
      (await (await page.request.get(pathOf(name))).text()).includes('Zirakot')
    await expect.poll(() => shows(ONE)).toBe(false)
    expect(await shows(OTHER)).toBe(true)
    await page.goto(address)
    await page.getByRole('button', { name: 'Take back all of this' }).click()
    await expect.poll(() => shows(OTHER)).toBe(false)
  })

  test('a list of SKUs alone says what is sold out (E20)', async ({ page }) => {
    await signInEditor(page)
    await bring(page, 'soldout.txt', Buffer.from(`${SOLD.sku}\n`))
    await page.getByLabel('Columns of the list').selectOption('SKUs of sold-out products')
    await page.getByRole('button', { name: 'Check the list' }).click()
    await checked(page)
    await expect(page.getByRole('region', { name: /Fields as they are/ })).toContainText(SOLD.name)
    await expectFit(page)
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByText('Nothing was changed.')).toBeVisible()
  })

  test('letters that a program broke are put right by a press (E18)', async ({ page, axe }) => {
    await signInEditor(page)
    const text = `sku,unit\n${ONE.sku},½ kg\n`
    const broken = new TextDecoder('windows-1252').decode(Buffer.from(text))
    await bring(page, 'units.csv', Buffer.from(broken))
    await page.getByRole('button', { name: 'Check the list' }).click()
    await expect(page.getByText('These letters were broken')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'What to do next' })).toBeVisible()
    await expectFit(page, axe)
    await page.getByRole('button', { name: 'Repair the letters and check again' }).click()
    const changes = page.getByRole('region', { name: /Fields as they are/ })
    await expect(changes).toContainText('½ kg')
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  test('what would empty the shop names the act, and asks for its number (E21)', async ({
    page,
    axe,
  }) => {
    await signInEditor(page)
    await bring(page, 'part.csv', Buffer.from(`sku,price\n${ONE.sku},95\n`))
    await page.getByRole('checkbox', { name: 'Withdraw products that are not in the list' }).check()
    await page.getByRole('button', { name: 'Check the list' }).click()
    await checked(page)
    const act = page.getByRole('button', { name: /^Withdraw \d+ products$/ })
    await expect(act).toBeVisible()
    await expectFit(page, axe)
    await page.getByLabel(/This list changes a great deal/).fill('1')
    await act.click()
    await expect(page.getByRole('status')).toContainText('to say that you mean it')
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  test('days and prices that can be meant in two ways are asked (E19)', async ({ page, axe }) => {
    await signInEditor(page)
    const list = `Item,Rate,Sale,From\n${PLAIN},"20,50","17,00",05/11/2099\n`
    await bring(page, 'supplier.csv', Buffer.from(list))
    await page.getByRole('button', { name: 'Check the list' }).click()
    await page.getByRole('link', { name: 'Match columns' }).click()
    for (const [name, column] of [
      ['Item', 'SKU (item code)'],
      ['Rate', 'price (what is paid)'],
      ['Sale', 'sale price (for a time)'],
      ['From', 'sale from'],
    ] as const)
      await page.getByRole('combobox', { name, exact: true }).selectOption(column)
    await expect(page.getByRole('radio', { name: /^the decimal sign/ })).toBeChecked()
    await page.getByRole('radio', { name: /^the month first/ }).check()
    await expectFit(page, axe)
    await page.getByRole('button', { name: 'Check the list' }).click()
    const changes = page.getByRole('region', { name: /Fields as they are/ })
    await expect(changes).toContainText('2099-05-11')
    await expect(changes).toContainText('20.50')
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  test('the owner takes a role back, gives none to a stranger, and the history tells it by person and kind', async ({
    browser,
    page,
  }) => {
    const colleague = await (await browser.newContext()).newPage()
    const { email } = await signInEditor(colleague)
    const desk = async () => (await colleague.request.get('/desk/lists')).status()
    expect(await desk()).toBe(200)
    const owner = await signInAs(page, 'owner')
    await page.goto('/desk/roles')
    await expectFit(page)
    await page.getByRole('button', { name: `Remove role editor from ${email}` }).click()
    await expect(page.getByText(`${email} no longer has the role.`)).toBeVisible()
    expect(await desk()).toBe(404)
    await page.getByLabel('Mail address of somebody').fill(email)
    await page.getByRole('combobox', { name: 'Role' }).selectOption('Staff: orders and stock')
    await page.getByRole('button', { name: 'Give role' }).click()
    // The account has not confirmed its address.
    await expect(page.getByText('This address was never confirmed by email')).toBeVisible()

    await page.goto('/desk/lists')
    const filter = page.getByRole('form', { name: 'Filter the history' })
    await filter.getByLabel('Who').selectOption(owner.email)
    await filter.getByLabel('Kind').selectOption('removed a role')
    await filter.getByRole('button', { name: 'Show' }).click()
    const rows = page.getByRole('region', { name: /^Actions at the desk/ }).getByRole('row')
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(1)).toContainText(`removed a role ${email}: editor`)
    await expectFit(page)
    await colleague.context().close()
  })
})
