import type { SearchDocument } from './search-documents.ts'
import type { Matches } from './matches.ts'
import { fieldOf } from './word-boosts.ts'

type Field = Exclude<keyof SearchDocument, 'id' | 'order'>

/** How much a word in a field counts. */
export const BOOSTS: [field: Field, boost: number][] = [
  ['name', 4],
  ['aliases', 3],
  ['brand', 1.5],
  ['subcategory', 1],
  ['unit', 1],
  ['category', 0.5],
]
export const FIELD_COUNT = BOOSTS.length

/**
 * The places of a word, each as the number of its document and its kind; and how many documents have it in each
 * field.
 */
export type Posting = { numbers: number[]; kinds: number[]; counts: number[] }

/** The first fields, which say what a thing is called: name, aliases, brand. */
const NAMING = 3

/** The posting of a word that no document contains yet. */
export const emptyPosting = (): Posting => ({
  ...{ numbers: [], kinds: [] },
  counts: new Array<number>(FIELD_COUNT).fill(0),
})

/** The number of documents in an index, and what a word gains by each kind of place. */
type Scale = { total: number; gains: Float64Array }

/**
 * Scores every document that contains a word. Those that are called by it get `rank`, those that have it
 * elsewhere `low`.
 * @returns the highest gain of a single document
 */
export function scorePosting(
  { numbers, kinds, counts }: Posting,
  { weight, rank, low }: { weight: number; rank: number; low: number },
  { total, gains }: Scale,
  matches: Matches,
): number {
  const factors = Float64Array.from(BOOSTS, ([, boost], field) => {
    const count = counts[field] ?? 0
    return weight * boost * Math.log(1 + (total - count + 0.5) / (count + 0.5))
  })
  let [best, given] = [0, 0]
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? 0
    const kind = kinds[at] ?? 0
    const field = fieldOf(kind)
    const gain = (factors[field] ?? 0) * (gains[kind] ?? 0)
    matches.gain(number, gain)
    // All places of a document stand one after another.
    given = number === numbers[at - 1] ? given + gain : gain
    if (given > best) best = given
    const isNamed = field < NAMING
    if (isNamed) matches.named[number] = 1
    matches.raise(number, isNamed ? rank : low)
  }
  return best
}
