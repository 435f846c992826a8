import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NOTHING_FOUND } from '#lib/catalogue/search-path.ts'
import { $searchResults, storeResults } from '#stores/search-results.ts'
import { timeLimit } from '#lib/time-limit.ts'
import { openSuggestions } from '#stores/search-suggestions.ts'

const toor = { _id: 'toor', name: 'Toor Dal', brand: '', unit: '1 kg', price: 149, oldprice: null }
const ANSWER = { ProductList: [{ ...toor, images: [] }], categorylist: [], total: 1 }

let answer: (url: string) => Response | Promise<Response>
const asked = vi.fn((url: string, { signal }: { signal: AbortSignal }) => {
  const overtaken = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')))
  })
  return Promise.race([answer(url), overtaken])
})
const settled = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const urls = () => asked.mock.calls.map(([url]) => url)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', asked)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  asked.mockClear()
  answer = () => Response.json(ANSWER)
  $searchResults.set({ text: '', ...NOTHING_FOUND })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('the shop is asked when the text was left alone for 150 ms, and only for the last', async () => {
  const { $suggesting, suggest } = openSuggestions()
  suggest('t')
  await settled(149)
  suggest(' toor ')
  await settled(149)
  expect(urls()).toEqual([])
  expect($suggesting.get()).toMatchObject({ status: 'awaited', text: 'toor' })
  await settled(1)
  expect(urls()).toEqual(['/api/search?q=toor&perpage=6'])
  expect($suggesting.get()).toMatchObject({ status: 'shown', text: 'toor', found: ANSWER })
})

test('an answer that was overtaken changes nothing, and is no failure', async () => {
  const { $suggesting, suggest } = openSuggestions()
  answer = (url) => (url.includes('q=to&') ? new Promise(() => {}) : Response.json(ANSWER))
  suggest('to')
  await settled(150)
  const said: string[] = []
  $suggesting.listen(({ status, text }) => said.push(`${status} ${text}`))
  suggest('toor')
  await settled(150)
  expect(said).toEqual(['awaited toor', 'shown toor'])
  expect(console.error).not.toHaveBeenCalled()
})

test('a marked row stays marked where it comes again, and no other takes its mark', async () => {
  const { $suggesting, suggest, mark } = openSuggestions()
  const rows: Record<string, string[]> = {
    to: ['rice', 'toor'],
    too: ['toor', 'masur'],
    toor: ['rice'],
  }
  answer = (url) => {
    const ids = rows[new URL(url, 'http://localhost').searchParams.get('q') ?? ''] ?? []
    const ProductList = ids.map((_id) => ({ ...toor, _id, images: [] }))
    return Response.json({ ...ANSWER, ProductList })
  }
  suggest('to')
  await settled(150)
  suggest('too')
  mark(2)
  await settled(150)
  expect($suggesting.get()).toMatchObject({ status: 'shown', text: 'too', active: 1 })
  suggest('toor')
  expect($suggesting.get().active).toBe(-1)
  mark(1)
  await settled(150)
  expect($suggesting.get()).toMatchObject({ status: 'shown', text: 'toor', active: -1 })
})

test('an empty text closes at once; closing forgets what is awaited', async () => {
  const { $suggesting, suggest, close } = openSuggestions()
  suggest('toor')
  suggest('  ')
  expect($suggesting.get().status).toBe('closed')
  suggest('toor')
  close()
  await settled(1000)
  expect(urls()).toEqual([])
  answer = () => new Promise(() => {})
  suggest('toor')
  await settled(150)
  close()
  await settled(1000)
  expect($suggesting.get().status).toBe('closed')
})

test('an answer that nobody can read leaves the text alone to be searched for', async () => {
  const { $suggesting, suggest } = openSuggestions()
  answer = () => Response.json({ error: true, msg: 'Too many' }, { status: 429 })
  suggest('toor')
  await settled(150)
  expect($suggesting.get()).toMatchObject({ status: 'failed', found: NOTHING_FOUND })
})

test('results are stored once, and not waited for longer than a moment (S-160)', async () => {
  await storeResults('toor dal', timeLimit(250))
  await storeResults('toor dal', timeLimit(250))
  expect(urls()).toEqual(['/api/search?q=toor%20dal&perpage=6'])
  expect($searchResults.get()).toEqual({ text: 'toor dal', ...ANSWER })
  answer = () => new Promise(() => {})
  const stored = storeResults('atta', timeLimit(250))
  await settled(250)
  await stored
  expect($searchResults.get().text).toBe('toor dal')
})
