import { expect, test } from 'vitest'
import { testsByCode } from '#bin/rules.ts'
import { ROOT } from '#lib/server/build/root.ts'
import { countOf, folderOf, MUTATIONS } from '#tests/rows/mutations.ts'

/** Rules whose tests once passed although the rule was broken. */
const ROWS = [
  ...[23, 27, 28, 29, 30, 31, 34, 38, 39, 41, 46, 47, 58, 59, 62, 63, 89, 91, 96, 111, 113, 115],
  ...[117, 121, 126, 127, 130, 131, 132, 150, 166, 195, 199, 204, 205],
].map((number) => `S-${String(number).padStart(3, '0')}`)
const ATTACKS = Array.from({ length: 46 }, (_, at) => `A${String(at + 1).padStart(2, '0')}`)

test('each row whose tests once noticed nothing has a mutation, and each attack', () => {
  const rows = new Set(MUTATIONS.map(({ row }) => row))
  expect([...ROWS, ...ATTACKS].filter((row) => !rows.has(row))).toEqual([])
})

test('what a mutation breaks stands in its file once, and a test of its kind cites the row', () => {
  const tests = testsByCode()
  for (const mutation of MUTATIONS) {
    const { row, breaks, kind } = mutation
    expect([row, breaks, countOf(mutation, ROOT)]).toEqual([row, breaks, 1])
    const files = tests.get(row) ?? []
    expect(
      files.some((file) => file.startsWith(folderOf(kind))),
      row,
    ).toBe(true)
  }
})
