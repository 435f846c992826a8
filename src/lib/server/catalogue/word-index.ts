import SearchableMap from 'minisearch/SearchableMap'
import type { SearchDocument } from './search-documents.ts'
import { toWords } from './search-words.ts'

type Field = Exclude<keyof SearchDocument, 'id'>

/** How much a word in a field says. */
const BOOSTS: [field: Field, boost: number][] = [
  ['name', 4],
  ['aliases', 3],
  ['brand', 1.5],
  ['subcategory', 1],
  ['unit', 1],
  ['category', 0.5],
]
const FIELDS = BOOSTS.length

// BM25+ with the figures of MiniSearch, whose ranking this is.
const K = 1.2
const B = 0.7
const D = 0.5
const PREFIX_WEIGHT = 0.375
const FUZZY_WEIGHT = 0.45
const SWAP_WEIGHT = 0.6

/** Room for a field and how often a word is in it, beside the number of a document. */
const FIELD_ROOM = 8
const TIMES_ROOM = 8

/** Where a word is: numbers of document, field and times in one, and documents by field. */
type Posting = { places: number[]; counts: number[] }

/** What is taken for a word: its beginnings, and words some edits away. */
export type Wanted = { word: string; prefix: boolean; edits: number; swapped: string[] }

/** By number of document: how well it matches, 0 not at all, and whether as it was typed. */
export type Matches = { scores: Float32Array; spelt: Uint8Array }

/**
 * Which document has which word. It counts in flat arrays: a word that is in every document of a
 * large shop costs a millisecond, and not one object.
 */
export class WordIndex {
  #postings = new SearchableMap<Posting>()
  #ids: (string | undefined)[] = []
  #numbers = new Map<string, number>()
  #lengths: number[] = []
  #lengthSums = new Array<number>(FIELDS).fill(0)

  /** Documents ever added; their numbers are below. */
  get size(): number {
    return this.#ids.length
  }

  /** Whether so much was taken out that a new index is better. */
  get isWorn(): boolean {
    return this.size > 1000 && this.#numbers.size < this.size / 2
  }

  add(document: SearchDocument): void {
    const number = this.#ids.push(document.id) - 1
    this.#numbers.set(document.id, number)
    BOOSTS.forEach(([name], field) => {
      const times = new Map<string, number>()
      for (const word of toWords(document[name])) times.set(word, (times.get(word) ?? 0) + 1)
      for (const [word, count] of times) this.#note(word, number, field, count)
      this.#lengths.push(times.size)
      this.#lengthSums[field] = (this.#lengthSums[field] ?? 0) + times.size
    })
  }

  remove(id: string): void {
    const number = this.#numbers.get(id)
    if (number === undefined) return
    this.#ids[number] = undefined
    this.#numbers.delete(id)
  }

  match({ word, prefix, edits, swapped }: Wanted): Matches {
    const matches = { scores: new Float32Array(this.size), spelt: new Uint8Array(this.size) }
    const exact = this.#postings.get(word)
    if (exact) this.#score(exact, 1, matches, true)
    const begun = new Set([word])
    if (prefix) {
      for (const [longer, posting] of this.#postings.atPrefix(word)) {
        const more = longer.length - word.length
        if (more > 0) {
          const weight = (PREFIX_WEIGHT * longer.length) / (longer.length + 0.3 * more)
          this.#score(posting, weight, matches)
          begun.add(longer)
        }
      }
    }
    if (edits > 0) {
      for (const [near, [posting, distance]] of this.#postings.fuzzyGet(word, edits)) {
        if (begun.has(near)) continue
        this.#score(posting, (FUZZY_WEIGHT * near.length) / (near.length + distance), matches)
      }
    }
    for (const swap of swapped) {
      const posting = this.#postings.get(swap)
      if (posting) this.#score(posting, SWAP_WEIGHT, matches)
    }
    return matches
  }

  /** Ids of the documents with a score, the best first; of equal ones that which was added first. */
  best(scores: Float32Array, limit: number): string[] {
    const keys = new Float64Array(this.#numbers.size)
    let count = 0
    for (let number = 0; number < scores.length; number++) {
      const score = scores[number] ?? 0
      if (score === 0 || this.#ids[number] === undefined) continue
      // Score and number in one key: sorting numbers takes a tenth of sorting by a function.
      keys[count++] = Math.ceil(score * 2 ** 12) * 2 ** 24 + (2 ** 24 - 1 - number)
    }
    const sorted = keys.subarray(0, count).sort()
    const ids: string[] = []
    for (let at = count - 1; at >= Math.max(0, count - limit); at--) {
      const id = this.#ids[2 ** 24 - 1 - ((sorted[at] ?? 0) % 2 ** 24)]
      if (id !== undefined) ids.push(id)
    }
    return ids
  }

  /** Words of the shop within so many edits, the nearest and most common first. */
  wordsNear(word: string, edits: number): string[] {
    const near = [...this.#postings.fuzzyGet(word, edits)].map(([text, [posting, distance]]) => ({
      text,
      distance,
      count: posting.places.length,
    }))
    const inOrder = near.sort((a, b) => a.distance - b.distance || b.count - a.count)
    return inOrder.map(({ text }) => text).filter((text) => !/\d/.test(text))
  }

  #note(word: string, number: number, field: number, times: number): void {
    const posting = this.#postings.fetch(word, emptyPosting)
    const kept = Math.min(times, TIMES_ROOM - 1)
    posting.places.push((number * FIELD_ROOM + field) * TIMES_ROOM + kept)
    posting.counts[field] = (posting.counts[field] ?? 0) + 1
  }

  #score({ places, counts }: Posting, weight: number, { scores, spelt }: Matches, isSpelt = false) {
    const total = this.size
    const factors = BOOSTS.map(([, boost], field) => {
      const count = counts[field] ?? 0
      return weight * boost * Math.log(1 + (total - count + 0.5) / (count + 0.5))
    })
    const averages = this.#lengthSums.map((sum) => sum / total)
    for (const place of places) {
      const times = place % TIMES_ROOM
      const field = ((place - times) / TIMES_ROOM) % FIELD_ROOM
      const number = (place - times - field * TIMES_ROOM) / (TIMES_ROOM * FIELD_ROOM)
      const length = (this.#lengths[number * FIELDS + field] ?? 0) / (averages[field] ?? 1)
      const frequency = (times * (K + 1)) / (times + K * (1 - B + B * length))
      scores[number] = (scores[number] ?? 0) + (factors[field] ?? 0) * (D + frequency)
      if (isSpelt) spelt[number] = 1
    }
  }
}

const emptyPosting = (): Posting => ({ places: [], counts: new Array<number>(FIELDS).fill(0) })
