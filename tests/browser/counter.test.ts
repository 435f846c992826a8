import type { Browser, Page } from '@playwright/test'
import * as z from 'zod/mini'
import { BILLING } from '#tests/support/billing.ts'
import { signIn } from './accounts.ts'
import { addElsewhere, call } from './buying.ts'
import { signInAs } from './editors.ts'
import { expect, test } from './test.ts'

test.use({ viewport: { width: 360, height: 740 } })

const productsSchema = z.object({ ProductList: z.array(z.object({ _id: z.string() })) })
const orderSchema = z.object({ order: z.object({ number: z.string() }) })

/** An order of another shopper, paid at the door; its number. */
async function orderInCash(browser: Browser, baseURL: string | undefined, name: string) {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await signIn(page)
  const found = await page.request.get('/api/products?perpage=1&sort=price&minprice=20')
  const [product] = productsSchema.parse(await found.json()).ProductList
  await addElsewhere(page, product?._id ?? '', { quantity: 3 })
  const answer = await call(page, 'POST', '/api/checkout', {
    ...BILLING,
    fullname: name,
    payment: 'cod',
  })
  await context.close()
  return orderSchema.parse(answer).order.number
}

const next = (page: Page, step: string, number: string) =>
  page.getByRole('button', { name: `${step}: order ${number}` })

test('a new order rings at the desk within two seconds, until it is accepted', async ({
  browser,
  baseURL,
  page,
}) => {
  await signInAs(page, 'staff')
  await page.goto('/desk/orders')
  const waits = page.getByText(/new orders? waits?/i)
  const before = await waits.count()
  const number = await orderInCash(browser, baseURL, 'Meera Nair')
  const startedAt = Date.now()
  await expect(page.getByRole('link', { name: 'Look' })).toBeVisible({ timeout: 5000 })
  test
    .info()
    .annotations.push({ type: 'ring', description: `${Date.now() - startedAt} ms (${before})` })
  await page.getByRole('link', { name: 'Look' }).click()
  await next(page, 'Accept', number).click()
  await expect(page.getByText(`Order ${number}: to pack.`)).toBeVisible()
})

test('an order goes from new to delivered under one thumb, short line and wrong tap included', async ({
  axe,
  browser,
  baseURL,
  page,
}) => {
  const number = await orderInCash(browser, baseURL, 'Farah Khan')
  await signInAs(page, 'staff')
  await page.goto(`/desk/orders?state=all&q=farah+${number}`)
  expect(await axe()).toEqual([])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  await next(page, 'Accept', number).click()
  await page.getByRole('link', { name: new RegExp(number) }).click()
  await page.getByText('Short or replaced').click()
  await page.getByLabel('How many are brought').fill('2')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText('of 3', { exact: true })).toBeVisible()
  await next(page, 'Packed', number).click()
  await page.getByLabel('Who brings it').fill('Ravi')
  await next(page, 'Out for delivery', number).click()
  await next(page, 'Delivered', number).click()
  await page.getByRole('button', { name: 'Take the last step back' }).click()
  await expect(page.getByText(/Taken back/)).toBeVisible()
  expect(await axe()).toEqual([])
  await next(page, 'Delivered', number).click()
  await expect(page.getByText(/^Taken: Rs/)).toBeVisible()
  await page.goto('/desk/cash')
  await expect(page.getByRole('heading', { name: /Ravi/ })).toBeVisible()
})

test('what is ticked on the pick list stays ticked when the phone sleeps', async ({
  axe,
  browser,
  baseURL,
  page,
  open,
}) => {
  const number = await orderInCash(browser, baseURL, 'Lata Rao')
  await signInAs(page, 'staff')
  await open(`/desk/pick?orders=${number}`)
  const box = page.getByRole('checkbox').first()
  await box.check()
  await expect(page.getByText(/^All 1 are in the basket/)).toBeVisible()
  expect(await axe()).toEqual([])
  await page.reload()
  await expect(page.getByRole('checkbox').first()).toBeChecked()
})

test('without JavaScript orders are refused at the door, and the stock is said', async ({
  browser,
  baseURL,
  page,
}) => {
  const number = await orderInCash(browser, baseURL, 'Gita Iyer')
  await signInAs(page, 'staff')
  const storageState = await page.context().storageState()
  const context = await browser.newContext({
    ...{ storageState, javaScriptEnabled: false, viewport: { width: 360, height: 740 } },
    ...(baseURL && { baseURL }),
  })
  const plain = await context.newPage()
  await plain.goto(`/desk/orders/${number}`)
  await next(plain, 'Accept', number).click()
  await next(plain, 'Packed', number).click()
  await next(plain, 'Out for delivery', number).click()
  await plain.locator('summary', { hasText: 'It is not kept' }).click()
  await plain.getByLabel('Why').fill('Not at home')
  await plain.getByRole('button', { name: 'It is not kept' }).click()
  await expect(plain.getByText(`Order ${number} has ended.`)).toBeVisible()
  await expect(plain.getByText('Not at home').first()).toBeVisible()
  await plain.goto('/desk')
  await expect(plain.getByText(/Refused at the door: Not at home/)).toBeVisible()
  await context.close()
})
