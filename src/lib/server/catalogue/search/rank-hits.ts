import { sortByKey } from '#lib/server/catalogue/sort-by-key.ts'

/**
 * By number of document: how well it matches, 0 not at all; whether as it was typed; and its rank, by
 * which it stands before all of a lower one, whatever the scores.
 */
export type Matches = { scores: Float32Array; spelt: Uint8Array; ranks: Uint8Array }

/**
 * The ranks of what a word finds: its first name, another one, the word in a name or brand, elsewhere; by its sound; its beginning; a typo of a whole
 * name, and of a word in one.
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

/** Steps of rank and score in the number that hits are sorted by. */
const RANKS = 16
const SCORES = 2 ** 22

/** Numbers of the documents with a score, by rank and then by score; equals as they stand in `inOrder`. */
export function rankHits(
  inOrder: Int32Array,
  isThere: (number: number) => boolean,
  { scores, ranks }: Pick<Matches, 'scores' | 'ranks'>,
): Int32Array {
  const numbers = new Int32Array(inOrder.length)
  const keys = new Uint32Array(inOrder.length)
  let count = 0
  for (let at = 0; at < inOrder.length; at++) {
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
