import { afterEach, expect, test, vi } from 'vitest'
import { openBrowser } from '#tests/support/browser-tabs.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A tab on a list, whose shop wants a sign-in for the quick view. */
async function openList(state: { quick?: string }) {
  vi.useFakeTimers()
  const refusal = { error: true, msg: 'Please login first!', code: 'signedOut' }
  const { openTab } = openBrowser(() => Response.json(refusal, { status: 401 }))
  const assign = vi.fn()
  const back = vi.fn()
  const events = new EventTarget()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('location', { pathname: '/category/dal', search: '', assign })
  vi.stubGlobal('history', { state, back })
  const { $alert } = await openTab()
  const quickView = await import('#stores/quick-view.ts')
  const stepBack = () => events.dispatchEvent(new Event('popstate'))
  return { ...quickView, $alert, assign, back, stepBack }
}

const SIGN_IN = '/signin?next=%2Fproduct%2Ftoor-dal'

test('a quick view that needs a sign-in closes, and asks for it once its address is taken back (S-138 S-148)', async () => {
  const { $alert, $quickView, assign, back, showQuickView, stepBack } = await openList({
    quick: 'toor-dal',
  })
  await showQuickView('toor-dal')
  expect($quickView.get()).toBeUndefined()
  expect(back).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(5000)
  expect(assign).not.toHaveBeenCalled()
  stepBack()
  await vi.runAllTimersAsync()
  expect($alert.get()).toMatchObject({ open: true, color: 'error', msg: 'Please login first!' })
  expect(assign).toHaveBeenCalledWith(SIGN_IN)
})

test('a quick view that needs a sign-in before it has an address asks for it at once (S-138)', async () => {
  const { assign, back, showQuickView } = await openList({})
  await showQuickView('toor-dal')
  await vi.runAllTimersAsync()
  expect(back).not.toHaveBeenCalled()
  expect(assign).toHaveBeenCalledWith(SIGN_IN)
})
