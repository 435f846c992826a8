import { afterEach, expect, test, vi } from 'vitest'
import { openBrowser } from '#tests/support/browser-tabs.ts'
import { addition, done } from '#tests/support/cart-additions.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a change over which the shop fails each time is dropped with a word, and the next one goes (I7 S-199)', async () => {
  vi.useFakeTimers()
  const browser = openBrowser(({ body }) =>
    body['productid'] === 'dal' ? Response.json({ error: true }, { status: 500 }) : done(),
  )
  const first = await browser.openTab()
  first.signIn()
  expect(await first.change(addition('dal'))).toEqual({ status: 'waiting' })
  expect(await first.change(addition('rice'))).toEqual({ status: 'waiting' })
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  expect(first.$changes.get()).toHaveLength(2)
  // Another visit continues the count.
  const next = await browser.openTab()
  void next.sendChanges()
  await vi.advanceTimersByTimeAsync(20 * 60_000)
  expect(next.$changes.get()).toEqual([])
  expect(browser.calls.filter(({ body }) => body['productid'] === 'rice')).toHaveLength(1)
  expect(browser.calls.length).toBeLessThan(12)
  const alerts = [first, next].flatMap((tab) => tab.$alert.get().msg)
  expect(alerts).toContain(
    'A change to your cart or wishlist could not be saved. Please make it again.',
  )
})

test('a change that lies under a name that is not its own is sent once, not for ever (I7)', async () => {
  const browser = openBrowser(done)
  const key = crypto.randomUUID()
  const kept = { ...addition('rice'), key, userid: 'asha' }
  browser.storage[`change:${Date.now()}-elsewhere`] = JSON.stringify(kept)
  const tab = await browser.openTab()
  tab.signIn()
  await tab.sendChanges()
  expect(browser.calls.map((call) => call.key)).toEqual([key])
  expect(tab.$changes.get()).toEqual([])
})

test('what was never sent is sent after a clock is put right, however old it seems (I7)', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const offline = openBrowser(done)
  const tab = await offline.openTab()
  tab.signIn()
  vi.stubGlobal('navigator', { onLine: false })
  expect(await tab.change(addition('rice'))).toEqual({ status: 'waiting' })
  vi.setSystemTime(new Date('2026-11-28'))
  vi.stubGlobal('navigator', { onLine: true })
  await tab.sendChanges()
  expect(offline.calls.map(({ body }) => body['productid'])).toEqual(['rice'])
})

test('what was sent once and never answered is not sent again when the shop knows it no more (I7)', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-01') })
  const browser = openBrowser(() => Promise.reject(new TypeError('lost')))
  const tab = await browser.openTab()
  tab.signIn()
  void tab.change(addition('rice'))
  await expect.poll(() => browser.calls).toHaveLength(1)
  vi.setSystemTime(new Date('2026-11-28'))
  await tab.sendChanges()
  expect(browser.calls).toHaveLength(1)
  expect(tab.$changes.get()).toEqual([])
})

test('a browser that refuses locks sends changes all the same (I7)', async () => {
  const browser = openBrowser(done)
  const refuse = () => Promise.reject(new DOMException('', 'SecurityError'))
  vi.stubGlobal('navigator', { onLine: true, locks: { request: refuse } })
  const tab = await browser.openTab()
  tab.signIn()
  expect(await tab.change(addition('rice'))).toMatchObject({ status: 'answered', isDone: true })
})

test('what is not a change, and what is older than the shop remembers, goes with a word (I7)', async () => {
  const browser = openBrowser(done)
  const old = { ...addition('rice'), key: crypto.randomUUID(), userid: 'asha' }
  browser.storage[`change:${Date.now() - 40 * 86_400_000}-${old.key}`] = JSON.stringify(old)
  browser.storage[`change:${Date.now()}-x`] = '{"kind":"dance"}'
  const tab = await browser.openTab()
  tab.signIn()
  await tab.sendChanges()
  expect(browser.calls).toEqual([])
  expect(Object.keys(browser.storage).filter((name) => name.startsWith('change:'))).toEqual([])
  expect(tab.$alert.get().msg).toMatch(/could not be saved/)
})
