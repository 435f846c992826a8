import SearchableMap from 'minisearch/SearchableMap'
import type { SearchDocument } from './search-documents.ts'
import { type Matches, MatchesPool } from './matches.ts'
import { numbersBy, RANK, rankHits } from './rank-hits.ts'
import { BOOSTS, emptyPosting, FIELD_COUNT, type Posting, scorePosting } from './score-posting.ts'
import { toWords } from './search-words.ts'
import { boostsByKind, kindOfPlace, type WordPlace } from './word-boosts.ts'
import { WordSounds } from './word-sounds.ts'

const PREFIX_WEIGHT = 0.375
const FUZZY_WEIGHT = 0.45
const SWAP_WEIGHT = 0.6

/** A word to look for, and what else counts as it: synonyms, and words that it begins. */
export type QueryTerm = { word: string; others: string[]; prefix: boolean }

/** What a word finds without typos, and the words of the shop that were counted as it. */
export type FoundByWord = { matches: Matches; words: Set<string> }

/** How many edits a word may be away from what was typed, and other words that it may be. */
type Typos = { edits: number; swapped: string[] }

/** Weight of words that only sound alike or mean the same. */
const SOUND_WEIGHT = 0.8
/** By how much documents called by a word score above those that merely contain it. */
const CALLED_LEAD = 1.01
/** Separators in bilingual names and aliases: `Cumin/Jeera` is called by either. */
const SEGMENTS = /[/|()]| - /

/**
 * Which documents contain which words. It counts in flat arrays: a word that is in every document of a large
 * shop costs a millisecond, and not one object.
 */
export class InvertedIndex {
  #postings = new SearchableMap<Posting>()
  #sounds = new WordSounds()
  /** Documents by each of their full names. */
  #called = new Map<string, { number: number; rank: number }[]>()
  /** The shop's order, which decides between equal hits. */
  #order: number[] = []
  #inOrder: Int32Array | undefined
  #ids: (string | undefined)[] = []
  #numbers = new Map<string, number>()
  #gains: Float64Array | undefined
  #lengthSums = new Array<number>(FIELD_COUNT).fill(0)
  #pool = new MatchesPool()

  /** The number of documents ever added; their own numbers are below it. */
  get size(): number {
    return this.#ids.length
  }

  /** Whether so many documents were removed that a new index is better. */
  get needsRebuild(): boolean {
    return this.size > 1000 && this.#numbers.size < this.size / 2
  }

  add(document: SearchDocument): void {
    const number = this.#ids.push(document.id) - 1
    this.#numbers.set(document.id, number)
    this.#order.push(document.order)
    this.#inOrder = undefined
    this.#gains = undefined
    this.#pool.forget()
    const names = [document.name, document.aliases].join('|').split(SEGMENTS)
    for (const [at, text] of names.entries()) {
      const called = toWords(text).join(' ')
      const known = this.#called.get(called)
      const place = { number, rank: at === 0 ? RANK.itself : RANK.alsoItself }
      if (known) known.push(place)
      else if (called !== '') this.#called.set(called, [place])
    }
    BOOSTS.forEach(([name], field) => {
      const times = new Map<string, number>()
      for (const word of toWords(document[name])) times.set(word, (times.get(word) ?? 0) + 1)
      for (const [word, count] of times) {
        this.#note(word, number, { field, times: count, length: times.size })
      }
      this.#lengthSums[field] = (this.#lengthSums[field] ?? 0) + times.size
    })
  }

  remove(id: string): void {
    const number = this.#numbers.get(id)
    if (number === undefined) return
    this.#ids[number] = undefined
    this.#numbers.delete(id)
  }

  match({ word, others, prefix }: QueryTerm): FoundByWord {
    const matches = this.noMatches()
    const exact = this.#postings.get(word)
    if (exact) this.#score(exact, { weight: 1, rank: RANK.named, low: RANK.said }, matches)
    const seen = new Set([word])
    const sounds = { weight: SOUND_WEIGHT, rank: RANK.sounds, low: RANK.begun }
    for (const alike of this.#sounds.alike(word, others)) {
      const posting = this.#postings.get(alike)
      if (posting && !seen.has(alike)) this.#score(posting, sounds, matches)
      seen.add(alike)
    }
    for (const longer of prefix ? this.#longerThan(word) : []) {
      if (seen.has(longer)) continue
      const more = Math.max(0, longer.length - word.length)
      const weight = (PREFIX_WEIGHT * longer.length) / (longer.length + 0.3 * more)
      this.#scoreBegun(longer, weight, matches)
      seen.add(longer)
    }
    return { matches, words: seen }
  }

  /** What a word finds with likely typos besides. */
  matchTypos(word: string, found: FoundByWord, { edits, swapped }: Typos): Matches {
    const matches = this.noMatches()
    matches.copy(found.matches)
    const typo = { rank: RANK.typo, low: RANK.typo }
    for (const [near, [posting, distance]] of this.#postings.fuzzyGet(word, edits)) {
      if (found.words.has(near)) continue
      const weight = (FUZZY_WEIGHT * near.length) / (near.length + distance)
      this.#score(posting, { weight, ...typo }, matches)
      this.#raiseTypo(near, matches)
    }
    for (const swap of swapped) {
      const posting = this.#postings.get(swap)
      if (!posting) continue
      this.#score(posting, { weight: SWAP_WEIGHT, ...typo }, matches)
      this.#raiseTypo(swap, matches)
    }
    return matches
  }

  /** Matches to fill, for the search under way. */
  noMatches(): Matches {
    return this.#pool.lend(this.size)
  }

  /** Ends a search: all its matches are used again. */
  endSearch(): void {
    this.#pool.takeBack()
  }

  /** Raises documents that are called exactly by the words above those that merely contain them. */
  raise(words: string[], matches: Matches): void {
    for (const { number, rank } of this.#called.get(words.join(' ')) ?? []) {
      if ((matches.scores[number] ?? 0) > 0) matches.raise(number, rank)
    }
  }

  /** The same for the word that was meant by a typo. */
  #raiseTypo(meant: string, matches: Matches): void {
    for (const { number } of this.#called.get(meant) ?? []) matches.raise(number, RANK.typoOfItself)
  }

  /** Takes in the hits of the search in other words: ranked no better than a word that only sounds alike. */
  widen(all: Matches, other: Matches): void {
    all.widen(other, { weight: SOUND_WEIGHT, best: RANK.sounds })
  }

  /** Words of the shop that begin with this one; if none do, and none sounds like it, those that begin as it sounds. */
  #longerThan(word: string): string[] {
    const spelt = [...this.#postings.atPrefix(word).keys()]
    return spelt.length > 0 ? spelt : this.#sounds.begunBy(word)
  }

  /** Numbers of the documents with a score, best first; equal ones in the shop's order. */
  best(matches: Matches): Int32Array {
    const inOrder = (this.#inOrder ??= numbersBy(this.#order))
    return rankHits(inOrder, (number) => this.#ids[number] !== undefined, matches)
  }

  idsOf(numbers: Int32Array): string[] {
    return Array.from(numbers, (number) => this.#ids[number] ?? '')
  }

  /** Words of the shop that are at most so many edits away, the nearest and most common first. */
  wordsNear(word: string, edits: number): string[] {
    const near = [...this.#postings.fuzzyGet(word, edits)].map(([text, [posting, distance]]) => ({
      text,
      distance,
      count: posting.numbers.length,
    }))
    const inOrder = near.sort((a, b) => a.distance - b.distance || b.count - a.count)
    return inOrder.map(({ text }) => text).filter((text) => !/\d/.test(text))
  }

  #note(word: string, number: number, place: WordPlace): void {
    const posting = this.#postings.fetch(word, emptyPosting)
    if (posting.numbers.length === 0) this.#sounds.add(word)
    const { field } = place
    posting.numbers.push(number)
    posting.kinds.push(kindOfPlace(place))
    posting.counts[field] = (posting.counts[field] ?? 0) + 1
  }

  /** Scores a word of which only the beginning was typed; as with whole words, what is called by it comes first. */
  #scoreBegun(word: string, weight: number, matches: Matches): void {
    const posting = this.#postings.get(word)
    if (!posting) return
    const called = this.#called.get(word) ?? []
    const before = called.map(({ number }) => matches.scores[number] ?? 0)
    const ranks = { weight, rank: RANK.begun, low: RANK.begunElsewhere }
    const best = this.#score(posting, ranks, matches)
    for (const [at, { number }] of called.entries())
      matches.lift(number, (before[at] ?? 0) + best * CALLED_LEAD)
  }

  #score(
    posting: Posting,
    worth: { weight: number; rank: number; low: number },
    matches: Matches,
  ): number {
    const total = this.size
    const gains = (this.#gains ??= boostsByKind(this.#lengthSums.map((sum) => sum / total)))
    return scorePosting(posting, worth, { total, gains }, matches)
  }
}
