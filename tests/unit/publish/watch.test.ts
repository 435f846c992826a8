import { expect, onTestFinished, test, vi } from 'vitest'
import { watchCatalogue } from '#lib/server/publish/watch.ts'
import { NOTHING_PUBLISHED } from '#lib/server/publish/published.ts'
import { tellerTo } from '#tests/support/teller-to.ts'

const NO_LATE = { hasLate: false, publishLate: async () => NOTHING_PUBLISHED }

test('a server looks every half minute for pages that others could not render', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  let [looks, rounds] = [0, 0]
  const publisher = {
    state: { lag: async () => (rounds++, 0) },
    ...NO_LATE,
    publishPending: async () => {
      looks++
      return NOTHING_PUBLISHED
    },
  }
  const stop = watchCatalogue(publisher, tellerTo([]))
  for (const look of [1, 2, 3]) {
    vi.advanceTimersByTime(1_000)
    await expect.poll(() => looks).toBe(look)
    vi.advanceTimersByTime(29_000)
    const before = rounds
    await expect.poll(() => rounds).toBeGreaterThan(before + 1)
    expect(looks, 'not before').toBe(look)
  }
  await stop()
})

test('a clock that is set back a day puts no publish off (F45)', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'] })
  let looks = 0
  const publisher = {
    state: { lag: async () => 1 },
    ...NO_LATE,
    publishPending: async () => {
      looks++
      throw new Error('the disk is full')
    },
  }
  const stop = watchCatalogue(publisher, tellerTo([]))
  await expect.poll(() => looks).toBeGreaterThan(0)
  vi.setSystemTime(Date.now() - 86_400_000)
  const before = looks
  await expect.poll(() => looks).toBeGreaterThan(before)
  await stop()
})

test('however often there was no room on the disk, it will be tried again within a minute (F35)', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['performance'] })
  let looks = 0
  const publisher = {
    state: { lag: async () => 1 },
    ...NO_LATE,
    publishPending: async () => {
      looks++
      throw new Error('the disk is full')
    },
  }
  const stop = watchCatalogue(publisher, tellerTo([]))
  for (let minute = 0; minute < 9; minute++) {
    await expect.poll(() => looks, { interval: 10 }).toBeGreaterThan(minute)
    vi.advanceTimersByTime(60_000)
  }
  await expect.poll(() => looks).toBe(10)
  await stop()
})

test('a fault that stays the same is told once, and again after it was gone', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  let looks = 0
  let liveUntil = 0
  const errors: string[] = []
  const publisher = {
    state: { lag: async () => (Date.now() < liveUntil ? 0 : 1) },
    ...NO_LATE,
    publishPending: async () => {
      looks++
      if (looks !== 4) throw new Error('the disk is full')
      liveUntil = Date.now() + 60_000
      return NOTHING_PUBLISHED
    },
  }
  const stop = watchCatalogue(publisher, tellerTo(errors))
  for (const [look, told] of [1, 1, 1, 1, 2].entries()) {
    vi.advanceTimersByTime(60_000)
    await expect.poll(() => looks).toBe(look + 1)
    await expect.poll(() => errors.length).toBe(told)
  }
  await stop()
})
