import { afterEach, expect, test, vi } from 'vitest'
import { openBrowser } from '#tests/support/browser-tabs.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a quick view that needs a sign-in closes, and asks for it (S-138 S-148)', async () => {
  vi.useFakeTimers()
  const refusal = { error: true, msg: 'Please login first!', code: 'signedOut' }
  const { openTab } = openBrowser(() => Response.json(refusal, { status: 401 }))
  const assign = vi.fn()
  const back = vi.fn()
  vi.stubGlobal('location', { pathname: '/category/dal', search: '', assign })
  vi.stubGlobal('history', { state: { quick: 'toor-dal' }, back })
  const { $alert } = await openTab()
  const { $quickView, showQuickView } = await import('#stores/quick-view.ts')
  await showQuickView('toor-dal')
  expect($quickView.get()).toBeUndefined()
  expect(back).toHaveBeenCalledOnce()
  expect($alert.get()).toMatchObject({ open: true, color: 'error', msg: 'Please login first!' })
  await vi.runAllTimersAsync()
  expect(assign).toHaveBeenCalledWith('/signin?next=%2Fproduct%2Ftoor-dal')
})
