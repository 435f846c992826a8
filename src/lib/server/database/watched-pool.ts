import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'

/** After this long without an answer, the server is asked about the query. */
const LATE_MS = 1500
const POLL_INTERVAL_MS = 700
/** Consecutive checks without a sign of the query, after which it counts as lost. */
const MAX_MISSES = 2

/**
 * Server-side limits: if a process dies in the middle of a checkout, others can lock its rows again within
 * ten seconds. Long work raises them for its own transaction (`raiseTimeouts`).
 */
const LIMITS = {
  statement_timeout: 60_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 8_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
  // Also limits the wait for a free connection when many buy at once.
  connectionTimeoutMillis: 10_000,
}

/** Thrown if a connection stays silent although the server is not working on its query. */
class ConnectionDark extends Error {
  readonly code = 'ECONNRESET'
}

/**
 * A pool of connections to PostgreSQL that gives up connections when the network goes silent: if an answer is
 * late, the server is asked through a separate connection, and if it is not working on the query, the query
 * is lost (F37).
 */
export class WatchedPool implements PostgresPool {
  readonly options: object
  #pool: pg.Pool
  #url: string
  #clients = new WeakMap<PostgresPoolClient, WatchedClient>()
  #darkAt = -Infinity

  constructor(connectionString: string) {
    this.#url = connectionString
    this.#pool = new pg.Pool({ connectionString, max: 10, ...LIMITS })
    this.options = this.#pool.options
    // Without a listener, a connection that dies while idle would end the process.
    this.#pool.on('error', () => {})
    // The same for one that dies inside a transaction: its next query reports it (F37).
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  async connect(): Promise<PostgresPoolClient> {
    for (;;) {
      const client: PostgresPoolClient = await this.#pool.connect()
      const known = this.#clients.get(client)
      // When a connection went dark, those silent since before that may be dead too.
      if (known && known.answeredAt < this.#darkAt) {
        client.release(true)
        continue
      }
      const watched = known ?? new WatchedClient(client, this.#url, () => this.#noteDark())
      this.#clients.set(client, watched)
      return watched
    }
  }

  #noteDark(): void {
    this.#darkAt = performance.now()
  }

  end(): Promise<void> {
    return this.#pool.end()
  }
}

class WatchedClient implements PostgresPoolClient {
  #client: PostgresPoolClient
  #url: string
  #onDark: () => void
  #isDark = false
  /** When it last got an answer. */
  answeredAt = performance.now()

  constructor(client: PostgresPoolClient, url: string, onDark: () => void) {
    this.#client = client
    this.#url = url
    this.#onDark = onDark
  }

  query<R>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(
    first: string | PostgresCursor<R>,
    parameters: ReadonlyArray<unknown> = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof first !== 'string') return this.#client.query(first)
    if (this.#isDark) return Promise.reject(new ConnectionDark('The connection is dark'))
    return this.#watch(this.#client.query<R>(first, parameters))
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#isDark)
  }

  get processID(): number {
    return this.#client.processID ?? 0
  }

  #watch<Value>(answer: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      let misses = 0
      const ask = async () => {
        misses = (await isAtWork(this.#url, this.processID)) ? 0 : misses + 1
        if (misses < MAX_MISSES) {
          timer = setTimeout(() => void ask(), POLL_INTERVAL_MS)
          return
        }
        this.#isDark = true
        this.#onDark()
        reject(new ConnectionDark('The connection is dark'))
      }
      let timer = setTimeout(() => void ask(), LATE_MS)
      answer.then(resolve, reject).finally(() => {
        clearTimeout(timer)
        misses = -Infinity
        this.answeredAt = performance.now()
      })
    })
  }
}

/** Whether the server may be working for a connection or waiting in it for a lock, i.e. it is not idle. */
async function isAtWork(url: string, processId: number): Promise<boolean> {
  const client = new pg.Client({
    ...{ connectionString: url, connectionTimeoutMillis: LATE_MS, query_timeout: LATE_MS },
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const ask = 'select 1 from pg_stat_activity where pid = $1 and state like $2'
    // Behind a connection pooler the process id is unknown here, and it counts as working.
    const { rows } = await client.query(ask, [processId, 'idle%'])
    return rows.length === 0
  } catch {
    // A server that cannot be asked is unreachable.
    return false
  } finally {
    void client.end().catch(() => {})
  }
}
