import { type Expression, type SqlBool, sql } from 'kysely'
import { foldLetters, UNREAD } from '#lib/fold-letters.ts'
import { BETWEEN_WORDS, spacedWords } from '#lib/spaced-words.ts'
import { isOnPostgres } from '#lib/server/database/on-postgres.ts'
import type { Db } from '#lib/server/database/schema.ts'

/** More words than anybody types; each one is looked for in every product. */
const MAX_WORDS = 10

/**
 * Whether a product has every word of the text: a word of its name begins with it, its SKU contains it, or it is the
 * barcode; however case and accents are typed. A database of PostgreSQL that is not UTF-8 folds case alone, and each
 * lowers letters that are not Latin as its locale says.
 */
export function hasWords(db: Db, text: string) {
  const words = isOnPostgres(db) ? wordsByPostgres : wordsBySqlite
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
const wordsByPostgres = sql`' ' || regexp_replace(case when current_setting('server_encoding') = 'UTF8'
  then lower(regexp_replace(normalize(name, nfkd), ${`[${UNREAD}]`}, '', 'g')) else lower(name) end, ${BETWEEN_WORDS}, ' ', 'g')`

/** SQLite's own `lower` knows no letter beyond ASCII (sqlite-dialect.ts). */
const wordsBySqlite = sql`spaced_words(fold_letters(name))`
