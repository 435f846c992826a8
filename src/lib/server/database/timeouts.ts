import { sql } from 'kysely'
import { isOnPostgres } from './on-postgres.ts'
import type { Db, Trx } from './schema.ts'

/**
 * Call it first in work that takes minutes, such as an import: raises PostgreSQL's timeouts for this
 * transaction only, which otherwise suit a checkout.
 */
export async function raiseTimeouts(trx: Trx): Promise<void> {
  if (isOnPostgres(trx)) await setTimeouts(trx, LONG_WORK, true)
}

/**
 * Like `raiseTimeouts`, for work that begins its transactions itself: for one connection, until the work is over. It
 * waits no longer for a lock than others, who would wait behind it.
 */
export async function withLongTimeouts<Value>(
  db: Db,
  work: (db: Db) => Promise<Value>,
): Promise<Value> {
  if (!isOnPostgres(db)) return work(db)
  return db.connection().execute(async (connection) => {
    const { lock_timeout: _, ...long } = LONG_WORK
    await setTimeouts(connection, long, false)
    try {
      return await work(connection)
    } finally {
      // A connection that was lost meanwhile is used by nobody else.
      await sql`reset all`.execute(connection).catch(() => {})
    }
  })
}

async function setTimeouts(
  db: Db,
  timeouts: Partial<typeof LONG_WORK>,
  isLocal: boolean,
): Promise<void> {
  for (const [name, value] of Object.entries(timeouts)) {
    await sql`select set_config(${name}, ${value}, ${isLocal})`.execute(db)
  }
}

const LONG_WORK = {
  statement_timeout: '10min',
  lock_timeout: '10min',
  idle_in_transaction_session_timeout: '60s',
}
