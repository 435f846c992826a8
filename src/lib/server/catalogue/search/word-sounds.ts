import SearchableMap from 'minisearch/SearchableMap'
import { soundOf } from './hindi-words.ts'

/** Whether a word is known by its sound: not if it is too short or has a digit. */
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

  /**
   * A word and others that mean the same, with all that sound like one of them; if it is not heard, only the
   * others.
   */
  alike(word: string, others: string[]): string[] {
    if (!isHeard(word)) return others
    return [word, ...others].flatMap((one) => [one, ...(this.#words.get(soundOf(one)) ?? [])])
  }

  /** Words that begin as this one sounds; none if it is too short, or if some sound exactly like it. */
  begunBy(word: string): string[] {
    const sound = soundOf(word)
    if (sound.length < 3 || this.#words.has(sound)) return []
    return [...this.#words.atPrefix(sound).values()].flatMap((alike) => [...alike])
  }
}
