import SearchableMap from 'minisearch/SearchableMap'
import { soundOf } from './hindi-words.ts'

/** Words that are so short, or have a digit, are not known by their sound. */
const isHeard = (word: string): boolean => word.length >= 3 && !/\d/.test(word)

/** The words of the shop by how they sound. */
export class WordSounds {
  #words = new SearchableMap<Set<string>>()

  add(word: string): void {
    if (!isHeard(word)) return
    const sound = soundOf(word)
    const known = this.#words.get(sound)
    if (known) known.add(word)
    else this.#words.set(sound, new Set([word]))
  }

  /** A word and others that mean the same, with all that sound like one of them. */
  alike(word: string, others: string[]): string[] {
    if (!isHeard(word)) return others
    return [word, ...others].flatMap((one) => [one, ...(this.#words.get(soundOf(one)) ?? [])])
  }

  /** Words that begin as this one sounds; none where it is too short, or some sound just so. */
  begunBy(word: string): string[] {
    const sound = soundOf(word)
    if (sound.length < 3 || this.#words.has(sound)) return []
    return [...this.#words.atPrefix(sound).values()].flatMap((alike) => [...alike])
  }
}
