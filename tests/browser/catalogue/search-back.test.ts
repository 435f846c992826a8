import { signIn } from '#tests/browser/kit/accounts.ts'
import { expect, test } from '#tests/browser/test.ts'

test('whoever comes back to a page sees it without the suggestions of before', async ({
  open,
  page,
}) => {
  await open('/')
  const box = page.getByRole('search').locator('input')
  await box.click()
  await box.pressSequentially('dal')
  const list = page.getByRole('listbox')
  await expect(list).toBeVisible()
  // As when the browser keeps the page that is left, to restore it as it was.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  await expect(list).toBeHidden()
})

test('back from a quick view that was loaded anew leads to the page below it', async ({
  open,
  page,
}) => {
  await signIn(page)
  for (const [path, heading] of [
    ['/category/rice-grains', 'Rice & Grains'],
    ['/product/murmura-puffed-rice', 'Murmura Puffed Rice'],
  ] as const) {
    await open(path)
    await page
      .getByRole('link', { name: /^Quick view/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'ADD TO CART', exact: true })).toBeVisible()
    const product = await dialog.getByRole('heading', { level: 2 }).textContent()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(product ?? '')
    // The page's scripts wait for the first input.
    await page.mouse.move(2, 2)
    await page.waitForFunction(() => customElements.get('toast-message'))
    await page.goBack()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  }
})

test('two steps back from a product show the list as it was before it was sorted', async ({
  open,
  page,
}) => {
  const path = '/category/rice-grains'
  await open(path)
  const names = page.getByRole('main').getByRole('heading', { level: 3 })
  const before = await names.allTextContents()
  await page.getByLabel('Sort by').selectOption('Price, high to low')
  await expect(page).toHaveURL(`${path}?sort=-price`)
  await expect(page.getByLabel('Sort by')).toHaveValue('-price')
  await page.goto('/product/murmura-puffed-rice')
  await page.goBack()
  await expect(page).toHaveURL(`${path}?sort=-price`)
  await page.waitForFunction(() => customElements.get('toast-message'))
  await page.goBack()
  await expect(page).toHaveURL(path)
  await expect(page.getByLabel('Sort by')).toHaveValue('')
  expect(await names.allTextContents()).toEqual(before)
})
