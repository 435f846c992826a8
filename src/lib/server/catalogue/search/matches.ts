/**
 * What a word or a search finds. By number of document: `scores` say how well it matches, 0 for not at all;
 * `named`, by 1, that it has the words in its name, other names or brand; `ranks` put it before all documents of a
 * lower rank, whatever the scores. Those with a score are noted, so that nothing goes through all the documents of
 * a shop for the few that match.
 */
export class Matches {
  readonly scores: Float32Array
  readonly named: Uint8Array
  readonly ranks: Uint8Array
  /** How many documents have a score. */
  count = 0
  #numbers: Int32Array

  /** @param size the number of documents */
  constructor(size: number) {
    this.scores = new Float32Array(size)
    this.named = new Uint8Array(size)
    this.ranks = new Uint8Array(size)
    this.#numbers = new Int32Array(size)
  }

  /** The numbers of the documents with a score, in any order; valid until the next change. */
  get numbers(): Int32Array {
    return this.#numbers.subarray(0, this.count)
  }

  /** Adds to the score of a document. */
  gain(number: number, score: number): void {
    const before = this.scores[number] ?? 0
    if (before === 0) this.#numbers[this.count++] = number
    this.scores[number] = before + score
  }

  /** Scores a document no lower than that. */
  lift(number: number, score: number): void {
    const before = this.scores[number] ?? 0
    if (score <= before) return
    if (before === 0) this.#numbers[this.count++] = number
    this.scores[number] = score
  }

  /** Ranks a document no lower than that. */
  raise(number: number, rank: number): void {
    if (rank > (this.ranks[number] ?? 0)) this.ranks[number] = rank
  }

  /** Takes over those of the documents that another has found, into what has found nothing yet. */
  copy(other: Matches, numbers = other.numbers): void {
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at] ?? 0
      const score = other.scores[number] ?? 0
      if (score === 0) continue
      this.gain(number, score)
      this.named[number] = other.named[number] ?? 0
      this.ranks[number] = other.ranks[number] ?? 0
    }
  }

  /** Keeps only what the next word finds as well; the lowest rank decides, unless the word names nothing. */
  narrow(next: Matches, isNaming: boolean): void {
    let kept = 0
    for (let at = 0; at < this.count; at++) {
      const number = this.#numbers[at] ?? 0
      const score = next.scores[number] ?? 0
      if (score === 0) {
        this.#drop(number)
        continue
      }
      this.scores[number] = (this.scores[number] ?? 0) + score
      if (isNaming && next.named[number] === 0) this.named[number] = 0
      const rank = next.ranks[number] ?? 0
      if (isNaming && rank < (this.ranks[number] ?? 0)) this.ranks[number] = rank
      this.#numbers[kept++] = number
    }
    this.count = kept
  }

  /** Takes in what another search found, its scores times `weight`, and its ranks up to the `best`. */
  widen(other: Matches, { weight, best }: { weight: number; best: number }): void {
    const { numbers, scores, ranks, named } = other
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at] ?? 0
      if (named[number] === 1) this.named[number] = 1
      this.lift(number, (scores[number] ?? 0) * weight)
      this.raise(number, Math.min(ranks[number] ?? 0, best))
    }
  }

  /** Forgets everything. */
  clear(): void {
    // Of many, it is faster to clear all.
    if (this.count > this.scores.length / 16)
      for (const values of [this.scores, this.named, this.ranks]) values.fill(0)
    else for (let at = 0; at < this.count; at++) this.#drop(this.#numbers[at] ?? 0)
    this.count = 0
  }

  #drop(number: number): void {
    this.scores[number] = 0
    this.named[number] = 0
    this.ranks[number] = 0
  }
}

/** The most that is kept for the next search: as much as one of eight words with a typo each may need. */
const MAX_KEPT = 24

/** Lends matches to one search after another, as arrays for all the documents of a large shop are slow to make. */
export class MatchesPool {
  #free: Matches[] = []
  #lent: Matches[] = []

  /** Lends matches that have found nothing yet, until `takeBack`. */
  lend(size: number): Matches {
    const lent = this.#free.pop() ?? new Matches(size)
    this.#lent.push(lent)
    return lent
  }

  /** Ends the search for which matches were lent. */
  takeBack(): void {
    for (const matches of this.#lent.splice(0)) {
      if (this.#free.length === MAX_KEPT) return
      matches.clear()
      this.#free.push(matches)
    }
  }

  /** Forgets what is kept, because the number of documents has changed. */
  forget(): void {
    this.#free = []
    this.#lent = []
  }
}
