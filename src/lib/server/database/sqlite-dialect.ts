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

/**
 * How long one statement may wait for the write lock. node:sqlite waits on the thread that serves
 * pages, so waits are short and `inTransaction` tries again (F34).
 */
const LOCK_WAIT_MS = 50
const MOST_STATEMENTS = 300

function open(file: string): SqliteDatabase {
  const db = new DatabaseSync(file, { timeout: LOCK_WAIT_MS, enableForeignKeyConstraints: true })
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -32000')
  const known = new Map<string, SqliteStatement>()
  return {
    close: () => db.close(),
    prepare(sql) {
      const statement = known.get(sql) ?? prepare(db, sql)
      // Those that were used last stay; preparing takes longer than most queries.
      known.delete(sql)
      known.set(sql, statement)
      const [oldest] = known.keys()
      if (known.size > MOST_STATEMENTS && oldest !== undefined) known.delete(oldest)
      return statement
    },
  }
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
    await connection.executeQuery(CompiledQuery.raw(isReader ? 'begin' : 'begin immediate'))
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
  #file: string
  constructor(file: string) {
    super({ database: async () => open(file) })
    this.#file = file
  }
  override createDriver() {
    return new ImmediateDriver({ database: async () => open(this.#file) })
  }
}
