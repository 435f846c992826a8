import { afterEach, expect, test, vi } from 'vitest'
import { openBrowser } from '#tests/support/browser-tabs.ts'
import { addition, done } from '#tests/support/cart-additions.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a browser whose storage is full puts products into the cart all the same (I7)', async () => {
  const browser = openBrowser(done)
  const tab = await browser.openTab()
  tab.signIn()
  Object.preventExtensions(browser.storage)
  expect(await tab.change(addition('rice'))).toMatchObject({ status: 'answered', isDone: true })
  expect(browser.calls).toHaveLength(1)
  expect(browser.calls[0]?.key).toMatch(/^[\w-]{36}$/)
})

test('a sign-in goes on where the storage is full (S-130)', async () => {
  const browser = openBrowser(done)
  const tab = await browser.openTab()
  const { enterShop } = await import('#islands/account/enter-shop.ts')
  Object.preventExtensions(browser.storage)
  const user = { id: 'asha', name: 'Asha', email: 'asha@example.com' }
  const assign = vi.fn()
  vi.stubGlobal('location', { assign })
  enterShop({ error: false, msg: 'Signed in', token: 'yes', user }, '/mylist', 0)
  expect(tab.$alert.get()).toMatchObject({ msg: 'Signed in', open: true })
  await expect.poll(() => assign.mock.calls).toEqual([['/mylist']])
})

test('a place is chosen where the storage is full', async () => {
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { protocol: 'http:' })
  const setItem = () => {
    throw new DOMException('', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { setItem })
  const { choosePlace } = await import('#stores/place.ts')
  choosePlace({ pin: '411001', city: 'Pune', state: 'Maharashtra', delivered: true })
  expect(document.cookie).toContain('411001')
})

test('what can be neither kept nor sent is said (I7 S-199)', async () => {
  const browser = openBrowser(() => Response.json({ error: true }, { status: 503 }))
  const tab = await browser.openTab()
  tab.signIn()
  Object.preventExtensions(browser.storage)
  expect(await tab.change(addition('rice'))).toMatchObject({ status: 'answered', isDone: false })
  expect(tab.$alert.get().msg).toContain('could not be saved')
})

test('a clock that is set back between two pages does not turn round what was done (F45 I7)', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const browser = openBrowser(() => Response.json({ error: true }, { status: 503 }))
  const first = await browser.openTab()
  first.signIn()
  await first.change(addition('rice'))
  vi.setSystemTime(Date.now() - 3_600_000)
  const next = await browser.openTab()
  await next.change(addition('dal'))
  const products = next.$changes.get().map((kept) => 'line' in kept && kept.line.productid)
  expect(products).toEqual(['rice', 'dal'])
})
