import { cartLink, serverCart } from '#tests/browser/kit/buying.ts'
import { cut, keptPaths, seen, SLOW_MS, test, wakeWorker } from '#tests/browser/kit/worker-shop.ts'
import { expect } from '#tests/browser/test.ts'

const PICTURE = '/uploads/0123456789abcdef-320.webp'

/** Once the worker is installed, there is no room for such an address at those of its attempts. */
const full = (address: RegExp, attempts: 'first' | 'allButFirst' | 'all') => `
  const { put } = Cache.prototype
  let count = 0
  Cache.prototype.put = function (key, answer) {
    const isMeant = ${String(address)}.test(key) && registration.active?.state === 'activated'
    const isFirst = isMeant && count++ === 0
    const isFull = { first: isFirst, allButFirst: isMeant && !isFirst, all: isMeant }.${attempts}
    if (!isFull) return put.call(this, key, answer)
    // Tells the test of the attempt.
    return caches.open('refused').then(() => Promise.reject(new DOMException('', 'QuotaExceededError')))
  };`

/** The worker can read and write nothing that it keeps, as soon as it is installed. */
const DAMAGED = `for (const name of ['match', 'open', 'delete', 'keys']) {
  const whole = CacheStorage.prototype[name]
  CacheStorage.prototype[name] = function (...how) {
    const isDamaged = registration.active?.state === 'activated'
    return isDamaged ? Promise.reject(new Error('damaged')) : whole.apply(this, how)
  }
};`

test('a browser whose storage is damaged still gets pages, pictures and scripts, also on a slow line (G17)', async ({
  line: network,
  open,
  page,
}) => {
  network.worker = (text) => DAMAGED + text
  await open('/product/salt')
  await wakeWorker(page)
  network.delayMs = SLOW_MS
  await page.goto('/')
  network.delayMs = 0
  await expect(page.getByRole('link', { name: 'Toor Dal' }).first()).toBeVisible()
  // The small shop of this test has no pictures of its own.
  network.path = (asked) => (asked === PICTURE ? '/icon-192.png' : asked)
  const widthOf = (address: string) => {
    const picture = Object.assign(new Image(), { src: address })
    return picture.decode().then(() => picture.naturalWidth)
  }
  expect(await page.evaluate(widthOf, PICTURE)).toBe(192)
  await page
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click()
  await expect(cartLink(page)).toContainText('1')
})

test('a copy for which there is no room leaves the one before it (G16)', async ({
  context,
  expectRefusal,
  line: network,
  open,
  page,
}) => {
  expectRefusal('offline')
  network.worker = (text) => full(/\/mylist$/, 'allButFirst') + text
  await open('/product/salt')
  await wakeWorker(page)
  await seen(page, '/mylist')
  await page.goto('/mylist')
  await expect.poll(async () => Object.keys(await keptPaths(page))).toContain('refused')
  await cut(network, context)
  await page.goto('/mylist')
  await expect(page.locator('body')).toHaveAttribute('data-kept')
  await expect(page.getByText('Your list is currently Empty!')).toBeVisible()
})

for (const attempts of ['first', 'all'] as const) {
  test(`a full storage shows no cart from before a change on a slow line: no room at ${attempts} (G16)`, async ({
    line: network,
    open,
    page,
  }) => {
    network.worker = (text) => full(/\/changed-/, attempts) + text
    await open('/product/toor-dal')
    await wakeWorker(page)
    await seen(page, '/cart')
    await open('/product/toor-dal')
    await page.getByRole('button', { name: 'ADD TO CART', exact: true }).click()
    await expect(cartLink(page)).toContainText('1')
    await expect.poll(() => serverCart(page)).toHaveLength(1)
    network.delayMs = SLOW_MS
    await page.goto('/cart')
    await expect(page.getByRole('row').filter({ hasText: 'Toor Dal' })).toBeVisible()
    await expect(page.locator('body')).not.toHaveAttribute('data-kept')
  })
}
