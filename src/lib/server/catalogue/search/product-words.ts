import { type Expression, type SqlBool, sql } from 'kysely'
import { foldLetters } from '#lib/fold-letters.ts'
import { BETWEEN_WORDS, spacedWords } from '#lib/spaced-words.ts'
import { folded } from '#lib/server/database/folded.ts'
import { isOnPostgres } from '#lib/server/database/on-postgres.ts'
import type { Db } from '#lib/server/database/schema.ts'

/** More words than anybody types; each one is looked for in every product. */
const MAX_WORDS = 10

/**
 * Whether a product has every word of the text: a word of its name begins with it, its SKU contains it, or it is the
 * barcode; however case and accents are typed.
 */
export function hasWords(db: Db, text: string) {
  const words = wordsOf(db)
  const typed = new Set(foldLetters(text).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS))
  const found = [...typed].map((word) => {
    const inside = `%${escaped(word)}%`
    // What consists of signs alone begins no word.
    const begins = spacedWords(word).trim() === '' ? inside : `%${escaped(beginning(word))}%`
    return sql<SqlBool>`(read.words like ${begins} escape '\\' or read.code like ${inside} escape '\\' or gtin = ${word})`
  })
  // The offset keeps PostgreSQL from folding the text once for every word.
  return (): Expression<SqlBool> =>
    found.length === 0
      ? sql<SqlBool>`1 = 1`
      : sql<SqlBool>`exists (select 1 from (select ${words} as words, lower(sku) as code limit 1 offset 0) as read where ${sql.join(found, sql` and `)})`
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** One space before the word, also if signs stand before it. */
const beginning = (word: string) => ` ${spacedWords(word).trim()}`

/** The name's words, each after a space. */
function wordsOf(db: Db) {
  const name = folded(db, sql`name`)
  return isOnPostgres(db)
    ? sql`' ' || regexp_replace(${name}, ${BETWEEN_WORDS}, ' ', 'g')`
    : sql`spaced_words(${name})`
}
