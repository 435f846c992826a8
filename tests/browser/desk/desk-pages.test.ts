import type { Browser, BrowserContext, Request } from '@playwright/test'
import { signInAs } from '#tests/browser/kit/editors.ts'
import { orderInCash } from '#tests/browser/kit/order-in-cash.ts'
import { expect, test } from '#tests/browser/test.ts'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

const PAGES = [
  ...['/desk', '/desk/orders', '/desk/cash', '/desk/bills', '/desk/stock', '/desk/letters'],
  ...['/desk/products', '/desk/products/new', '/desk/products/aloe-vera-gel', '/desk/lists'],
  ...['/desk/imports/1', '/desk/more', '/desk/reviews', '/desk/roles'],
  ...['words', 'delivery', 'synonyms', 'banners', 'categories', 'texts', 'texts?kind=blog'].map(
    (part) => `/desk/content/${part}`,
  ),
]

test('no page of the desk is wider than a phone, or has accessibility faults', async ({
  axe,
  baseURL,
  browser,
  page,
}) => {
  test.setTimeout(180_000)
  const number = await orderInCash(browser, baseURL, 'Meera Nair')
  const paths = [
    ...PAGES,
    ...[`/desk/orders/${number}`, `/desk/pick?orders=${number}`, `/desk/slips?orders=${number}`],
  ]
  await page.setViewportSize({ width: 360, height: 740 })
  await signInAs(page, 'owner')
  const found: Record<string, unknown> = {}
  for (const path of paths) {
    const answer = await page.goto(path)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    // Also what is folded.
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll('details')) fold.open = true
    })
    found[path] = [answer?.status(), width, await axe()]
  }
  expect(found).toEqual(Object.fromEntries(paths.map((path) => [path, [200, 360, []]])))
})

/** Weighs a page of the desk at its first visit, without React and pictures. @returns bytes */
async function weighFirst(browser: Browser, state: StorageState, url: string) {
  const context = await browser.newContext({ storageState: state })
  const page = await context.newPage()
  const requests: Request[] = []
  page.on('requestfinished', (request) => requests.push(request))
  await page.goto(url)
  // React and the page's islands load by themselves.
  await expect(page.locator('astro-island:not([data-live])')).toHaveCount(0)
  const counted = requests.filter(
    (one) => one.resourceType() !== 'image' && !/\/react\./.test(one.url()),
  )
  const sizes = await Promise.all(
    counted.map(async (one) => {
      const { responseBodySize, responseHeadersSize } = await one.sizes()
      return { path: new URL(one.url()).pathname, bytes: responseBodySize + responseHeadersSize }
    }),
  )
  await context.close()
  return sizes
}

const MAX_BYTES = 60 * 1024

test('a page of the desk that was never open before brings no more than 60 KiB beside React', async ({
  baseURL,
  browser,
  page,
}) => {
  const number = await orderInCash(browser, baseURL, 'Meera Nair')
  await signInAs(page, 'owner')
  const state = await page.context().storageState()
  const own = [`/desk/orders/${number}`, `/desk/pick?orders=${number}`]
  for (const path of [
    '/desk',
    '/desk/orders',
    '/desk/stock',
    '/desk/lists',
    '/desk/more',
    ...own,
  ]) {
    const sizes = await weighFirst(browser, state, `${baseURL}${path}`)
    const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0)
    expect(bytes, `${path}: ${JSON.stringify(sizes)}`).toBeLessThanOrEqual(MAX_BYTES)
    expect(bytes, path).toBeGreaterThan(10_000)
  }
})
