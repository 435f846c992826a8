import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { KEY, RazorpayStandIn, WEBHOOK_SECRET } from '#tests/razorpay/stand-in.ts'
import { signInByCall as signIn } from '#tests/browser/kit/accounts.ts'
import {
  type Bought,
  fillBilling,
  fillCart,
  rupees,
  totalOf,
} from '#tests/browser/kit/checkout-steps.ts'
import { expect, test } from '#tests/browser/test.ts'

// A separate shop, because the provider is a setting.
const PORT = Number(process.env['BROWSER_TEST_PORT'] ?? 4330) + 200
const ORIGIN = `http://localhost:${PORT}`

test.use({ baseURL: ORIGIN })
test.describe.configure({ mode: 'serial', timeout: 240_000 })

let shop: ChildProcess
let standIn: RazorpayStandIn
const dataDir = mkdtempSync(join(tmpdir(), 'kirana-razorpay-'))
const CATALOGUE = join(dataDir, 'products.csv')
const PRODUCTS = ['sku,name,category,price', 'dal,Toor Dal,Staples,149.50', 'rice,Rice,Staples,62']

test.beforeAll(async () => {
  standIn = await RazorpayStandIn.open()
  writeFileSync(CATALOGUE, PRODUCTS.join('\n'))
  shop = spawn(process.execPath, ['bin/start.ts', '--no-build'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...{ PORT: String(PORT), PUBLIC_URL: ORIGIN, DATA_DIR: dataDir, CATALOGUE },
      LOG_LEVEL: 'silent',
      ...{ PAYMENT_PROVIDER: 'razorpay', RAZORPAY_KEY_ID: KEY.keyId, RATE_SCALE: '1000' },
      ...{ RAZORPAY_KEY_SECRET: KEY.keySecret, RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET },
      ...{ RAZORPAY_API_URL: standIn.url, RAZORPAY_CHECKOUT_JS: `${standIn.url}/v1/checkout.js` },
    },
  })
  await expect.poll(isReady, { timeout: 200_000 }).toBe(true)
})

test.afterAll(async () => {
  const ended = once(shop, 'exit')
  shop.kill('SIGTERM')
  await ended
  await standIn[Symbol.asyncDispose]()
  rmSync(dataDir, { recursive: true, force: true })
})

const isReady = async () => {
  const response = await fetch(`${ORIGIN}/readyz`).catch(() => undefined)
  return response?.ok ?? false
}
const payButton = (page: Page) => page.getByRole('button', { name: /^Checkout/ })
const dialogOf = (page: Page) => page.frameLocator('iframe[title=Razorpay]')

/** A new shopper fills a cart, comes to the checkout and fills in the form. */
async function comeToPay(page: Page, open: (path: string) => Promise<void>): Promise<Bought[]> {
  await signIn(page)
  const bought = await fillCart(page)
  await open('/checkout')
  await fillBilling(page)
  return bought
}

/** Expects that the browser asked only the shop and the provider, and that all other problems are `named` ones. */
function expectOnlyRazorpay(problems: string[], named: string[] = []): void {
  const others = problems.filter((problem) => problem !== `asked another site: ${standIn.url}`)
  expect(others.length).toBeLessThan(problems.length)
  expect(others.filter((problem) => !named.some((name) => problem.includes(name)))).toEqual([])
  problems.length = 0
}

test('the script of Razorpay comes on Pay, and paying in its window makes the order (P11 H2 S-187)', async ({
  open,
  page,
  problems,
}) => {
  const bought = await comeToPay(page, open)
  expect(await page.content()).not.toContain(KEY.keySecret)
  // No other site has been asked for anything so far.
  expect(problems).toEqual([])
  await payButton(page).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible()
  await expect(dialog.getByRole('definition')).toHaveText([
    ...[
      standIn.orders.at(-1)?.id ?? 'none',
      String(Math.round(totalOf(bought) * 100)),
      'INR',
      'Kirana',
      'Order from Kirana',
    ],
    ...[KEY.keyId, '9876543210'],
  ])
  await dialog.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL('/orders')
  await expect(page.getByText('Thank you! Your order is placed.')).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText(standIn.payments.at(-1)?.id ?? 'none')
  expect(await (await page.request.get('/api/cart')).json()).toEqual([])
  expectOnlyRazorpay(problems)
})

test('only the checkout lets the browser ask Razorpay (H1 H2 P11)', async ({
  open,
  page,
  problems,
}) => {
  await signIn(page)
  await fillCart(page)
  for (const path of ['/', '/cart', '/orders', '/myaccount']) {
    const answer = await page.request.get(path)
    expect([path, answer.status()]).toEqual([path, 200])
    const headers = answer.headers()
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['content-security-policy']).not.toContain(standIn.url)
    expect(headers['permissions-policy']).not.toContain(standIn.url)
  }
  const { 'content-security-policy': policy = '' } = (await page.request.get('/checkout')).headers()
  for (const name of ['script-src', 'frame-src', 'connect-src']) {
    const part = policy.split(';').find((one) => one.trim().startsWith(name))
    expect(part).toContain(standIn.url)
  }
  await open('/cart')
  const came = await page.evaluate(
    (src) =>
      new Promise((resolve) => {
        const script = document.createElement('script')
        script.onload = () => resolve(true)
        script.onerror = () => resolve(false)
        script.src = src
        document.head.append(script)
      }),
    `${standIn.url}/v1/checkout.js`,
  )
  expect(came).toBe(false)
  // The browser's own line about the refused script.
  expect(problems.join()).toContain('Content Security Policy')
  problems.length = 0
})

test('who fails in Razorpay\u2019s window, or closes it, pays the same order (F21 T18)', async ({
  axe,
  open,
  page,
  problems,
}) => {
  const before = standIn.orders.length
  await comeToPay(page, open)
  await payButton(page).click()
  const dialog = dialogOf(page)
  // A press into a frame of another site may be lost on a busy machine.
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Fail' }).click()
    await expect(dialog.getByRole('status')).toHaveText('Payment failed', { timeout: 5000 })
  }).toPass()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('status').getByText(/window was closed/)).toBeVisible()
  await expect(payButton(page)).toBeFocused()
  expect(await axe()).toEqual([])

  await page.reload()
  await expect(page.getByText(/holding these products for you/)).toBeVisible()
  await payButton(page).click()
  await dialog.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL('/orders')
  expect(standIn.orders).toHaveLength(before + 1)
  expectOnlyRazorpay(problems)
})

test('a payment window that cannot be loaded is said, and nothing is lost (F24)', async ({
  open,
  page,
  problems,
}) => {
  await comeToPay(page, open)
  await page.route('**/checkout.js', (route) => route.abort())
  await payButton(page).click()
  await expect(page.getByText('The payment window could not be loaded.')).toBeVisible()
  await expect(page.getByLabel('Town/City')).toHaveValue('Pune')
  await page.getByRole('link', { name: 'Or pay on the payment provider’s own page' }).click()
  await page.getByRole('link', { name: 'Back to the checkout' }).click()
  await page.unroute('**/checkout.js')
  await fillBilling(page)
  await payButton(page).click()
  await dialogOf(page).getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL('/orders')
  expectOnlyRazorpay(problems, ['net::ERR_FAILED'])
})

test('without any script one pays on Razorpay\u2019s own page, and comes back to the order (P11 F46)', async ({
  browser,
  page,
}) => {
  await signIn(page)
  const bought = await fillCart(page)
  const storageState = await page.context().storageState()
  const options = { storageState, baseURL: ORIGIN, javaScriptEnabled: false }
  const plain = await (await browser.newContext(options)).newPage()
  await plain.goto('/checkout')
  await fillBilling(plain)
  await payButton(plain).click()
  await expect(plain.getByRole('heading', { name: 'Pay with Razorpay' })).toBeVisible()
  expect(await plain.content()).not.toContain(KEY.keySecret)
  const total = rupees(totalOf(bought))
  await plain.getByRole('button', { name: `Continue to pay ${total}` }).click()
  const paise = Math.round(totalOf(bought) * 100)
  await expect(plain.getByRole('heading')).toHaveText(`Kirana: ${paise} INR`)
  await plain.getByRole('button', { name: 'Pay' }).click()
  await expect(plain).toHaveURL('/orders')
  await expect(plain.getByText('Thank you! Your order is placed.')).toBeVisible()
  await expect(plain.getByRole('row').nth(1)).toContainText(standIn.payments.at(-1)?.id ?? 'none')
})

test('the network drops after paying: the page goes on asking and never says failed (T10 F07)', async ({
  expectRefusal,
  open,
  page,
  problems,
}) => {
  expectRefusal('offline')
  await comeToPay(page, open)
  await payButton(page).click()
  await page.route('**/api/orders/create', (route) => route.abort('internetdisconnected'))
  await dialogOf(page).getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Checking your payment' })).toBeVisible()
  await expect(page.getByText(/fail|not go through/i).filter({ visible: true })).toHaveCount(0)
  await expect(payButton(page)).toBeHidden()
  await page.unroute('**/api/orders/create')
  await expect(page).toHaveURL('/orders')
  await expect(page.getByRole('row')).toHaveCount(2)
  expectOnlyRazorpay(problems, ['POST /api/orders/create failed'])
})

test('who comes back after a dropped network reads the truth, and cannot pay twice (F05 T10 F20)', async ({
  open,
  page,
  problems,
}) => {
  const bought = await comeToPay(page, open)
  await payButton(page).click()
  await expect(dialogOf(page).getByRole('button', { name: 'Close' })).toBeVisible()
  // The bank's app has approved the payment; the browser was closed before it could tell the shop.
  const { payment } = standIn.pay(standIn.orders.at(-1)?.id ?? '', { status: 'authorized' })
  await open('/checkout')
  await expect(page.getByRole('heading', { name: 'We have your payment' })).toBeVisible()
  await expect(page.getByRole('main').getByText(rupees(totalOf(bought)))).toBeVisible()
  await expect(page.getByRole('button', { name: /pay/i })).toHaveCount(0)
  payment.status = 'captured'
  await expect(page).toHaveURL('/orders')
  await expect(page.getByRole('row').nth(1)).toContainText(payment.id)
  expectOnlyRazorpay(problems)
})
