import type { Page } from '@playwright/test'
import { signIn } from '#tests/browser/kit/accounts.ts'
import { fillCart, post } from '#tests/browser/kit/checkout-steps.ts'
import { holdRequests } from '#tests/browser/kit/held-requests.ts'
import { expect, test } from '#tests/browser/test.ts'
import { BILLING } from '#tests/support/orders/billing.ts'

const LISTING = '/category/rice-grains'

test.use({ viewport: { width: 390, height: 800 } })

async function signInWithOrder(page: Page): Promise<void> {
  await signIn(page)
  await fillCart(page)
  await post(page, '/api/checkout', { ...BILLING, payment: 'cod' })
}

/** Whether the page's history has an entry for what is open over it. */
const isOver = (page: Page) => page.evaluate(() => Object(history.state).over === true)

test('on a phone Back closes the packs of a card, and the list stays', async ({ open, page }) => {
  await signIn(page)
  await open('/offers')
  await open(LISTING)
  const dialog = page.getByRole('dialog')
  const choose = page.getByRole('link', { name: /^Choose and add/ }).first()
  const closings = [
    () => page.goBack(),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
  ]
  for (const close of closings) {
    await choose.click()
    await expect(dialog.getByRole('list')).toBeVisible()
    await close()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(LISTING)
    await expect(choose).toBeFocused()
    await expect.poll(() => isOver(page)).toBe(false)
  }
  await choose.click()
  await dialog.getByRole('link', { name: 'See all details' }).click()
  await expect(page).toHaveURL(/\/product\//)
  await page.goBack()
  await expect(page).toHaveURL(LISTING)
  await expect(dialog).toBeHidden()
  await page.goBack()
  await expect(page, 'no step was left over').toHaveURL('/offers')
})

test('on a phone Back closes the filters, with what was chosen in them, and then takes it back', async ({
  open,
  page,
}) => {
  await open('/offers')
  await open(LISTING)
  const filters = page.getByRole('main').locator('summary')
  const heading = page.getByRole('heading', { name: 'PRODUCT CATEGORIES' })
  await filters.click()
  await expect(heading).toBeVisible()
  await expect.poll(() => isOver(page)).toBe(true)
  await page.keyboard.press('Tab')
  await page.goBack()
  await expect(heading).toBeHidden()
  await expect(filters, 'the keyboard goes on from where it came').toBeFocused()
  await expect(page).toHaveURL(LISTING)
  await filters.click()
  for (const brand of ['Suryakhet', 'Doabari']) {
    await page.getByRole('checkbox', { name: brand }).check()
    await expect(page).toHaveURL(new RegExp(brand))
  }
  const both = page.url()
  await page.goBack()
  await expect(heading).toBeHidden()
  await expect(page, 'only the filters have closed').toHaveURL(both)
  await expect(page.getByRole('checkbox', { name: 'Doabari', includeHidden: true })).toBeChecked()
  await page.goBack()
  await expect(page).toHaveURL(`${LISTING}?brand=Suryakhet`)
  await expect(
    page.getByRole('checkbox', { name: 'Doabari', includeHidden: true }),
  ).not.toBeChecked()
  await filters.click()
  await page.getByRole('checkbox', { name: 'Suryakhet' }).uncheck()
  await page.getByRole('button', { name: /^Show \d+ products?$/ }).click()
  await expect(heading).toBeHidden()
  await expect(page).toHaveURL(LISTING)
  await expect.poll(() => isOver(page)).toBe(false)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(`${LISTING}?brand=Suryakhet`)
  await page.goBack()
  await expect(page).toHaveURL(LISTING)
  await page.goBack()
  await expect(page, 'no step was left over').toHaveURL('/offers')
})

test('on a phone Back closes the menu, and a link of the menu leaves no step behind', async ({
  open,
  page,
}) => {
  await open('/offers')
  await open('/')
  const menu = page.getByRole('banner').locator('summary', { hasText: 'All Categories' })
  const entry = page.getByRole('banner').getByRole('link', { name: 'Personal Care', exact: true })
  await menu.click()
  await expect(entry).toBeVisible()
  await expect.poll(() => isOver(page)).toBe(true)
  await page.keyboard.press('Tab')
  await page.goBack()
  await expect(entry).toBeHidden()
  await expect(menu).toBeFocused()
  await expect(page).toHaveURL('/')
  await menu.click()
  await expect.poll(() => isOver(page)).toBe(true)
  await menu.click()
  await expect(entry).toBeHidden()
  await expect.poll(() => isOver(page)).toBe(false)
  await menu.click()
  await expect.poll(() => isOver(page)).toBe(true)
  await entry.click()
  await expect(page).toHaveURL('/category/personal-care')
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(entry).toBeHidden()
  await page.goBack()
  await expect(page, 'no step was left over').toHaveURL('/offers')
})

test('a link of the menu is followed, also where the menu closes before the page has come', async ({
  open,
  page,
}) => {
  await open('/offers')
  await open('/')
  const menu = page.getByRole('banner').locator('summary', { hasText: 'All Categories' })
  const entry = page.getByRole('banner').getByRole('link', { name: 'Personal Care', exact: true })
  await menu.click()
  await expect.poll(() => isOver(page)).toBe(true)
  // As a screen reader presses it; the menu closes while the page is on its way.
  await entry.evaluate((link: HTMLElement) => {
    link.click()
    link.closest('.menu-all')?.removeAttribute('open')
  })
  await expect(page).toHaveURL('/category/personal-care')
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('on a phone Back closes the question where to deliver', async ({ open, page }) => {
  await open('/offers')
  await open('/')
  await page.getByRole('banner').locator('[data-location]').click()
  const dialog = page.getByRole('dialog', { name: 'Choose your delivery location' })
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL('/offers')
})

test('the filters of a phone say what they are, are cleared and closed in their head', async ({
  open,
  page,
}) => {
  await open(`${LISTING}?rating=4&offer=1`)
  const filters = page.getByRole('main').locator('summary')
  const head = page.locator('#sidebar p').first()
  await filters.click()
  await expect(head.getByText('Filters')).toBeVisible()
  await head.getByRole('link', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(LISTING)
  await expect(page.getByRole('radio', { name: 'Any rating' })).toBeChecked()
  await expect(head.getByRole('link')).toHaveCount(0)
  const close = head.getByRole('button', { name: 'Close' })
  await expect(close).toBeFocused()
  await close.click()
  await expect(close).toBeHidden()
  await expect(filters).toBeFocused()
  await expect(page).toHaveURL(LISTING)
})

test('after a reload with the filters open one Back leaves the list', async ({ open, page }) => {
  await open('/offers')
  await open(LISTING)
  await page.getByRole('main').locator('summary').click()
  await expect.poll(() => isOver(page)).toBe(true)
  await page.reload()
  await page.keyboard.press('Shift')
  // The code of the list has come with the first input.
  await expect(page.locator('body > output')).toBeAttached()
  await page.goBack()
  await expect(page).toHaveURL('/offers')
})

test('Back closes the products of an order and the window of the demo payment', async ({
  open,
  page,
}) => {
  await signInWithOrder(page)
  await fillCart(page, 1)
  await open('/offers')
  await open('/orders')
  await page.getByRole('button', { name: 'Click Here To View' }).click()
  const products = page.getByRole('dialog', { name: 'Products' })
  await expect(products).toBeVisible()
  await expect.poll(() => isOver(page)).toBe(true)
  await page.goBack()
  await expect(products).toBeHidden()
  await expect(page).toHaveURL('/orders')

  await open('/checkout')
  await page.getByRole('radio', { name: /^Pay now/ }).check()
  await page.getByRole('button', { name: /^Checkout/ }).click()
  const demo = page.getByRole('dialog', { name: 'Demo payment' })
  await expect(demo).toBeVisible()
  await expect.poll(() => isOver(page)).toBe(true)
  await page.goBack()
  await expect(demo).toBeHidden()
  await expect(page).toHaveURL('/checkout')
  await page.goBack()
  await expect(page, 'no step was left over').toHaveURL('/orders')
})

test('what is opened again before its step back has come stays open', async ({ open, page }) => {
  // As on a busy phone: the next tap is quicker than the history.
  await page.addInitScript(() => {
    const back = history.back.bind(history)
    history.back = () => void Object.assign(window, { stepBack: back })
  })
  await signIn(page)
  await open('/offers')
  await open(LISTING)
  const dialog = page.getByRole('dialog')
  const packs = dialog.getByRole('list')
  const choose = page.getByRole('link', { name: /^Choose and add/ }).first()
  /** Closes what is open, and opens the packs before the step back between. */
  const closeAndChoose = async () => {
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await choose.click()
    await expect(packs).toBeVisible()
    await page.evaluate(() => {
      const stepped = new Promise((resolve) =>
        addEventListener('popstate', resolve, { once: true }),
      )
      Reflect.get(window, 'stepBack')()
      return stepped.then(() => undefined)
    })
    await expect.poll(() => isOver(page)).toBe(true)
    await expect(packs).toBeVisible()
    await expect(page).toHaveURL(LISTING)
  }
  await choose.click()
  await expect.poll(() => isOver(page)).toBe(true)
  await closeAndChoose()
  await page.goBack()
  await expect(dialog).toBeHidden()

  const quick = page.getByRole('link', { name: /^Quick view/ }).first()
  await quick.click()
  await expect(page).toHaveURL(/\/product\//)
  await closeAndChoose()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(LISTING)
  await page.goBack()
  await expect(page, 'no step was left over').toHaveURL('/offers')
})

test('Back closes the products of an order also where its code comes late', async ({
  open,
  page,
}) => {
  await signInWithOrder(page)
  const come = await holdRequests(page, '**/close-on-back.*.js')
  await open('/orders')
  await page.getByRole('button', { name: 'Click Here To View' }).click()
  const products = page.getByRole('dialog', { name: 'Products' })
  await expect(products).toBeVisible()
  come()
  await expect.poll(() => isOver(page)).toBe(true)
  await page.goBack()
  await expect(products).toBeHidden()
  await expect(page).toHaveURL('/orders')
})
