import { signIn } from '#tests/browser/kit/accounts.ts'
import { fillCart, unfold } from '#tests/browser/kit/checkout-steps.ts'
import { signInAs } from '#tests/browser/kit/editors.ts'
import { hiddenStops } from '#tests/browser/kit/focus-stops.ts'
import { orderInCash } from '#tests/browser/kit/order-in-cash.ts'
import { smallTargets } from '#tests/browser/kit/small-targets.ts'
import { expect, test } from '#tests/browser/test.ts'

const PAGES = [
  ...['/', '/category/rice-grains', '/product/fine-besan', '/search?q=dal', '/offers', '/compare'],
  ...['/blog', '/contact', '/location', '/cart', '/signin', '/signup', '/forgot', '/nowhere'],
  '/newsletter/unsubscribe',
]
const PHONE = { width: 360, height: 740 }
const TABLET = { width: 768, height: 1024 }

/** Pages of the desk with bars that stay in sight. */
const DESK_PATHS = ['/desk/products', '/desk/products/fine-besan', '/desk/orders?state=new']

test('on a phone and on a tablet all that can be pressed is as large as a thumb', async ({
  page,
  problems,
}) => {
  const small: string[] = []
  for (const path of PAGES) {
    await page.goto(path)
    for (const size of [PHONE, TABLET]) {
      await page.setViewportSize(size)
      const targets = await smallTargets(page)
      small.push(...targets.map((target) => `${path} ${size.width} px ${target}`))
    }
  }
  expect(small).toEqual([])
  // The browser's lines about the missing page, and about the link without its key.
  problems.splice(0)
})

test('on a tablet a banner shows its whole title and its button (S-031)', async ({ page }) => {
  await page.setViewportSize(TABLET)
  await page.goto('/')
  const slide = page.getByRole('group', { name: /^Offer 1/ })
  const { top, bottom } = await slide.evaluate((element) => element.getBoundingClientRect())
  for (const part of [slide.getByRole('heading'), slide.getByRole('link')]) {
    const box = await part.evaluate((element) => element.getBoundingClientRect())
    expect(box.top).toBeGreaterThan(top)
    expect(box.bottom).toBeLessThan(bottom)
  }
})

test('on a phone neither header nor bar lies over what the keyboard has reached', async ({
  open,
  page,
}) => {
  await page.setViewportSize(PHONE)
  await signIn(page)
  await fillCart(page)
  for (const path of ['/checkout', '/cart', '/myaccount']) {
    await open(path)
    if (path === '/checkout') await unfold(page)
    const after = await hiddenStops(page, 'Tab')
    const before = await hiddenStops(page, 'Shift+Tab')
    expect([...after, ...before], path).toEqual([])
  }
})

test('at 400 % zoom the window shows the page of the desk, and nothing stays over it', async ({
  baseURL,
  browser,
  page,
}) => {
  await orderInCash(browser, baseURL, 'Meera Nair')
  await signInAs(page, 'owner')
  await page.setViewportSize({ width: 320, height: 256 })
  for (const path of DESK_PATHS) {
    await page.goto(path)
    if (path.includes('orders')) await page.getByRole('checkbox').first().check()
    const staying = await page.evaluate(() =>
      [...document.querySelectorAll('body *')].flatMap((part) => {
        const { position } = getComputedStyle(part)
        const stays = ['fixed', 'sticky'].includes(position) && part.checkVisibility()
        return stays ? [part.textContent.trim().slice(0, 40)] : []
      }),
    )
    expect(staying, path).toEqual([])
  }
})

test('at the desk no bar lies over what the keyboard has reached', async ({
  baseURL,
  browser,
  page,
}) => {
  await orderInCash(browser, baseURL, 'Meera Nair')
  await signInAs(page, 'owner')
  for (const size of [PHONE, { width: 1280, height: 800 }]) {
    await page.setViewportSize(size)
    for (const path of DESK_PATHS) {
      await page.goto(path)
      if (path.includes('orders')) await page.getByRole('checkbox').first().check()
      const after = await hiddenStops(page, 'Tab')
      const before = await hiddenStops(page, 'Shift+Tab')
      expect([...after, ...before], `${path} ${size.width}`).toEqual([])
    }
  }
})
