import type { Waiting } from '#lib/counter/waiting.ts'
import type { Db } from '#lib/server/database/schema.ts'

/** How often to look for new orders. */
const POLL_INTERVAL_MS = 250

/** Orders that nobody has accepted: how many, and the number of the newest. */
export async function findWaiting(db: Db): Promise<Waiting> {
  const rows = await db
    .selectFrom('orders')
    .select(['number', 'created_at'])
    .where('status', 'in', ['pending', 'confirmed'])
    .where('accepted_at', 'is', null)
    .where('ended', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
  return { waiting: rows.length, newest: rows[0]?.number ?? '' }
}

/** Tells its listeners when the waiting orders change; looks only while anybody listens. */
export class Ring {
  #db: Db
  #listeners = new Set<(waiting: Waiting) => void>()
  #timer: NodeJS.Timeout | undefined
  #last = ''

  constructor(db: Db) {
    this.#db = db
  }

  /** The number of listeners. */
  get size(): number {
    return this.#listeners.size
  }

  /** Adds a listener, which is told the present state at once. @returns a function that removes it */
  listen(listener: (waiting: Waiting) => void): () => void {
    this.#listeners.add(listener)
    void findWaiting(this.#db).then(listener, () => {})
    if (!this.#timer) this.#look()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      clearTimeout(this.#timer)
      this.#timer = undefined
    }
  }

  #look(): void {
    this.#timer = setTimeout(() => {
      void findWaiting(this.#db)
        .then((waiting) => this.#tell(waiting))
        // While the database is unavailable, nothing is announced.
        .catch(() => {})
        .finally(() => {
          if (this.#listeners.size > 0) this.#look()
        })
    }, POLL_INTERVAL_MS)
    this.#timer.unref()
  }

  #tell(waiting: Waiting): void {
    const text = JSON.stringify(waiting)
    if (text === this.#last) return
    this.#last = text
    for (const listener of this.#listeners) listener(waiting)
  }
}
