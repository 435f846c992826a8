import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { urlOfDatabase, isPostgres } from './database.ts'
import type { Database, Db } from './schema.ts'
import { NodeSqliteDialect } from './sqlite-dialect.ts'

/** Tables that an import or an undo writes. The database refuses any other write in a draft. */
const COPIED = [
  ...(['category', 'picture', 'product', 'pack', 'product_image', 'banner', 'shop'] as const),
  ...([
    'content_page',
    'delivery_pin',
    'synonym',
    'brand_move',
    'catalogue_version',
    'catalogue_import',
  ] as const),
]
/** Tables of which the present rows are not needed. */
const EMPTY = ['import_row', 'catalogue_change'] as const

/**
 * A draft is kept for two minutes to be looked at (preview-session.ts). If it hangs for longer, or its
 * process died, the server ends it, so that it does not hold back PostgreSQL's vacuum.
 */
const LIMITS = {
  idle_in_transaction_session_timeout: 180_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5000,
}

type Draft = AsyncDisposable & { db: Db }

/**
 * The shop's database with copies, for this connection only, in place of the tables that an import writes. In
 * it a list can be applied for a preview while shoppers go on buying. All other tables are read from the
 * shop; the database itself refuses to write them.
 */
export async function openDraft(of: Db): Promise<Draft> {
  const url = urlOfDatabase(of)
  const db = isPostgres(url) ? await draftOnPostgres(url) : draftOnSqlite(url)
  return { db, [Symbol.asyncDispose]: () => db.destroy() }
}

/** SQLite looks up names among temporary tables first; the file itself is opened read-only. */
function draftOnSqlite(file: string): Db {
  const copies = { copied: [...COPIED], empty: [...EMPTY] }
  return new Kysely<Database>({ dialect: new NodeSqliteDialect(file, copies) })
}

/**
 * A single connection whose transactions are read-only by default; PostgreSQL lets those write temporary
 * tables. If the connection is lost, so are the copies, and every write is refused.
 */
async function draftOnPostgres(url: string): Promise<Db> {
  const pool = new pg.Pool({
    connectionString: url,
    ...{ max: 1, idleTimeoutMillis: 0, connectionTimeoutMillis: 5000 },
    ...LIMITS,
    options: '-c default_transaction_read_only=on',
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  try {
    await copyTables(db)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Copies the tables as of one moment. */
async function copyTables(db: Db): Promise<void> {
  const whole = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read write')
  await whole.execute(async (trx) => {
    for (const name of [...COPIED, ...EMPTY]) {
      const [live, own] = [sql.table(name), sql.table(`pg_temp.${name}`)]
      const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(trx)
      const from = sql.table(`${rows[0]?.schema ?? 'public'}.${name}`)
      await sql`create temporary table ${own} (like ${live} including all)`.execute(trx)
      if (EMPTY.some((empty) => empty === name)) continue
      await sql`insert into ${own} select * from ${from}`.execute(trx)
      await sql`analyze ${own}`.execute(trx)
    }
  })
}
