import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely'
import { foldLetters } from '#lib/fold-letters.ts'

/**
 * How long one statement may wait for the write lock. node:sqlite waits on the thread that serves
 * pages, and several may come in one turn, so waits are short and `whenFree` tries again (F34).
 */
const LOCK_WAIT_MS = 20
const MAX_STATEMENTS = 300

/** Kibibytes of the file that each connection keeps; the system has all of it in memory, which costs little more. */
const CACHE_KIB = 8000

const BEGIN = CompiledQuery.raw('begin')
const BEGIN_IMMEDIATE = CompiledQuery.raw('begin immediate')
const WAIT_NOT = CompiledQuery.raw('pragma busy_timeout = 0')
const WAIT = CompiledQuery.raw(`pragma busy_timeout = ${LOCK_WAIT_MS}`)

/** Tables that are copied for this connection alone, with their rows or without. */
export type Copies = { copied: string[]; empty: string[] }

function open(file: string, copies: Copies | undefined): SqliteDatabase {
  const db = new DatabaseSync(file, {
    timeout: LOCK_WAIT_MS,
    readOnly: copies !== undefined,
    // Copies name rows of one another, which the constraints of a temporary table cannot.
    enableForeignKeyConstraints: copies === undefined,
  })
  db.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -${CACHE_KIB}`)
  db.function('fold_letters', { deterministic: true }, (text) => foldLetters(String(text)))
  if (copies) copyTables(db, copies)
  const known = new Map<string, SqliteStatement>()
  return {
    close: () => db.close(),
    prepare(sql) {
      const statement = known.get(sql) ?? prepare(db, sql)
      // Those that were used last stay; preparing takes longer than most queries.
      known.delete(sql)
      known.set(sql, statement)
      const [oldest] = known.keys()
      if (known.size > MAX_STATEMENTS && oldest !== undefined) known.delete(oldest)
      return statement
    },
  }
}

/** As the tables are at one moment, with their constraints and indexes. */
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
    // Of its own: it would begin anew with the next use.
    iterate: (values) => db.prepare(sql).iterate(...bind(values)),
  }
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return Number(value)
  if (value === undefined) return null
  // As the auth library keeps its times; ours are whole milliseconds.
  if (value instanceof Date) return value.toISOString()
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'bigint' || value instanceof Uint8Array) return value
  throw new TypeError(`SQLite cannot store a ${typeof value}`)
}

/**
 * Writers take the lock at BEGIN, so that a transaction never fails half-way with SQLITE_BUSY. Who
 * only reads takes none.
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
    // It waits on this thread: of twenty who ask for the lock at once none may. `whenFree` asks again.
    await connection.executeQuery(WAIT_NOT)
    try {
      await connection.executeQuery(BEGIN_IMMEDIATE)
    } finally {
      await connection.executeQuery(WAIT)
    }
  }

  /** A full disk ends the transaction by itself: then that is what the caller must hear of (F35). */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } catch (error) {
      if (!/no transaction is active/.test(String(error))) throw error
    }
  }
}

/** Kysely on the SQLite that comes with Node: WAL, synchronous FULL, foreign keys on. */
export class NodeSqliteDialect extends SqliteDialect {
  #open: () => Promise<SqliteDatabase>
  /** @param copies makes it a draft: the file is only read, and these tables are its own */
  constructor(file: string, copies?: Copies) {
    const start = async () => open(file, copies)
    super({ database: start })
    this.#open = start
  }
  override createDriver() {
    return new ImmediateDriver({ database: this.#open })
  }
}
