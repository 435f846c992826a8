import { afterEach, expect, test, vi } from 'vitest'
import { openBrowser } from '#tests/support/browser-tabs.ts'

const TRACES = ['recentlyviewed', 'compare', 'searchresults', 'bought', 'desk']
const asha = { id: 'asha', name: 'Asha', email: 'asha@example.com' }
const ravi = { id: 'ravi', name: 'Ravi', email: 'ravi@example.com' }

async function openSession() {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  const { forgetSession } = await openBrowser(() => Response.json({})).openTab()
  const { beginSession } = await import('#stores/last-account.ts')
  const look = () => TRACES.forEach((key) => kept.set(key, '[]'))
  const traces = () => TRACES.filter((key) => kept.has(key))
  return { beginSession, forgetSession, look, traces }
}

afterEach(() => vi.unstubAllGlobals())

test('the next account on a shared phone sees nothing of what the last one looked at, nor its desk (S-001 S-205)', async () => {
  const { beginSession, forgetSession, look, traces } = await openSession()
  beginSession('yes', asha)
  look()
  forgetSession()
  beginSession('yes', ravi)
  expect(traces()).toEqual([])
})

test('what a visitor looked at goes along into the account, and the same account keeps it (S-056)', async () => {
  const { beginSession, forgetSession, look, traces } = await openSession()
  look()
  beginSession('yes', asha)
  expect(traces()).toEqual(TRACES)
  forgetSession()
  beginSession('yes', asha)
  expect(traces()).toEqual(TRACES)
})
