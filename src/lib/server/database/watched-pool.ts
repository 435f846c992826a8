import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'

/** An answer that is late for so long is asked after. */
const LATE_MS = 1500
const POLL_INTERVAL_MS = 700
/** So often in a row nobody must know of the question, until it counts as lost. */
const MAX_MISSES = 2

/**
 * Limits on the server's side: of a process that vanished in the middle of a checkout others get their
 * rows back within ten seconds. Long work says otherwise for its own transaction (`takeTime`).
 */
const LIMITS = {
  statement_timeout: 60_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 8_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
  // Also the wait for one that is free, where many buy at once.
  connectionTimeoutMillis: 10_000,
}

/** Thrown when a connection gives no answer any more, though the server has none to give. */
class ConnectionDark extends Error {
  readonly code = 'ECONNRESET'
}

/**
 * Connections to PostgreSQL that are given up when the network goes dark: a question that is late is
 * asked after by a connection of its own, and where the server is not at work on it, it is lost (F37).
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
    // Without a listener a connection that dies while idle would end the process.
    this.#pool.on('error', () => {})
    // And one that dies inside a transaction: the query that comes next says so (F37).
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  async connect(): Promise<PostgresPoolClient> {
    for (;;) {
      const client: PostgresPoolClient = await this.#pool.connect()
      const known = this.#clients.get(client)
      // Where one went dark, those that said nothing since may have gone with it.
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
  /** When it gave its last answer. */
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

/** Whether the server may be at work for a connection, or wait in it for a lock: it is not idle. */
async function isAtWork(url: string, processId: number): Promise<boolean> {
  const client = new pg.Client({
    ...{ connectionString: url, connectionTimeoutMillis: LATE_MS, query_timeout: LATE_MS },
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const ask = 'select 1 from pg_stat_activity where pid = $1 and state like $2'
    // Behind a pooler of connections the number is not known here: then nothing can be said.
    const { rows } = await client.query(ask, [processId, 'idle%'])
    return rows.length === 0
  } catch {
    // Whoever cannot be asked is away.
    return false
  } finally {
    void client.end().catch(() => {})
  }
}
