import type { SearchDocument } from './search-documents.ts'
import { transpositions } from './search-words.ts'
import { Synonyms } from './synonyms.ts'
import { InvertedIndex } from './inverted-index.ts'
import { type Matches, RANK } from './rank-hits.ts'

/** Hits with which a shopper is served: only below that are words taken to be misspelt. */
const ENOUGH = 10

/** Edits that a word of that length may be away from what was typed. */
type Tolerance = (length: number) => 0 | 1 | 2

const exactly: Tolerance = () => 0
const nearly: Tolerance = (length) => (length < 3 ? 0 : 1)
/** For what is spelt as the shop spells it: long words only, of which few are near one another. */
const nearlyIfLong: Tolerance = (length) => (length < 5 ? 0 : 1)
const roughly: Tolerance = (length) => (length < 3 ? 0 : length < 7 ? 1 : 2)

/** `isSpelt`: one of them has all words as they were typed. */
type Hits = { numbers: Int32Array; isSpelt: boolean }

/** Products by their words: exact words first, then their beginnings, then typos. */
export class SearchIndex {
  /** Other names of things; those of every kitchen, until the shop's own are known. */
  synonyms = new Synonyms()
  #words = new InvertedIndex()
  /** What was found for words of the search under way: its attempts ask for the same ones. */
  #matched = new Map<string, Matches>()

  /** Whether so much was replaced that a new index is better. */
  get needsRebuild(): boolean {
    return this.#words.needsRebuild
  }

  add(documents: SearchDocument[]): void {
    for (const document of documents) this.#words.add(document)
  }

  /** Forgets the products of those ids and adds what is on sale of them now. */
  replace(ids: string[], documents: SearchDocument[]): void {
    for (const id of ids) this.#words.remove(id)
    this.add(documents)
  }

  /** Ids of at most `limit` products that match the words, the best first. */
  find(words: string[], limit: number): string[] {
    return this.#words.idsOf(this.hits(words).subarray(0, limit))
  }

  /** Numbers of all products that match the words, in the order in which they were added; the best first. */
  hits(words: string[]): Int32Array {
    const found = words.length > 0 ? this.#hits(words) : new Int32Array()
    this.#matched.clear()
    return found
  }

  #hits(words: string[]): Int32Array {
    const exact = this.#findAll(words, exactly, this.synonyms.otherWays(words))
    if (exact.numbers.length >= ENOUGH) return exact.numbers
    if (exact.isSpelt) {
      const near = joined(exact, this.#findAll(words, nearlyIfLong))
      return near.subarray(0, Math.max(exact.numbers.length, ENOUGH))
    }
    const near = joined(exact, this.#findAll(words, nearly))
    if (near.length > 0) return near
    const rough = this.#findAll(words, roughly).numbers
    return rough.length > 0 ? rough : this.#findAny(words)
  }

  /** Words of the shop that are somewhat like one of these, the most alike first. */
  nearWords(words: string[], count: number): string[] {
    const near = words.map((word) =>
      word.length < 4 ? [] : this.#words.wordsNear(word, word.length < 7 ? 2 : 3),
    )
    return [...new Set(near.flat())].filter((word) => word.length > 2).slice(0, count)
  }

  /** Products that have all words. */
  #findAll(words: string[], edits: Tolerance, otherWays: string[][] = []): Hits {
    let all = this.#matchAll(words, edits)
    if (all) this.#words.raise(words, all)
    for (const way of otherWays) {
      const other = this.#matchAll(way, exactly)
      if (other) this.#words.widen((all ??= this.#words.noMatches()), other)
    }
    if (!all) return { numbers: new Int32Array(), isSpelt: false }
    const numbers = this.#words.best(all)
    return { numbers, isSpelt: hasSpelt(all.spelt, numbers) }
  }

  /** Of products that have all words; undefined where none has. */
  #matchAll(words: string[], edits: Tolerance): Matches | undefined {
    const [first, ...more] = namesFirst(words)
    if (first === undefined) return undefined
    const one = this.#match(first, edits(first.length))
    const all = { scores: one.scores.slice(), spelt: one.spelt.slice(), ranks: one.ranks.slice() }
    if (more.length === 0) return all
    let left = numbersWith(all.scores)
    for (const word of more) {
      if (left.length === 0) return undefined
      left = narrow(all, left, this.#match(word, edits(word.length)), !isAmount(word))
    }
    if (left.length === 0) return undefined
    return all
  }

  #match(word: string, edits: number): Matches {
    const key = `${edits}${word}`
    const known = this.#matched.get(key)
    if (known) return known
    const matches = this.#look(word, edits)
    this.#matched.set(key, matches)
    return matches
  }

  #look(word: string, edits: number): Matches {
    // Digits say how much: only a longer number may be the beginning of one, and none is a typo.
    if (/\d/.test(word)) {
      const prefix = /^\d{2,}$/.test(word)
      return this.#words.match({ word, others: [], prefix, edits: 0, swapped: [] })
    }
    const swapped = edits > 0 ? transpositions(word) : []
    const others = this.synonyms.othersFor(word)
    // One letter alone begins half the words of a shop.
    return this.#words.match({ word, others, prefix: word.length > 1, edits, swapped })
  }

  /** Products that have any of the words; those with more of them come first, and of these typos last. */
  #findAny(words: string[]): Int32Array {
    const scores = new Float32Array(this.#words.size)
    const ranks = new Uint8Array(this.#words.size)
    // An amount alone says nothing: whoever asks for ghee of 1 kg wants no rice of 1 kg.
    const things = words.filter((word) => !isAmount(word))
    for (const word of things.length > 0 ? things : words) {
      const one = this.#match(word, nearly(word.length))
      for (let number = 0; number < scores.length; number++) {
        const score = one.scores[number] ?? 0
        if (score === 0) continue
        scores[number] = (scores[number] ?? 0) + score
        const isTypo = (one.ranks[number] ?? 0) <= RANK.typoOfItself
        ranks[number] = rankOfAny(ranks[number] ?? 0, isTypo)
      }
    }
    return this.#words.best({ scores, ranks })
  }
}

/** Two steps a word, the upper one of them for those without a typo: of seven words, as all eight have been tried. */
function rankOfAny(before: number, isTypo: boolean): number {
  const hasTypo = isTypo || (before > 0 && before % 2 === 0)
  return 2 * ((before >> 1) + 1) + Number(!hasTypo)
}

function numbersWith(scores: Float32Array): Int32Array {
  const numbers = new Int32Array(scores.length)
  let count = 0
  for (let number = 0; number < scores.length; number++)
    if ((scores[number] ?? 0) > 0) numbers[count++] = number
  return numbers.subarray(0, count)
}

/** Takes in the next word. @returns what has it as well, of what was left; in the same room */
function narrow(all: Matches, left: Int32Array, one: Matches, isNaming: boolean): Int32Array {
  let count = 0
  for (let at = 0; at < left.length; at++) {
    const number = left[at] ?? 0
    const score = one.scores[number] ?? 0
    all.scores[number] = score > 0 ? (all.scores[number] ?? 0) + score : 0
    all.spelt[number] = (all.spelt[number] ?? 0) & (one.spelt[number] ?? 0)
    // The worst of the words decides, but for amounts, which name nothing.
    if (isNaming) all.ranks[number] = Math.min(all.ranks[number] ?? 0, one.ranks[number] ?? 0)
    if (score > 0) left[count++] = number
  }
  return left.subarray(0, count)
}

function hasSpelt(spelt: Uint8Array, numbers: Int32Array): boolean {
  for (let at = 0; at < numbers.length; at++) if (spelt[numbers[at] ?? 0] === 1) return true
  return false
}

/** So that the words which name a thing decide the ranks. */
const namesFirst = (words: string[]) => [
  ...words.filter((word) => !isAmount(word)),
  ...words.filter(isAmount),
]

const isAmount = (word: string) => /^\d+(_\d+)?_(g|ml)$/.test(word)

function joined({ numbers: few }: Hits, { numbers: more }: Hits): Int32Array {
  if (few.length === 0) return more
  const others = more.filter((number) => !few.includes(number))
  const all = new Int32Array(few.length + others.length)
  all.set(few)
  all.set(others, few.length)
  return all
}
