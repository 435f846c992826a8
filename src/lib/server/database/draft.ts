import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { addressOf, isPostgres } from './database.ts'
import type { Database } from './schema.ts'
import { NodeSqliteDialect } from './sqlite-dialect.ts'

/** What an import or an undo writes. Nothing else of a draft takes a write: the database refuses it. */
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
/** Of these the rows of before don't matter. */
const EMPTY = ['import_row', 'catalogue_change'] as const
/** An undo reads what the import was. */
const HISTORY = ['import_change'] as const

/**
 * A draft is held for two minutes to be looked at (preview-session.ts). One that hangs for longer, or whose
 * process vanished, keeps nothing of the shop's database from being tidied.
 */
const LIMITS = {
  idle_in_transaction_session_timeout: 180_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5000,
}

type Draft = AsyncDisposable & { db: Kysely<Database> }

/**
 * The shop's database with copies in the place of the tables that an import writes, under the same
 * names and for this connection alone: there a list can be made true for a look, while shoppers go on
 * buying. All else is read from the shop as it is; a write to it is refused by the database itself.
 */
export async function openDraft(of: Kysely<Database>): Promise<Draft> {
  const url = addressOf(of)
  const db = isPostgres(url) ? await draftOnPostgres(url) : draftOnSqlite(url)
  return { db, [Symbol.asyncDispose]: () => db.destroy() }
}

/** Names are looked up among temporary tables first; the file itself is open for reading only. */
function draftOnSqlite(file: string): Kysely<Database> {
  const copies = { copied: [...COPIED, ...HISTORY], empty: [...EMPTY] }
  return new Kysely<Database>({ dialect: new NodeSqliteDialect(file, copies) })
}

/**
 * One connection, in which every transaction only reads unless it says otherwise; PostgreSQL lets
 * those write to temporary tables. If it is lost, so are the copies, and every write is refused.
 */
async function draftOnPostgres(url: string): Promise<Kysely<Database>> {
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

/** As the tables are at one moment. */
async function copyTables(db: Kysely<Database>): Promise<void> {
  const whole = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read write')
  await whole.execute(async (trx) => {
    for (const name of [...COPIED, ...HISTORY, ...EMPTY]) {
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
