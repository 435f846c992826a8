import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DiffPart, diffWords, shortDiff } from '#lib/word-diff.ts'

const textOf = (parts: DiffPart[], other: DiffPart['is']) =>
  parts.map(({ is, text }) => (is === other ? '' : text)).join('')

test('the words that differ are marked, and the others are not', () => {
  expect(diffWords('Split peas, 500 g, unpolished', 'Split pigeon peas, 1 kg, unpolished')).toEqual(
    [
      { text: 'Split ', is: 'same' },
      { text: 'pigeon ', is: 'came' },
      { text: 'peas, ', is: 'same' },
      { text: '500 g, ', is: 'gone' },
      { text: '1 kg, ', is: 'came' },
      { text: 'unpolished', is: 'same' },
    ],
  )
})

test('both texts can be read from what differs between them', () => {
  const text = fc
    .array(fc.constantFrom('dal ', 'rice ', 'a|', 'b|', '  ', 'x'))
    .map((w) => w.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = diffWords(before, after)
      expect([textOf(parts, 'came'), textOf(parts, 'gone')]).toEqual([before, after])
    }),
  )
})

test('long runs without a difference are cut, and two long texts are compared at once', () => {
  const same = 'word '.repeat(200)
  const [first, ...others] = shortDiff(`${same}old`, `${same}new`)
  expect(first?.text.length).toBeLessThan(100)
  expect(others.map(({ text }) => text)).toEqual(['old', 'new'])
  // Word by word this would take hours.
  const [before, after] = ['a '.repeat(500_000), 'b '.repeat(500_000)]
  expect(diffWords(before, after).length).toBeLessThan(10)
})
