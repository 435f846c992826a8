import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Provides a `localStorage` with these lists, as a browser has it. */
function keepIn(lists: Record<string, { at: number; keys: string[] }>) {
  const kept: Record<string, string> = {}
  for (const [name, list] of Object.entries(lists)) kept[name] = JSON.stringify(list)
  const methods = {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, text: string) => (kept[name] = text),
    removeItem: (name: string) => delete kept[name],
  }
  const ownKeys = () => Reflect.ownKeys(kept)
  const getOwnPropertyDescriptor = (_: object, name: string) =>
    Reflect.getOwnPropertyDescriptor(kept, name)
  const names = { ownKeys, getOwnPropertyDescriptor }
  vi.stubGlobal('localStorage', new Proxy(methods, names))
  return kept
}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('addEventListener', vi.fn())
})
afterEach(() => vi.unstubAllGlobals())

const loadStore = () => import('#stores/pick-list.ts')
const keysIn = (text = '{}'): unknown => JSON.parse(text)

test('what is ticked before the list was opened comes on top of what was ticked before the phone slept', async () => {
  const kept = keepIn({ 'pick:K1.K2': { at: 1, keys: ['dal'] } })
  const { $picked, openPicks, togglePick } = await loadStore()
  togglePick('K1.K2', 'rice')
  openPicks('K1.K2')
  expect([...$picked.get()]).toEqual(['dal', 'rice'])
  expect(keysIn(kept['pick:K1.K2'])).toMatchObject({ keys: ['dal', 'rice'] })
})

test('another list begins with its own ticks, and a closed storage with none', async () => {
  keepIn({ 'pick:K1': { at: 1, keys: ['dal'] } })
  const { $picked, openPicks, togglePick } = await loadStore()
  openPicks('K1')
  openPicks('K2')
  expect([...$picked.get()]).toEqual([])
  vi.stubGlobal('localStorage', undefined)
  togglePick('K3', 'rice')
  togglePick('K3', 'dal')
  expect([...$picked.get()]).toEqual(['rice', 'dal'])
})

test('ticks of two tabs add up, also in the tab that slept meanwhile', async () => {
  const kept = keepIn({ 'pick:K1': { at: 1, keys: ['dal'] } })
  const { $picked, openPicks, togglePick } = await loadStore()
  openPicks('K1')
  kept['pick:K1'] = JSON.stringify({ at: 2, keys: ['dal', 'oil'] })
  togglePick('K1', 'rice')
  expect([...$picked.get()]).toEqual(['dal', 'oil', 'rice'])
  kept['pick:K1'] = JSON.stringify({ at: 3, keys: ['oil'] })
  for (const [, tell] of vi.mocked(addEventListener).mock.calls)
    if (typeof tell === 'function') tell(Object.assign(new Event('storage'), { key: 'pick:K1' }))
  expect([...$picked.get()]).toEqual(['oil'])
})

test('what makes room for a list is that which was ticked longest ago, not one in progress', async () => {
  const list = (at: number) => ({ at, keys: ['dal'] })
  const old = Array.from({ length: 28 }, (_, at) => [`pick:OLD${at}`, list(at + 2)] as const)
  const kept = keepIn({
    'pick:NOW': list(99),
    ...Object.fromEntries(old),
    'pick:OLDEST': list(1),
  })
  const { togglePick } = await loadStore()
  togglePick('NEW', 'rice')
  expect(Object.keys(kept)).toHaveLength(30)
  expect(Object.keys(kept)).toEqual(expect.arrayContaining(['pick:NEW', 'pick:NOW', 'pick:OLD0']))
})
