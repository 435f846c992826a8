import { sql } from 'kysely'
import { isOnPostgres } from './on-postgres.ts'
import type { Db } from './schema.ts'

/** A database that cannot hold every text: trying again does not help. */
export class WrongEncoding extends Error {}

/**
 * Checks that a database can hold every text: a PostgreSQL must be made for UTF8. In another encoding it refuses
 * names in Indian scripts, or ₹, long after the first start; in SQL_ASCII it keeps them, but finds and sorts
 * bytes instead of letters.
 * @throws WrongEncoding, which says what to do
 */
export async function requireUtf8(db: Db): Promise<void> {
  if (!isOnPostgres(db)) return
  const { rows } = await sql<{ name: string; encoding: string }>`
    select current_database() as name, current_setting('server_encoding') as encoding`.execute(db)
  for (const { name, encoding } of rows) {
    if (encoding === 'UTF8') continue
    throw new WrongEncoding(
      `The PostgreSQL database ${name} has the encoding ${encoding}, but the shop needs UTF8. Make an empty one with createdb -E UTF8 -T template0 NAME, and give its address instead.`,
    )
  }
}
