import { signInAs } from '#tests/browser/kit/editors.ts'
import { orderInCash } from '#tests/browser/kit/order-in-cash.ts'
import { expect, test } from '#tests/browser/test.ts'

const PAGES = [
  ...['/desk', '/desk/orders', '/desk/cash', '/desk/stock'],
  ...['/desk/products', '/desk/products/new', '/desk/products/aloe-vera-gel', '/desk/lists'],
  ...['/desk/imports/1', '/desk/more', '/desk/roles'],
  ...['words', 'delivery', 'banners', 'categories', 'texts', 'texts?kind=blog'].map(
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
    found[path] = [answer?.status(), width, await axe()]
  }
  expect(found).toEqual(Object.fromEntries(paths.map((path) => [path, [200, 360, []]])))
})
