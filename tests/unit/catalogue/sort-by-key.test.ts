import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortByKey } from '#lib/server/catalogue/sort-by-key.ts'

test('numbers are sorted by their keys, and equals stay as they stood', () => {
  const keys = fc.array(fc.nat(2 ** 32 - 1))
  // Few different keys, so that many are equal.
  const alike = fc.array(fc.nat(3))
  fc.assert(
    fc.property(fc.oneof(keys, alike), (given) => {
      const wanted = [...given.keys()].sort((a, b) => (given[a] ?? 0) - (given[b] ?? 0) || a - b)
      const sorted = sortByKey(Int32Array.from(given.keys()), Uint32Array.from(given))
      expect([...sorted]).toEqual(wanted)
    }),
  )
})
