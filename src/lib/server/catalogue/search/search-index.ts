import type { SearchDocument } from './search-documents.ts'
import { isAmount, namesFirst, transpositions } from './search-words.ts'
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

/** The best first; `rank` is that of the first, and `named` gives those of a rank that are so called (matches.ts). */
type Hits = { numbers: Int32Array; rank: number; named: (from?: number) => Int32Array }

const NO_HITS: Hits = { numbers: new Int32Array(), rank: 0, named: () => new Int32Array() }

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

  /** What has all words, or else any of them. */
  #hits(words: string[]): Int32Array {
    const things = words.filter((word) => !isAmount(word))
    if (things.length > 0 && things.length < words.length) return this.#inAmount(words, things)
    const all = this.#withTypos(words, this.#findTyped(words))
    return all.length > 0 ? all : this.#findAny(words)
  }

  /**
   * What has all words, amounts among them. Of a thing in an amount that no product so called has, other amounts
   * come first: who wants 500 g of sugar does not want 500 g of the salt that stands beside it, nor of what is only
   * called something like it.
   */
  #inAmount(words: string[], things: string[]): Int32Array {
    const typed = this.#findTyped(words)
    if (typed.rank >= RANK.named) return this.#withTypos(words, typed)
    const any = this.#findTyped(things)
    if (any.numbers.length > 0) {
      if (typed.numbers.length === 0) return this.#hits(things)
      const called = joined(any.named(RANK.named), typed.named(), any.named())
      return joined(called, this.#withTypos(words, typed))
    }
    const meant = this.#findMistyped(words)
    if (meant.numbers.length === 0) return this.#hits(things)
    return joined(meant.named(), this.#findMistyped(things).named(), meant.numbers)
  }

  /** What has all words as typed, or all of another way to say them. */
  #findTyped(words: string[]): Hits {
    return this.#findAll(words, exactly, this.synonyms.otherWays(words))
  }

  /** What has all words with typos. */
  #findMistyped(words: string[]): Hits {
    const near = this.#findAll(words, nearly)
    return near.numbers.length > 0 ? near : this.#findAll(words, roughly)
  }

  /** What has all words as `typed`, and with typos if that is not enough. */
  #withTypos(words: string[], { numbers, rank }: Hits): Int32Array {
    if (numbers.length >= ENOUGH) return numbers
    if (numbers.length === 0) return this.#findMistyped(words).numbers
    if (rank < RANK.said) return joined(numbers, this.#findAll(words, nearly).numbers)
    return joined(numbers, this.#findAll(words, nearlyIfLong).numbers).subarray(0, ENOUGH)
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
    if (!all) return NO_HITS
    const { named, ranks } = all
    const numbers = this.#words.best(all)
    const rankOf = (number = -1) => ranks[number] ?? 0
    const isNamed = (number: number, from: number) => named[number] === 1 && rankOf(number) >= from
    const namedFrom = (from = 0) => numbers.filter((number) => isNamed(number, from))
    return { numbers, rank: rankOf(numbers[0]), named: namedFrom }
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
    for (const word of words) addToAny(any, this.#match(word, nearly(word.length)))
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

const hasDigit = (word: string) => /\d/.test(word)

/** All of them in order, each once. */
const joined = (...lists: Int32Array[]) =>
  lists.reduce((first, then) => {
    if (first.length === 0) return then
    const known = new Set(first)
    const others = then.filter((number) => !known.has(number))
    const all = new Int32Array(first.length + others.length)
    all.set(first)
    all.set(others, first.length)
    return all
  })
