import { type RawBuilder, sql } from 'kysely'
import { UNREAD } from '#lib/fold-letters.ts'
import { isOnPostgres } from './on-postgres.ts'
import type { Db } from './schema.ts'

/**
 * The text as `foldLetters` folds it. A database of PostgreSQL that is not UTF-8 folds case alone, and each lowers
 * letters that are not Latin as its locale says; SQLite's own `lower` knows no letter beyond ASCII (sqlite-dialect.ts).
 */
export const folded = (db: Db, text: RawBuilder<string>): RawBuilder<string> =>
  isOnPostgres(db)
    ? sql`case when current_setting('server_encoding') = 'UTF8'
        then lower(regexp_replace(normalize(${text}, nfkd), ${`[${UNREAD}]`}, '', 'g')) else lower(${text}) end`
    : sql`fold_letters(${text})`
