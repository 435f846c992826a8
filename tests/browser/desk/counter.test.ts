import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { type Waiting, waitingSchema } from '#lib/counter/waiting.ts'
import { ringTexts } from '#lib/texts/browser/order-ring.ts'
import { signInAs } from '#tests/browser/kit/editors.ts'
import { withinOneDay } from '#tests/browser/kit/one-day.ts'
import { orderInCash } from '#tests/browser/kit/order-in-cash.ts'
import { smallTargets } from '#tests/browser/kit/small-targets.ts'
import { expect, test } from '#tests/browser/test.ts'

test.use({ viewport: { width: 360, height: 740 } })

const next = (page: Page, step: string, number: string) =>
  page.getByRole('button', { name: `${step}: order ${number}` })

/** What a page's bell is told from now on. */
async function bellEvents(page: Page): Promise<Waiting[]> {
  const told: Waiting[] = []
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  browser.on('Network.eventSourceMessageReceived', ({ data }) =>
    told.push(waitingSchema.parse(JSON.parse(data))),
  )
  return told
}

const foundSchema = z.object({ orders: z.array(z.object({ createdAt: z.int() })) })

async function placedAt(page: Page, number: string): Promise<number> {
  const found = await page.request.get(`/api/desk/orders?state=all&q=${number}`)
  return foundSchema.parse(await found.json()).orders[0]?.createdAt ?? 0
}

test('a new order rings at the desk, until it is accepted', async ({ browser, baseURL, page }) => {
  await signInAs(page, 'staff')
  const told = await bellEvents(page)
  await page.goto('/desk/orders')
  const bell = page.getByRole('main').getByRole('status').first()
  const number = await orderInCash(browser, baseURL, 'Meera Nair')
  const view = page.getByRole('link', { name: 'View', exact: true })
  // Other tests leave waiting orders too, for which it rings already, and accept some.
  const since = await placedAt(page, number)
  const ringsForIt = async () => {
    const last = told.at(-1)
    if (!last) return false
    const shown = (await bell.textContent())?.trim() ?? ''
    const isTold = shown.startsWith(ringTexts.waiting(last.waiting))
    return isTold && (await placedAt(page, last.newest)) >= since
  }
  await expect.poll(ringsForIt).toBe(true)
  // Both buttons are in one line on a phone.
  const mute = page.getByRole('button', { name: 'Mute', exact: true })
  expect((await mute.boundingBox())?.y).toBe((await view.boundingBox())?.y)
  // Pressed by keyboard, it keeps the focus.
  await expect(async () => {
    // It rings again for each order that comes after the press, such as another test's.
    await mute.press('Enter')
    await expect(mute).toBeDisabled({ timeout: 1000 })
  }).toPass()
  await expect(mute).toBeFocused()
  await view.click()
  await expect(page).toHaveURL(/\/desk\/orders/)
  // Other tests leave more waiting orders than fit on a page.
  await page.goto(`/desk/orders?q=${number}`)
  await next(page, 'Accept', number).click()
  await expect(page.getByText(`Order ${number}: to pack.`), 'is read out').toBeFocused()
})

test('what came of a count in the aisle is told beside its product, and keys go on from there', async ({
  page,
}) => {
  await signInAs(page, 'staff')
  await page.goto('/desk/stock?q=rice')
  const product = page.getByRole('main').getByRole('listitem').last()
  // Nothing was typed.
  await product.getByRole('button', { name: 'Counted' }).first().click()
  await expect(product.getByRole('status')).toBeFocused()
  await expect(product).toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(product.getByRole('spinbutton').first()).toBeFocused()
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
  await expect(page.getByRole('region', { name: 'Money' })).toContainText('Taken: ₹')
})

test('20 by UPI on the way and the rest in cash at the door: both are recorded, put right and in the cash book', async ({
  browser,
  baseURL,
  page,
}) => {
  await withinOneDay()
  const number = await orderInCash(browser, baseURL, 'Joseph Mathew')
  const rider = `Ravi ${number}`
  await signInAs(page, 'staff')
  await page.goto(`/desk/orders/${number}`)
  await next(page, 'Accept', number).click()
  await next(page, 'Packed', number).click()
  await page.getByLabel('Rider', { exact: true }).fill(rider)
  await next(page, 'Out for delivery', number).click()
  const money = page.getByRole('region', { name: 'Money' })
  const sumOf = async () => Number(await money.getByLabel('Collected (₹)').first().inputValue())
  const due = await sumOf()

  await money.getByLabel('Collected (₹)').fill('20')
  await money.getByLabel('How').selectOption('UPI')
  await money.getByRole('button', { name: 'Record the money' }).click()
  await expect(money.getByText('no reference')).toBeVisible()
  await expect(money.getByText('To collect:')).toContainText(`₹${due - 20}`)

  // The rider finds the reference later.
  await money.getByText('Correct or take back').click()
  await money.getByLabel('UPI reference').first().fill('T4711')
  await money.getByRole('button', { name: 'Correct', exact: true }).click()
  await expect(money.getByText('no reference')).toHaveCount(0)
  await next(page, 'Delivered', number).click()
  await expect(money).toContainText(`Taken: ₹20 UPI T4711 ${rider}`)
  await expect(money).toContainText(`Taken: ₹${due - 20} Cash ${rider}`)
  await expect(money.getByRole('button', { name: 'Record the money' })).toHaveCount(0)

  await page.goto('/desk/cash')
  const group = page.getByRole('listitem').filter({ hasText: rider })
  await expect(group).toContainText(`To collect ₹${due} Cash ₹${due - 20} UPI ₹20`)
  await expect(group).not.toContainText('Short')
})

test('without JavaScript an item that is refused at the door is recorded, with a thumb', async ({
  browser,
  baseURL,
  page,
  plainPage: plain,
}) => {
  const number = await orderInCash(browser, baseURL, 'Latha Menon')
  await signInAs(page, 'staff')
  await plain.context().addCookies(await page.context().cookies())
  await plain.setViewportSize({ width: 360, height: 740 })
  await plain.goto(`/desk/orders/${number}`)
  for (const step of ['Accept', 'Packed', 'Out for delivery'])
    await next(plain, step, number).click()
  const money = plain.getByRole('region', { name: 'Money' })
  const rupees = async () => Number(await money.getByLabel('Collected (₹)').inputValue())
  const before = await rupees()

  await plain.getByText('Not taken or given back').click()
  expect(await smallTargets(plain)).toEqual([])
  const width = await plain.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  await plain.getByLabel('How many the customer keeps').fill('2')
  await plain.getByRole('button', { name: 'Save' }).click()
  await expect(plain.getByText(`Order ${number} was changed.`)).toBeVisible()
  await expect(plain.getByText('of 3', { exact: true })).toBeVisible()
  const after = await rupees()
  expect(after).toBeCloseTo((before / 3) * 2, 2)
  await next(plain, 'Delivered', number).click()
  await expect(money).toContainText(`Taken: ₹${after}`)
})
