import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Provides a `localStorage` with these entries, as a browser has it. */
function keepIn(kept: Record<string, string>): void {
  const methods = {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, text: string) => (kept[name] = text),
  }
  vi.stubGlobal('localStorage', Object.assign(Object.create(methods), kept))
}

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

test('what is ticked before the list was opened comes on top of what was ticked before the phone slept', async () => {
  keepIn({ 'pick:K1.K2': '["dal"]' })
  const { $picked, openPicks, togglePick } = await import('#stores/pick-list.ts')
  togglePick('K1.K2', 'rice')
  openPicks('K1.K2')
  expect([...$picked.get()]).toEqual(['dal', 'rice'])
  expect(localStorage.getItem('pick:K1.K2')).toBe('["dal","rice"]')
})

test('another list begins with its own ticks, and a closed storage with none', async () => {
  keepIn({ 'pick:K1': '["dal"]' })
  const { $picked, openPicks, togglePick } = await import('#stores/pick-list.ts')
  openPicks('K1')
  openPicks('K2')
  expect([...$picked.get()]).toEqual([])
  vi.stubGlobal('localStorage', undefined)
  togglePick('K3', 'rice')
  expect([...$picked.get()]).toEqual(['rice'])
})
