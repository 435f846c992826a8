import type { Page } from '@playwright/test'
import { signInAs } from '#tests/browser/kit/editors.ts'
import { orderInCash } from '#tests/browser/kit/order-in-cash.ts'
import { expect, test } from '#tests/browser/test.ts'

test.use({ viewport: { width: 360, height: 740 } })

const next = (page: Page, step: string, number: string) =>
  page.getByRole('button', { name: `${step}: order ${number}` })

test('a new order rings at the desk within two seconds, until it is accepted', async ({
  browser,
  baseURL,
  page,
}) => {
  await signInAs(page, 'staff')
  await page.goto('/desk/orders')
  const number = await orderInCash(browser, baseURL, 'Meera Nair')
  await expect(page.getByRole('link', { name: 'View', exact: true })).toBeVisible({ timeout: 2000 })
  await page.getByRole('link', { name: 'View', exact: true }).click()
  await expect(page).toHaveURL(/\/desk\/orders/)
  // Other tests leave more waiting orders than fit on a page.
  await page.goto(`/desk/orders?q=${number}`)
  await next(page, 'Accept', number).click()
  await expect(page.getByText(`Order ${number}: to pack.`)).toBeVisible()
})

test('on a wide screen all tabs of orders stand in one row', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signInAs(page, 'staff')
  await page.goto('/desk/orders')
  const tabs = page.getByRole('navigation', { name: 'Orders' }).getByRole('link')
  const heights = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top))
  expect(heights.length).toBeGreaterThan(5)
  expect(new Set(heights).size).toBe(1)
})

test('an order goes from new to delivered under one thumb, short line and wrong tap included', async ({
  browser,
  baseURL,
  page,
}) => {
  const number = await orderInCash(browser, baseURL, 'Farah Khan')
  await signInAs(page, 'staff')
  await page.goto(`/desk/orders?state=all&q=farah+${number}`)

  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  await next(page, 'Accept', number).click()
  await page.getByRole('link', { name: new RegExp(number) }).click()
  await page.getByText('Short or replaced').click()
  await page.getByLabel('How many are delivered').fill('2')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText('of 3', { exact: true })).toBeVisible()
  await next(page, 'Packed', number).click()
  await page.getByLabel('Rider', { exact: true }).fill('Ravi')
  await next(page, 'Out for delivery', number).click()
  await next(page, 'Delivered', number).click()
  await page.getByRole('button', { name: 'Undo the last step' }).click()
  await expect(page.getByText(/Taken back\. /)).toBeVisible()

  await next(page, 'Delivered', number).click()
  await expect(page.getByText(/Taken: ₹/)).toBeVisible()
})
