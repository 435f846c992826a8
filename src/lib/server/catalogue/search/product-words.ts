import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { foldLetters, UNREAD } from '#lib/fold-letters.ts'
import { isOnPostgres } from '#lib/server/database/database.ts'
import type { Database, Db } from '#lib/server/database/schema.ts'

/**
 * A condition: the product has every word of the text in its name or SKU, or as its barcode, whatever the case
 * and accents. PostgreSQL lowers letters that are not Latin by the locale of the database.
 */
export function hasWords(db: Db, text: string) {
  const folded = isOnPostgres(db) ? foldedByPostgres : foldedBySqlite
  const words = foldLetters(text).split(/\s+/).filter(Boolean)
  return (eb: ExpressionBuilder<Database, 'product'>): Expression<SqlBool> =>
    eb.and(
      words.map((word) => {
        const like = sql<string>`${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`
        return eb.or([
          eb(folded('name'), 'like', like),
          eb(folded('sku'), 'like', like),
          eb('gtin', '=', word),
        ])
      }),
    )
}

const foldedByPostgres = (column: string) =>
  sql`lower(regexp_replace(normalize(${sql.ref(column)}, nfkd), ${`[${UNREAD}]`}, '', 'g'))`

/** SQLite's own `lower` knows no letters beyond ASCII; `fold_letters` is ours (sqlite-dialect.ts). */
const foldedBySqlite = (column: string) => sql`fold_letters(${sql.ref(column)})`
