// npm run screens: screenshots of all kinds of screens of the demo shop into docs/screens, at 360
// and 1280 px. `--check` compares instead of writing, `--only NAME` takes one screen. Fonts, and so
// every line, differ between machines: this is meant for whoever changes the design, and is not
// part of `npm test`.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type ViewportSize,
} from 'playwright'
import { browserPath } from './browser-path.mjs'
import { buildIfStale } from './build.ts'
import { CLOCK_START, openDemoServer } from './screens/demo-server.ts'
import { fillShop } from './screens/demo-people.ts'
import { compareToKept, writePicture } from './screens/pictures.ts'

const FOLDER = join(import.meta.dirname, '../docs/screens')
const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]
/** A longer page is cut, since its beginning shows the design. */
const MAX_HEIGHT = 1600
const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    only: { type: 'string' },
    port: { type: 'string', default: '4390' },
  },
})

type As = 'visitor' | 'newcomer' | 'shopper' | 'owner'
type Found = { category: string; product: string; order: { _id: string; number: string } }

const screensOf = ({ category, product, order }: Found): [name: string, path: string, as: As][] => [
  ['home', '/', 'visitor'],
  ['listing', `/category/${category}`, 'visitor'],
  ['product', `/product/${product}`, 'shopper'],
  ['search', '/search?q=dal', 'visitor'],
  ['sign-in', '/signin', 'visitor'],
  ['sign-up', '/signup', 'visitor'],
  ['not-found', '/product/nothing-of-that-name', 'visitor'],
  ['cart-empty', '/cart', 'newcomer'],
  ['list-empty', '/mylist', 'newcomer'],
  ['orders-empty', '/orders', 'newcomer'],
  ['cart', '/cart', 'shopper'],
  ['list', '/mylist', 'shopper'],
  ['checkout', '/checkout', 'shopper'],
  ['checkout-first', '/checkout', 'owner'],
  ['orders', '/orders', 'shopper'],
  ['order', `/orders/${order._id}`, 'shopper'],
  ['account', '/myaccount', 'shopper'],
  ['addresses', '/myaccount?tab=addresses', 'shopper'],
  ['desk-today', '/desk', 'owner'],
  ['desk-orders', '/desk/orders', 'owner'],
  ['desk-order', `/desk/orders/${order.number}`, 'owner'],
  ['desk-pick', `/desk/pick?orders=${order.number}`, 'owner'],
  ['desk-stock', '/desk/stock', 'owner'],
  ['desk-cash', '/desk/cash', 'owner'],
  ['desk-products', '/desk/products', 'owner'],
]

await buildIfStale()
const shop = await openDemoServer(Number(options.port))
const browser = await openBrowser()
const differences: string[] = []
try {
  const contexts = {
    visitor: await newContext(browser),
    newcomer: await newContext(browser),
    shopper: await newContext(browser),
    owner: await newContext(browser),
  }
  const found = await fillShop(contexts, shop)
  for (const [name, path, as] of screensOf(found)) {
    if (options.only !== undefined && options.only !== name) continue
    for (const size of SIZES) {
      const page = await contexts[as].newPage()
      const png = await takePicture(page, shop.origin + path, size)
      const file = `${name}-${size.width}.webp`
      const difference = options.check ? await compareToKept(join(FOLDER, file), png) : undefined
      if (!options.check) await writePicture(join(FOLDER, file), png)
      if (difference !== undefined) differences.push(`${file}: ${difference}`)
      await page.close()
    }
  }
} finally {
  await browser.close()
  await shop.close()
}
for (const difference of differences) console.error(difference)
process.exit(differences.length > 0 ? 1 : 0)

function openBrowser(): Promise<Browser> {
  const executablePath = browserPath()
  // Without hinting and subpixel rendering, text looks the same on every machine with the same
  // fonts.
  const args = ['--no-sandbox', '--font-render-hinting=none', '--disable-lcd-text']
  return chromium.launch({ args, ...(executablePath && { executablePath }) })
}

async function newContext(from: Browser): Promise<BrowserContext> {
  const context = await from.newContext({
    ...{ locale: 'en-IN', timezoneId: 'Asia/Kolkata', reducedMotion: 'reduce' },
  })
  await context.clock.setFixedTime(CLOCK_START)
  return context
}

async function takePicture(page: Page, url: string, size: ViewportSize): Promise<Buffer> {
  await page.setViewportSize(size)
  await page.goto(url)
  await page
    .locator(`astro-island[opts*='"now"']:not([data-live])`)
    .first()
    .waitFor({ state: 'detached' })
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  const height = Math.min(Math.max(whole, size.height), MAX_HEIGHT)
  await page.setViewportSize({ width: size.width, height })
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      [...document.images].every((image) => {
        const { top, bottom, left, right, width } = image.getBoundingClientRect()
        const isSeen =
          width > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
        return image.complete || !isSeen
      }),
  )
  return page.screenshot({ animations: 'disabled', caret: 'hide' })
}
