import { expect } from '#tests/browser/test.ts'
import { cut, isKept, seen, SLOW_MS, test, wakeWorker } from '#tests/browser/kit/worker-shop.ts'

const LISTING = '/category/staples'

test('a tab of Filter Products without network shows products as they were only on a page that says so (G16)', async ({
  context,
  expectRefusal,
  line: network,
  open,
  page,
}) => {
  expectRefusal('offline')
  await open('/')
  await wakeWorker(page)
  await seen(page, '/?tab=fruit')
  await open('/')
  const tab = page.getByRole('tab', { name: 'Fruit' })
  await expect(tab).toHaveAttribute('aria-selected', 'false')
  await cut(network, context)
  await tab.click()
  await page.waitForURL(/\?tab=fruit/)
  await expect(isKept(page)).toHaveCount(1)
  await expect(page.locator('[data-line]')).toHaveText(/^Offline: this page is from/)
})

test('on a slow line a list that was seen before is asked for once, and comes in place (G16)', async ({
  line: network,
  open,
  page,
}) => {
  await open(LISTING)
  await wakeWorker(page)
  const sorted = `${LISTING}?sort=-price`
  await seen(page, sorted)
  await open(LISTING)
  let count = 0
  network.path = (asked) => {
    if (asked === sorted) count++
    return asked
  }
  network.delayMs = SLOW_MS
  await page.getByLabel('Sort by').selectOption('-price')
  await expect(page).toHaveURL(sorted)
  await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy')
  await expect(isKept(page)).toHaveCount(0)
  expect(count).toBe(1)
})
