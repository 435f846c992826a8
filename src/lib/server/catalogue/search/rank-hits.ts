import { sortByKey } from '#lib/server/catalogue/sort-by-key.ts'
import type { Matches } from './matches.ts'

/**
 * How a word finds a document, from best to worst: it is the document's name, or another name of it; it is in a
 * name or brand, or elsewhere; a word sounds like it; a word begins with it, in a name or elsewhere; it is a
 * typo of a whole name, or of a word.
 */
export const RANK = {
  itself: 9,
  alsoItself: 8,
  named: 7,
  said: 6,
  sounds: 5,
  begun: 4,
  begunElsewhere: 3,
  typoOfItself: 2,
  typo: 1,
}

/** The numbers of ranks and scores that the sorting key of hits can tell apart. */
const RANKS = 16
const SCORES = 2 ** 22

/** Numbers of the documents with a score, by rank and then by score; equal ones as they stand in `inOrder`. */
export function rankHits(
  inOrder: Int32Array,
  isThere: (number: number) => boolean,
  { scores, ranks, count: most }: Matches,
): Int32Array {
  const numbers = new Int32Array(most)
  const keys = new Uint32Array(most)
  let count = 0
  for (let at = 0; at < inOrder.length && most > 0; at++) {
    const number = inOrder[at] ?? 0
    const score = scores[number] ?? 0
    if (score === 0 || !isThere(number)) continue
    const whole = Math.min(SCORES - 1, Math.ceil(score * 2 ** 12))
    keys[count] = (RANKS - 1 - (ranks[number] ?? 0)) * SCORES + (SCORES - 1 - whole)
    numbers[count++] = number
  }
  return sortByKey(numbers.subarray(0, count), keys.subarray(0, count))
}

/** Numbers of all documents in the shop's order. */
export function numbersBy(order: number[]): Int32Array {
  const numbers = new Int32Array(order.length)
  for (let number = 0; number < order.length; number++) numbers[number] = number
  return sortByKey(numbers, new Uint32Array(order))
}
