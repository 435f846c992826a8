import type { SearchDocument } from './search-documents.ts'
import { transpositions } from './search-words.ts'
import { Synonyms } from './synonyms.ts'
import { type FoundByWord, InvertedIndex } from './inverted-index.ts'
import type { Matches } from './matches.ts'
import { RANK } from './rank-hits.ts'

/** So many hits are enough for a shopper: only with fewer are words taken to be misspelt. */
const ENOUGH = 10

/** How many edits a word of that length may be away from what was typed. */
type Tolerance = (length: number) => 0 | 1 | 2

const exactly: Tolerance = () => 0
const nearly: Tolerance = (length) => (length < 3 ? 0 : 1)
/** For words that the shop spells just so: only if they are long, as few long words are near one another. */
const nearlyIfLong: Tolerance = (length) => (length < 5 ? 0 : 1)
const roughly: Tolerance = (length) => (length < 3 ? 0 : length < 7 ? 1 : 2)

/** `isSpelt`: at least one of them has all words as they were typed. */
type Hits = { numbers: Int32Array; isSpelt: boolean }

/** Finds products by their words: exact words first, then beginnings of words, then typos. */
export class SearchIndex {
  /** Other names of things: the common ones, until the shop's own are loaded. */
  synonyms = new Synonyms()
  #words = new InvertedIndex()
  /** What was found for each word of the search under way, as all its attempts look for the same ones. */
  #found = new Map<string, FoundByWord>()
  /** The same with typos, by the number of edits and the word. */
  #foundNear = new Map<string, Matches>()

  /** Whether so much was replaced that a new index is better. */
  get needsRebuild(): boolean {
    return this.#words.needsRebuild
  }

  add(documents: SearchDocument[]): void {
    for (const document of documents) this.#words.add(document)
  }

  /** Removes the products of those ids, and adds the documents of those that are on sale now. */
  replace(ids: string[], documents: SearchDocument[]): void {
    for (const id of ids) this.#words.remove(id)
    this.add(documents)
  }

  /** Ids of at most `limit` products that match the words, the best first. */
  find(words: string[], limit: number): string[] {
    return this.#words.idsOf(this.hits(words).subarray(0, limit))
  }

  /**
   * Numbers of all products that match the words, best first; products are numbered in the order in which they
   * were added.
   */
  hits(words: string[]): Int32Array {
    const found = words.length > 0 ? this.#hits(words) : new Int32Array()
    this.#found.clear()
    this.#foundNear.clear()
    this.#words.endSearch()
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

  /** Products that have all words, or all of another way to say them. */
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

  /** The matches of products that have all words; undefined if none has. */
  #matchAll(words: string[], edits: Tolerance): Matches | undefined {
    const each: { word: string; found: Matches }[] = []
    for (const word of namesFirst(words)) {
      const found = this.#match(word, edits(word.length))
      if (found.count === 0) return undefined
      each.push({ word, found })
    }
    const [first, ...more] = each
    if (!first) return undefined
    const rarest = each.reduce((few, one) => (one.found.count < few.found.count ? one : few))
    const all = this.#words.noMatches()
    all.copy(first.found, rarest.found.numbers)
    // The lowest rank of all words decides, except of amounts, which name nothing.
    for (const { word, found } of more) all.narrow(found, !isAmount(word))
    return all.count > 0 ? all : undefined
  }

  #match(word: string, edits: number): Matches {
    const found = this.#found.get(word) ?? this.#look(word)
    this.#found.set(word, found)
    // Digits say how much: they are never typos.
    if (edits === 0 || hasDigit(word)) return found.matches
    const key = `${edits}${word}`
    const near =
      this.#foundNear.get(key) ??
      this.#words.matchTypos(word, found, { edits, swapped: transpositions(word) })
    this.#foundNear.set(key, near)
    return near
  }

  #look(word: string): FoundByWord {
    // Only numbers of two or more digits may begin a longer number.
    if (hasDigit(word))
      return this.#words.match({ word, others: [], prefix: /^\d{2,}$/.test(word) })
    const others = this.synonyms.othersFor(word)
    // A single letter begins half the words of a shop.
    return this.#words.match({ word, others, prefix: word.length > 1 })
  }

  /** Products that have any of the words: those with more words first, and of equals those with typos last. */
  #findAny(words: string[]): Int32Array {
    const any = this.#words.noMatches()
    // An amount alone means little: whoever wants 1 kg of ghee does not want 1 kg of rice.
    const things = words.filter((word) => !isAmount(word))
    for (const word of things.length > 0 ? things : words) {
      addToAny(any, this.#match(word, nearly(word.length)))
    }
    return this.#words.best(any)
  }
}

/** Adds what one of several words finds. */
function addToAny(any: Matches, one: Matches): void {
  const { numbers, scores, ranks } = one
  // Not `of numbers`, which makes an object for each until the code is optimized.
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? 0
    any.gain(number, scores[number] ?? 0)
    const isTypo = (ranks[number] ?? 0) <= RANK.typoOfItself
    any.ranks[number] = rankOfAny(any.ranks[number] ?? 0, isTypo)
  }
}

/**
 * Two ranks per word, the higher one without typos. There are at most seven: products with all eight words were
 * found before.
 */
function rankOfAny(before: number, isTypo: boolean): number {
  const hasTypo = isTypo || (before > 0 && before % 2 === 0)
  return 2 * ((before >> 1) + 1) + Number(!hasTypo)
}

function hasSpelt(spelt: Uint8Array, numbers: Int32Array): boolean {
  for (let at = 0; at < numbers.length; at++) if (spelt[numbers[at] ?? 0] === 1) return true
  return false
}

/** Puts amounts last, so that the words which name a thing decide the ranks. */
const namesFirst = (words: string[]) => [
  ...words.filter((word) => !isAmount(word)),
  ...words.filter(isAmount),
]

const hasDigit = (word: string) => /\d/.test(word)
const isAmount = (word: string) => /^\d+(_\d+)?_(g|ml)$/.test(word)

function joined({ numbers: few }: Hits, { numbers: more }: Hits): Int32Array {
  if (few.length === 0) return more
  const others = more.filter((number) => !few.includes(number))
  const all = new Int32Array(few.length + others.length)
  all.set(few)
  all.set(others, few.length)
  return all
}
