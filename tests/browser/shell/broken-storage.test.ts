import { cartLink } from '#tests/browser/kit/buying.ts'
import { test, wakeWorker } from '#tests/browser/kit/worker-shop.ts'
import { expect } from '#tests/browser/test.ts'

/** More than a copy waits for a slow network (worker/pages.ts). */
const SLOW_MS = 5000
const PICTURE = '/uploads/0123456789abcdef-320.webp'

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
