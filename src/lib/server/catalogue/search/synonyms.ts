import type { Db } from '#lib/server/database/schema.ts'
import { COMMON_SYNONYMS } from './common-synonyms.ts'
import { soundOf } from './hindi-words.ts'
import { toWords } from './search-words.ts'

/** Words of a name that may be looked for in the middle of a search. */
const MAX_NAME_LENGTH = 4

/** Other ways to say a whole search that are tried: each costs as much as the search itself. */
const MAX_WAYS = 3

/** Names of the same thing, each as its words. */
type Group = string[][]

/** The editors' synonyms.csv, one text of names between `|` for each line. */
export async function loadSynonyms(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('synonym').select('names').orderBy('position').execute()
  return rows.map(({ names }) => names)
}

/** Names of the same thing, those of every kitchen and the editors' own: who asks by one may have it by the others. */
export class Synonyms {
  #groups = new Map<string, Group[]>()

  constructor(own: string[] = []) {
    for (const line of [...COMMON_SYNONYMS, ...own]) this.#add(line.split('|').map(toWords))
  }

  /** Other words for the same thing, by how a word sounds. */
  othersFor(word: string): string[] {
    const names = (this.#groups.get(soundOf(word)) ?? []).flat()
    const others = names.flatMap((words) => (words.length === 1 ? words : []))
    return [...new Set(others)].filter((other) => other !== word)
  }

  /** The search in other words, where a name of several words is asked for or would do. */
  otherWays(words: string[]): string[][] {
    const ways: string[][] = []
    for (let first = 0; first < words.length; first++) {
      for (let count = 1; count <= MAX_NAME_LENGTH && first + count <= words.length; count++) {
        const groups = this.#groups.get(keyOf(words.slice(first, first + count))) ?? []
        for (const name of groups.flat()) {
          // A word for a word is known to every word of the index.
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
