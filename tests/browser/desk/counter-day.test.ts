import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Page, request, type Route } from '@playwright/test'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { formatPaise } from '#lib/money.ts'
import { openDatabase } from '#lib/server/database/database.ts'
import { KEY, RazorpayStandIn, WEBHOOK_SECRET } from '#tests/razorpay/stand-in.ts'
import { BILLING } from '#tests/support/orders/billing.ts'
import {
  BOOK_SUMS,
  bookSums,
  DAY,
  INSTEAD,
  REFUND_RUPEES,
  SUMS,
} from '#tests/support/orders/counter-day.ts'
import { signInByCall } from '#tests/browser/kit/accounts.ts'
import { withinOneDay } from '#tests/browser/kit/one-day.ts'
import { expect, test } from '#tests/browser/test.ts'

// A separate shop, so that its books of the day hold only these orders.
const PORT = Number(process.env['BROWSER_TEST_PORT'] ?? 4330) + 250
const ORIGIN = `http://localhost:${PORT}`

test.use({ baseURL: ORIGIN, viewport: { width: 360, height: 740 }, actionTimeout: 40_000 })
test.describe.configure({ timeout: 280_000 })

let shop: ChildProcess
let standIn: RazorpayStandIn
const dataDir = mkdtempSync(join(tmpdir(), 'kirana-day-'))

test.beforeAll(async () => {
  standIn = await RazorpayStandIn.open()
  const CATALOGUE = join(dataDir, 'products.csv')
  const rows = ['dal,Toor Dal,Staples,149.50,100', `${INSTEAD.sku},Moong Dal,Staples,120,50`]
  writeFileSync(CATALOGUE, ['sku,name,category,price,stock', ...rows].join('\n'))
  shop = spawn(process.execPath, ['bin/start.ts', '--no-build'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...{ PORT: String(PORT), PUBLIC_URL: ORIGIN, DATA_DIR: dataDir, CATALOGUE },
      ...{ LOG_LEVEL: 'silent', RATE_SCALE: '1000', CART_GATE: 'open' },
      ...{ CASH_ON_DELIVERY: 'yes', CASH_UNCONFIRMED: 'yes', CASH_OPEN_ORDERS: '50' },
      ...{
        PAYMENT_PROVIDER: 'razorpay',
        RAZORPAY_KEY_ID: KEY.keyId,
        RAZORPAY_API_URL: standIn.url,
      },
      ...{ RAZORPAY_KEY_SECRET: KEY.keySecret, RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET },
    },
  })
  const isReady = () =>
    fetch(`${ORIGIN}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: 200_000 }).toBe(true)
})

test.afterAll(async () => {
  const ended = once(shop, 'exit')
  shop.kill('SIGTERM')
  await ended
  await standIn[Symbol.asyncDispose]()
  rmSync(dataDir, { recursive: true, force: true })
})

const productsSchema = z.object({
  ProductList: z.array(z.object({ _id: z.string(), name: z.string() })),
})
const attemptSchema = z.object({ attempt: z.string(), orderid: z.string() })
const orderSchema = z.object({ order: z.object({ number: z.string() }) })

/** Places an order for dal by the API, as a visitor in a separate browser. @returns the order's number */
async function order({ name, units, pays }: (typeof DAY)[number], at: number): Promise<string> {
  const headers = { origin: ORIGIN, accept: 'application/json' }
  const visitor = await request.newContext({ baseURL: ORIGIN, extraHTTPHeaders: headers })
  const post = async (path: string, data: object): Promise<unknown> => {
    const answer = await visitor.post(path, { data })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
    return answer.json()
  }
  const { ProductList } = productsSchema.parse(await (await visitor.get('/api/products')).json())
  const dal = ProductList.find((product) => product.name === 'Toor Dal')
  await post('/api/cart/add', { productid: dal?._id, quantity: units })
  const place = { streetaddressline1: `${at} MG Road`, phonenumber: `98450123${10 + at}` }
  const payment = pays === 'cash' ? 'cod' : 'online'
  const form = { ...BILLING, ...place, fullname: name, payment, ifmissing: 'similar' }
  let answer = await post('/api/checkout', form)
  if (pays === 'online') {
    const { attempt, orderid } = attemptSchema.parse(answer)
    const { paymentId: paymentid, signature } = standIn.pay(orderid).proof
    answer = await post('/api/orders/create', { attempt, paymentid, signature })
  }
  await visitor.dispose()
  return orderSchema.parse(answer).order.number
}

/** Opens a page of the desk on which no bell has rung yet; `ring` answers the request for its stream of events. */
async function listenTo(page: Page, path: string, ring?: (route: Route) => unknown) {
  if (ring) await page.route('**/api/desk/ring', ring)
  const isLive = ring ? undefined : page.waitForResponse('**/api/desk/ring')
  await page.goto(path)
  await isLive
  const bell = page.getByRole('link', { name: 'View', exact: true })
  await expect(bell).toHaveCount(0)
  return bell
}

/** Expects the first order of the day to ring at once, also where the stream fails: there the page polls. */
async function ringFor(page: Page, first: () => Promise<string>): Promise<string> {
  const [refused, silent] = [await page.context().newPage(), await page.context().newPage()]
  const bells = [
    await listenTo(refused, '/desk/stock', (route) => route.fulfill({ status: 502 })),
    await listenTo(silent, '/desk', () => {}),
  ]
  const bell = await listenTo(page, '/desk/orders')
  const number = await first()
  for (const one of [bell, ...bells]) await expect(one).toBeVisible()
  await Promise.all([refused.close(), silent.close()])
  return number
}

/** Opens a page of the desk, and expects it to fit a phone. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.goto(path)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, path).toBeLessThanOrEqual(360)
}

/** Ticks all orders at a stage, and presses a button for them. */
async function withAll(page: Page, stage: string, orders: number, button: string): Promise<void> {
  await goTo(page, `/desk/orders?state=${stage}`)
  const boxes = page.getByRole('checkbox', { name: /^Tick order/ })
  await expect(boxes).toHaveCount(orders)
  for (const box of await boxes.all()) await box.check()
  await page.getByRole('button', { name: button, exact: true }).click()
}

async function moveAll(page: Page, stage: string, orders: number, button: string): Promise<void> {
  await withAll(page, stage, orders, button)
  await expect(page.getByText(`${orders} orders moved on.`)).toBeVisible()
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

async function changeLine(page: Page, number: string, quantity: number, sku = ''): Promise<void> {
  await goTo(page, `/desk/orders/${number}`)
  await page.getByText('Short or replaced').click()
  await page.getByLabel('How many are delivered').fill(String(quantity))
  await page.getByLabel('SKU of the replacement').fill(sku)
  await save(page)
  await expect(page.getByText(`Order ${number} was changed.`)).toBeVisible()
}

async function moveHouse(page: Page, number: string): Promise<void> {
  await goTo(page, `/desk/orders/${number}`)
  await page.getByText('Change address, phone or note').click()
  await page.getByLabel('Street', { exact: true }).fill('7 Hill Road')
  await save(page)
  await expect(page.getByText('7 Hill Road', { exact: false }).first()).toBeVisible()
}

async function refuse(page: Page, number: string): Promise<void> {
  await goTo(page, `/desk/orders/${number}`)
  await page.getByText('Close this order').first().click()
  await page.getByLabel('What happened').selectOption('Refused at the door')
  const form = page.locator('form[action$="/end"]')
  await form.getByLabel('Why', { exact: true }).fill('Nobody at home')
  await page.getByRole('button', { name: 'Close this order' }).click()
  await expect(page.getByText(`Order ${number}: refused at the door.`)).toBeVisible()
}

async function tapWrongly(page: Page, number: string): Promise<void> {
  await goTo(page, `/desk/orders/${number}`)
  await page.getByRole('button', { name: `Delivered: order ${number}` }).click()
  await page.getByRole('button', { name: 'Undo the last step' }).click()
  await expect(page.getByText(/Taken back\. /)).toBeVisible()
}

async function refund(page: Page, number: string): Promise<void> {
  await goTo(page, `/desk/orders/${number}`)
  await page.getByText('Refund a part').first().click()
  await page.getByLabel('Amount (₹)').fill(REFUND_RUPEES)
  const form = page.locator('form[action$="/refund"]')
  await form.getByLabel('Why', { exact: true }).fill('Dented')
  await page.getByRole('button', { name: 'Refund a part' }).click()
  const back = () => standIn.payments.reduce((sum, paid) => sum + paid.amount_refunded, 0)
  await expect.poll(back, { timeout: 60_000 }).toBe(Number(REFUND_RUPEES) * 100)
}

/** The sum of the shop's bills, less their credit notes. */
async function billedPaise(): Promise<number> {
  const db = openDatabase(join(dataDir, 'shop.db'))
  try {
    const sum = sql<number>`sum(case kind when 'credit' then -amount_paise else amount_paise end)`
    const row = await db.selectFrom('bill').select(sum.as('paise')).executeTakeFirstOrThrow()
    return Number(row.paise)
  } finally {
    await db.destroy()
  }
}

test('a day of twelve orders is worked off under one thumb, and Today and its book equal the bills', async ({
  page,
}) => {
  await withinOneDay()
  const { email } = await signInByCall(page)
  const env = { ...process.env, DATA_DIR: dataDir }
  await promisify(execFile)(process.execPath, ['bin/shop.ts', 'grant', email, 'staff'], { env })
  const numbers: string[] = []
  for (const [at, wanted] of DAY.entries()) {
    const place = () => order(wanted, at)
    numbers.push(await (at === 0 ? ringFor(page, place) : place()))
  }
  const of = (deed: string) => numbers.filter((_, at) => DAY[at]?.deed === deed)
  const [short = '', replaced = '', moved = ''] = ['short', 'replaced', 'moved'].flatMap(of)

  await moveAll(page, 'new', SUMS.orders, 'Accept')
  await withAll(page, 'accepted', SUMS.orders, 'Pick list')
  await page.getByRole('checkbox').first().check()
  await expect(page.getByText('Everything is in the basket.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('checkbox').first()).toBeChecked()
  await changeLine(page, short, 2)
  await changeLine(page, replaced, 0, INSTEAD.sku)
  await moveHouse(page, moved)
  await moveAll(page, 'accepted', SUMS.orders, 'Packed')
  await moveAll(page, 'packed', SUMS.orders, 'Out for delivery')
  for (const number of of('refused')) await refuse(page, number)
  for (const number of of('wrongTap')) await tapWrongly(page, number)
  await moveAll(page, 'out', SUMS.delivered, 'Delivered')
  for (const number of of('refund')) await refund(page, number)

  await goTo(page, '/desk')
  await expect(page.getByText(`Today ₹${formatPaise(SUMS.salePaise)}`)).toBeVisible()
  await expect(page.getByRole('link', { name: '₹0 Cash to collect' })).toBeVisible()
  await expect(page.getByText(/Refused at the door: Nobody at home/)).toHaveCount(SUMS.ended)
  const book = await page.getByRole('link', { name: /book \(CSV\)/ }).getAttribute('href')
  expect(bookSums(await (await page.request.get(book ?? '')).text())).toEqual(BOOK_SUMS)
  await expect.poll(billedPaise).toBe(SUMS.salePaise)
})
