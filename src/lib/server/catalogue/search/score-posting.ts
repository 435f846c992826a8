import type { SearchDocument } from './search-documents.ts'
import type { Matches } from './rank-hits.ts'
import { fieldOf } from './word-boosts.ts'

type Field = Exclude<keyof SearchDocument, 'id' | 'order'>

/** How much a word in a field says. */
export const BOOSTS: [field: Field, boost: number][] = [
  ['name', 4],
  ['aliases', 3],
  ['brand', 1.5],
  ['subcategory', 1],
  ['unit', 1],
  ['category', 0.5],
]
export const FIELD_COUNT = BOOSTS.length

/** Where a word is: by place the number of the document and the kind; and documents by field. */
export type Posting = { numbers: number[]; kinds: number[]; counts: number[] }

/** Fields that say what a thing is called: name, aliases, brand. */
const NAMING = 3

export const emptyPosting = (): Posting => ({
  ...{ numbers: [], kinds: [] },
  counts: new Array<number>(FIELD_COUNT).fill(0),
})

/** Of an index how many documents it has, and what a word in each kind of place gives. */
type Scale = { total: number; gains: Float64Array }

/**
 * Scores every document that has a word. `rank` is of documents that are called so, `low` of those where the word
 * stands elsewhere; of an `isSpelt` one it is noted that it stands there to the letter.
 * @returns the most that it has given to one document
 */
export function scorePosting(
  { numbers, kinds, counts }: Posting,
  { weight, rank, low }: { weight: number; rank: number; low: number },
  { total, gains }: Scale,
  { scores, spelt, ranks }: Matches,
  isSpelt: boolean,
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
    scores[number] = (scores[number] ?? 0) + gain
    // A document's places stand one after another.
    given = number === numbers[at - 1] ? given + gain : gain
    if (given > best) best = given
    if (isSpelt) spelt[number] = 1
    const reached = field < NAMING ? rank : low
    if (reached > (ranks[number] ?? 0)) ranks[number] = reached
  }
  return best
}
