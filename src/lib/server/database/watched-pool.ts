import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'

/** After this long without an answer, the server is asked about the query. */
const LATE_MS = 1500
const POLL_INTERVAL_MS = 700
/** Consecutive checks without a sign of the query, after which it counts as lost. */
const MAX_MISSES = 2

/**
 * Server-side limits: if a process dies in the middle of a checkout, others can lock its rows again within
 * ten seconds. Long work raises them for its own transaction (`raiseTimeouts`), migrations for their connection.
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
      return known ?? (await this.#watch(client))
    }
  }

  async #watch(client: PostgresPoolClient): Promise<WatchedClient> {
    const watched = new WatchedClient(client, this.#url, () => this.#noteDark())
    try {
      await watched.learnProcess()
    } catch (error) {
      watched.release(true)
      throw error
    }
    this.#clients.set(client, watched)
    return watched
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
  /** Whether the server knows the connection by its process id, which no pooler in between has changed. */
  #isDirect = false
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

  /** To be called once, before the first query. */
  async learnProcess(): Promise<void> {
    const { rows } = await this.query<{ pid: number }>('select pg_backend_pid() as pid', [])
    this.#isDirect = rows[0]?.pid === this.processID
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#isDark)
  }

  get processID(): number {
    return this.#client.processID ?? 0
  }

  /** Whether the server may be working for this connection or waiting in it for a lock, i.e. it is not idle. */
  async #isAtWork(): Promise<boolean> {
    const found = await askAbout(this.#url, this.processID)
    // After a failover the new primary does not know the connection. Behind a pooler none does.
    return found === 'unknown' ? !this.#isDirect : found === 'work'
  }

  #watch<Value>(answer: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      let misses = 0
      const ask = async () => {
        misses = (await this.#isAtWork()) ? 0 : misses + 1
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

/** What the server that is there now does for a process: `unknown` also if it is another server than before. */
async function askAbout(url: string, processId: number): Promise<'idle' | 'work' | 'unknown'> {
  const client = new pg.Client({
    ...{ connectionString: url, connectionTimeoutMillis: LATE_MS, query_timeout: LATE_MS },
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const ask = `select state like 'idle%' as idle from pg_stat_activity where pid = $1`
    const { rows } = await client.query<{ idle: boolean | null }>(ask, [processId])
    if (!rows[0]) return 'unknown'
    return rows[0].idle === true ? 'idle' : 'work'
  } catch {
    // A server that cannot be asked is unreachable.
    return 'idle'
  } finally {
    void client.end().catch(() => {})
  }
}
