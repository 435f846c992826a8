import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely'
import { foldLetters } from '#lib/fold-letters.ts'
import { spacedWords } from '#lib/spaced-words.ts'

/**
 * How long one statement may wait for the write lock. node:sqlite waits on the thread that serves pages, and
 * several statements may come in one turn, so waits are short and `retryWhileLocked` tries again (F34).
 */
const LOCK_WAIT_MS = 20
const MAX_STATEMENTS = 300

/** Cache per connection in KiB; small, as the operating system caches the whole file at little extra cost. */
const CACHE_KIB = 8000

const BEGIN = CompiledQuery.raw('begin')
const BEGIN_IMMEDIATE = CompiledQuery.raw('begin immediate')
const WAIT_NOT = CompiledQuery.raw('pragma busy_timeout = 0')
const WAIT = CompiledQuery.raw(`pragma busy_timeout = ${LOCK_WAIT_MS}`)

/** Tables that are copied for this connection only, with their rows or without. */
export type Copies = { copied: string[]; empty: string[] }

function open(file: string, copies: Copies | undefined): SqliteDatabase {
  const db = new DatabaseSync(file, {
    timeout: LOCK_WAIT_MS,
    readOnly: copies !== undefined,
    // Copies refer to rows of one another, which foreign keys of temporary tables cannot express.
    enableForeignKeyConstraints: copies === undefined,
  })
  db.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -${CACHE_KIB}`)
  db.function('fold_letters', { deterministic: true }, (text) => foldLetters(String(text)))
  db.function('spaced_words', { deterministic: true }, (text) => spacedWords(String(text)))
  if (copies) copyTables(db, copies)
  const known = new Map<string, SqliteStatement>()
  return {
    close: () => db.close(),
    prepare(sql) {
      const statement = known.get(sql) ?? prepare(db, sql)
      // Keeps recently used statements, as preparing takes longer than most queries.
      known.delete(sql)
      known.set(sql, statement)
      const [oldest] = known.keys()
      if (known.size > MAX_STATEMENTS && oldest !== undefined) known.delete(oldest)
      return statement
    },
  }
}

/** Copies the tables as of one moment, with their constraints and indexes. */
function copyTables(db: DatabaseSync, { copied, empty }: Copies): void {
  db.exec('begin')
  for (const name of [...copied, ...empty]) {
    const made = db.prepare(
      'select sql from main.sqlite_master where tbl_name = ? and sql is not null order by type desc',
    )
    for (const { sql } of made.all(name)) {
      const text = String(sql)
      const isTable = /^create table/i.test(text)
      db.exec(
        isTable
          ? text.replace(/^create table/i, 'create temporary table')
          : text.replace(/^create (unique )?index /i, (start) => `${start}temp.`),
      )
      if (isTable && copied.includes(name)) {
        db.exec(`insert into temp."${name}" select * from main."${name}"`)
      }
    }
  }
  db.exec('commit')
}

function prepare(db: DatabaseSync, sql: string): SqliteStatement {
  const statement = db.prepare(sql)
  const bind = (values: readonly unknown[]) => values.map(toSqlite)
  return {
    reader: statement.columns().length > 0,
    all: (values) => statement.all(...bind(values)),
    run: (values) => statement.run(...bind(values)),
    // A separate statement: the shared one would be reset by its next use.
    iterate: (values) => db.prepare(sql).iterate(...bind(values)),
  }
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return Number(value)
  if (value === undefined) return null
  // In the format in which the auth library stores times; ours are whole milliseconds.
  if (value instanceof Date) return value.toISOString()
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'bigint' || value instanceof Uint8Array) return value
  throw new TypeError(`SQLite cannot store a ${typeof value}`)
}

/**
 * Writers take the lock at BEGIN, so that a transaction never fails half-way with SQLITE_BUSY. Read-only
 * transactions take none.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings?: TransactionSettings,
  ): Promise<void> {
    const isReader = settings?.accessMode === 'read only'
    if (isReader) {
      await connection.executeQuery(BEGIN)
      return
    }
    // Without waiting: waiting would block this thread, and twenty may want the lock at once. `retryWhileLocked` asks again.
    await connection.executeQuery(WAIT_NOT)
    try {
      await connection.executeQuery(BEGIN_IMMEDIATE)
    } finally {
      await connection.executeQuery(WAIT)
    }
  }

  /** Ignores that a full disk has rolled back already, so that the caller gets the original error (F35). */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } catch (error) {
      if (!/no transaction is active/.test(String(error))) throw error
    }
  }
}

/**
 * SQLite undoes changes of the schema with their transaction. Kysely takes that for granted of PostgreSQL alone,
 * and would otherwise migrate without one: cut short, a migration could never be run again (F39).
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

/** Kysely on the SQLite built into Node: WAL, synchronous FULL, foreign keys on. */
export class NodeSqliteDialect extends SqliteDialect {
  #open: () => Promise<SqliteDatabase>
  /** @param copies makes this a draft: the file is opened read-only, and these tables are private copies */
  constructor(file: string, copies?: Copies) {
    const start = async () => open(file, copies)
    super({ database: start })
    this.#open = start
  }
  override createDriver() {
    return new ImmediateDriver({ database: this.#open })
  }
  override createAdapter() {
    return new TransactionalAdapter()
  }
}
