import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Result } from '#lib/result.ts'
import { isOnPostgres } from './on-postgres.ts'
import type { Database, Db, Trx } from './schema.ts'
import { NodeSqliteDialect } from './sqlite-dialect.ts'
import { raiseTimeouts } from './timeouts.ts'
import { WatchedPool } from './watched-pool.ts'

// Parse bigint as a number: all of ours (epoch milliseconds, counts) are below 2^53.
pg.types.setTypeParser(20, Number)

/** How long a write keeps trying for the lock before it gives up (F34). */
const TRY_FOR_MS = 5000

/** Thrown if the database stayed locked or unreachable; the HTTP layer answers 503 (F34). */
export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy'
}

/** Whether an address is that of a PostgreSQL database. */
export const isPostgres = (url: string): boolean => /^postgres(ql)?:/.test(url)

/**
 * Opens the shop's database: PostgreSQL for a `postgres:` address, else an SQLite file, which is created if
 * missing.
 */
export function openDatabase(url: string): Db {
  if (isPostgres(url)) {
    return known(
      url,
      new Kysely<Database>({ dialect: new PostgresDialect({ pool: new WatchedPool(url) }) }),
    )
  }
  mkdirSync(dirname(url), { recursive: true })
  return known(url, new Kysely<Database>({ dialect: new NodeSqliteDialect(url) }))
}

const ADDRESSES = new WeakMap<Db, string>()

function known(url: string, db: Db): Db {
  ADDRESSES.set(db, url)
  return db
}

/**
 * The address of a database opened here, for code that needs a connection of its own.
 * @throws if it was not opened by `openDatabase`
 */
export function urlOfDatabase(db: Db): string {
  const url = ADDRESSES.get(db)
  if (url === undefined) throw new Error('This database was not opened by openDatabase')
  return url
}

/** Rolls back the transaction and carries the refusal out of it. */
class Refused extends Error {
  readonly result: { ok: false; error: string }
  constructor(result: { ok: false; error: string }) {
    super(result.error)
    this.result = result
  }
}

/**
 * Runs `work` in a transaction: an `ok` result is committed, any other is rolled back. It is run again after
 * a conflict, and while another process holds the lock (F34, F37). Inside, use only the transaction passed to
 * it.
 * @throws DatabaseBusy if the lock could not be had; otherwise only if the database fails
 */
export async function inTransaction<Value, Code extends string>(
  db: Db,
  work: (trx: Trx) => Promise<Result<Value, Code>>,
): Promise<Result<Value, Code>> {
  return settle(work, (run) => db.transaction().execute(run))
}

/**
 * Like `inTransaction`, for data such as counters, which may be lost in a power failure but not when the
 * process ends: SQLite then does not make the thread that serves pages wait for the disk.
 */
export async function inLightTransaction<Value, Code extends string>(
  db: Db,
  work: (trx: Trx) => Promise<Result<Value, Code>>,
): Promise<Result<Value, Code>> {
  if (isOnPostgres(db)) return inTransaction(db, work)
  return settle(work, (run) =>
    db.connection().execute(async (connection) => {
      await sql`pragma synchronous = normal`.execute(connection)
      try {
        return await connection.transaction().execute(run)
      } finally {
        await sql`pragma synchronous = full`.execute(connection)
      }
    }),
  )
}

/** Reads a consistent state, however long that takes; writers do not have to wait for it. */
export function inSnapshot<Value>(db: Db, read: (trx: Trx) => Promise<Value>): Promise<Value> {
  const transaction = db.transaction().setAccessMode('read only')
  if (!isOnPostgres(db)) return transaction.execute(read)
  return transaction.setIsolationLevel('repeatable read').execute(async (trx) => {
    await raiseTimeouts(trx)
    return read(trx)
  })
}

type Work<Done> = (trx: Trx) => Promise<Done>

async function settle<Value, Code extends string>(
  work: Work<Result<Value, Code>>,
  execute: (run: Work<Result<Value, Code>>) => Promise<Result<Value, Code>>,
): Promise<Result<Value, Code>> {
  let isCommitting = false
  const run = async (trx: Trx) => {
    isCommitting = false
    const done = commitOrRefuse(await work(trx))
    isCommitting = true
    return done
  }
  // What was cut off before COMMIT was sent is certainly rolled back; afterwards nobody knows (F37).
  const isAgain = (error: unknown) => isTransient(error) || (!isCommitting && isCut(error))
  try {
    return await retryWhileLocked(() => execute(run), isAgain)
  } catch (error) {
    if (error instanceof Refused) return error.result as Result<Value, Code>
    throw error
  }
}

function commitOrRefuse<Value, Code extends string>(result: Result<Value, Code>) {
  if (!result.ok) throw new Refused(result)
  return result
}

/**
 * Runs a single statement, or a transaction, again while another process holds the lock, for five seconds, or up to
 * three times as long where these were too few tries, and without blocking this thread (F34).
 * @throws DatabaseBusy if the lock could not be had
 */
export async function retryWhileLocked<Value>(
  work: () => Promise<Value>,
  isAgain: (error: unknown) => boolean = isTransient,
  tryForMs = TRY_FOR_MS,
): Promise<Value> {
  const start = performance.now()
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isAgain(error)) throw error
      const passed = performance.now() - start
      const isOften = attempt >= leastTries(error) || passed > 3 * tryForMs
      if (isOften && passed > tryForMs) {
        throw new DatabaseBusy('The database is busy', { cause: error })
      }
      await pause(Math.min(10 * 2 ** attempt, isDeadlock(error) ? 200 : POLL_INTERVAL_MS))
    }
  }
}

/**
 * Five seconds may have been few tries. Deadlocks are detected slowly, and one of the two wins; after a machine
 * has stood still, whoever holds SQLite's lock needs a moment, too.
 */
function leastTries(error: unknown): number {
  if (isDeadlock(error)) return 5
  return isSqliteLock(error) ? 20 : 0
}

/** Asking is cheap, and between two writers the lock is free for some milliseconds. */
const POLL_INTERVAL_MS = 20
/** PostgreSQL's serialization failure and deadlock. */
const isDeadlock = (error: unknown) => ['40001', '40P01'].includes(fault(error).code ?? '')

/** SQLITE_BUSY, SQLITE_LOCKED and their extended codes; PostgreSQL's deadlock and lock timeout. */
function isTransient(error: unknown): boolean {
  return isDeadlock(error) || isSqliteLock(error) || fault(error).code === '55P03'
}

function isSqliteLock(error: unknown): boolean {
  const { code, errcode } = fault(error)
  return code === 'ERR_SQLITE_ERROR' && errcode !== undefined && [5, 6].includes(errcode & 0xff)
}

/** The connection was lost: the server was restarted or closed it (class 57P), or the network failed. */
function isCut(error: unknown): boolean {
  const { code = '' } = fault(error)
  // 25P03: it was idle for too long inside a transaction.
  if (/^(57P0[1-3]|25P03|08\w{3}|ECONNRESET|EPIPE)$/.test(code)) return true
  return error instanceof Error && /^Connection terminated|not queryable$/.test(error.message)
}

function fault(error: unknown): { code?: string; errcode?: number } {
  if (typeof error !== 'object' || error === null) return {}
  return {
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...('errcode' in error && typeof error.errcode === 'number' && { errcode: error.errcode }),
  }
}
