import { expect, test } from 'vitest'
import { ReadIndex } from '#lib/server/publish/records/read-index.ts'

const PAGES = 2500

/** What page `n` reads in a round: names read by it alone, by a few pages, by many and by nearly all. */
function readsIn(round: number, n: number): string[] {
  const rare = n % 3 === 0 ? [] : [`card:${(n * (round + 7)) % 311}`]
  const common = (n + round) % 10 === 0 ? [] : ['shop:name']
  return [`product:${n}`, ...rare, `list:${(n + round) % 9}`, ...common]
}

test('whoever read a name is found, whether one page did or thousands, and after pages changed', () => {
  const index = new ReadIndex()
  const known = new Map<string, string[]>()
  const set = (round: number, n: number) => {
    known.set(`/${n}`, readsIn(round, n))
    index.set(`/${n}`, readsIn(round, n), 'f', 's')
  }
  for (let n = 0; n < PAGES; n++) set(0, n)
  for (let n = 0; n < PAGES; n += 2) set(1, n)
  for (let n = 0; n < PAGES; n += 5) {
    known.delete(`/${n}`)
    index.delete(`/${n}`)
  }
  const names = new Set([...known.values()].flat())
  for (const name of [...names].filter((_, at) => at % 40 < 4)) {
    const readers = [...known].filter(([, reads]) => reads.includes(name)).map(([path]) => path)
    expect(index.readersOf([name]), name).toEqual(new Set(readers))
    expect(index.isRead(name), name).toBe(true)
  }
  expect(index.isRead('product:0')).toBe(false)
  for (const path of known.keys()) index.delete(path)
  expect([...names].filter((name) => index.isRead(name))).toEqual([])
})
