import type { Db } from '#lib/server/database/schema.ts'
import { COMMON_SYNONYMS } from './common-synonyms.ts'
import { soundOf } from './hindi-words.ts'
import { toWords } from './search-words.ts'

/** The most words of a name that is looked for inside a search. */
const MAX_NAME_LENGTH = 4

/** The most other ways to say a search that are tried: each costs as much as the search itself. */
const MAX_WAYS = 3

/** Names of the same thing, each as a list of words. */
type Group = string[][]

/** The editors' synonyms.csv: for each line a text, with `|` between the names. */
export async function loadSynonyms(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('synonym').select('names').orderBy('position').execute()
  return rows.map(({ names }) => names)
}

/** Names of the same thing, the common ones and the editors' own: who asks for one also finds the others. */
export class Synonyms {
  #groups = new Map<string, Group[]>()

  constructor(own: string[] = []) {
    for (const line of [...COMMON_SYNONYMS, ...own]) this.#add(line.split('|').map(toWords))
  }

  /** Other words for the same thing; the word is recognized by its sound. */
  othersFor(word: string): string[] {
    const names = (this.#groups.get(soundOf(word)) ?? []).flat()
    const others = names.flatMap((words) => (words.length === 1 ? words : []))
    return [...new Set(others)].filter((other) => other !== word)
  }

  /** The search with a name in it replaced by another, where one of the two has several words. */
  otherWays(words: string[]): string[][] {
    const ways: string[][] = []
    for (let first = 0; first < words.length; first++) {
      for (let count = 1; count <= MAX_NAME_LENGTH && first + count <= words.length; count++) {
        const groups = this.#groups.get(keyOf(words.slice(first, first + count))) ?? []
        for (const name of groups.flat()) {
          // One word in place of one word is already tried for each word (`othersFor`).
          if (count + name.length > 2) ways.push(words.toSpliced(first, count, ...name))
        }
      }
    }
    const asked = words.join(' ')
    const others = new Map(ways.map((way) => [way.join(' '), way] as const))
    others.delete(asked)
    return [...others.values()].slice(0, MAX_WAYS)
  }

  #add(names: Group): void {
    const group = names.filter((words) => words.length > 0)
    for (const words of group) {
      const key = keyOf(words)
      const known = this.#groups.get(key)
      if (known) known.push(group)
      else this.#groups.set(key, [group])
    }
  }
}

const keyOf = (words: string[]) => words.map(soundOf).join(' ')
