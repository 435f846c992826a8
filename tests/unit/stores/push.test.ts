import { afterEach, expect, test, vi } from 'vitest'
import { $push, turnPushOff, turnPushOn } from '#stores/push.ts'

afterEach(() => vi.unstubAllGlobals())

test('a second press while notices of orders are being turned off does not turn them on again', async () => {
  const subscription = { endpoint: 'https://push.test/1', unsubscribe: vi.fn() }
  const worker = { pushManager: { getSubscription: async () => subscription } }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => worker } })
  const sent = vi.fn(async () => Response.json({ error: false }))
  vi.stubGlobal('fetch', sent)
  const first = turnPushOff()
  await Promise.all([turnPushOn(), turnPushOff()])
  expect($push.get()).toBe('turningOff')
  await first
  expect($push.get()).toBe('off')
  expect(sent).toHaveBeenCalledTimes(1)
})
