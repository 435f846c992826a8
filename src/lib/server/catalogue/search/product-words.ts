import { type Expression, type SqlBool, sql } from 'kysely'
import { foldLetters, UNREAD } from '#lib/fold-letters.ts'
import { isOnPostgres } from '#lib/server/database/database.ts'
import type { Db } from '#lib/server/database/schema.ts'

/** More words than anybody types; each one is looked for in every product. */
const MAX_WORDS = 10

/**
 * Whether a product has every word of the text in its name or SKU, or has it for its barcode; however case and
 * accents are typed. A database of PostgreSQL that is not UTF-8 folds case alone, and each lowers letters that are
 * not Latin as its locale says.
 */
export function hasWords(db: Db, text: string) {
  const folded = isOnPostgres(db) ? foldedByPostgres : foldedBySqlite
  const words = new Set(foldLetters(text).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS))
  const found = [...words].map((word) => {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    return sql<SqlBool>`(read.text like ${pattern} escape '\\' or gtin = ${word})`
  })
  // The offset keeps PostgreSQL from folding the text once for every word.
  return (): Expression<SqlBool> =>
    found.length === 0
      ? sql<SqlBool>`1 = 1`
      : sql<SqlBool>`exists (select 1 from (select ${folded} as text limit 1 offset 0) as read where ${sql.join(found, sql` and `)})`
}

/** Name and SKU, with a character between them that no word has. */
const READ = sql`name || chr(10) || sku`

const foldedByPostgres = sql`case when current_setting('server_encoding') = 'UTF8'
  then lower(regexp_replace(normalize(${READ}, nfkd), ${`[${UNREAD}]`}, '', 'g')) else lower(${READ}) end`

/** SQLite's own `lower` knows no letter beyond ASCII (sqlite-dialect.ts). */
const foldedBySqlite = sql`fold_letters(name || char(10) || sku)`
