/** Bytes of pictures held in memory at any time (F44). */
const MAX_BYTES = 60 * 2 ** 20
/** Uploads that one user may have in progress, so that nobody locks out the others. */
const EACH = 2
/** An upload cannot be evicted before it has had this long, however full the room is. */
const GRACE_MS = 10_000

/** An upload's share of the room while it arrives. */
export type UploadSlot = {
  /** Asks for room for this many more bytes; false if there is none. */
  take: (bytes: number) => boolean
  /** Aborted when this upload is evicted to make room: the data is no longer wanted. */
  signal: AbortSignal
  /** Call it when everything has arrived: from then on this upload is not evicted. */
  arrived: () => void
}

type Held = { userId: string; bytes: number; since: number; eviction: AbortController }

/**
 * The room for uploads that are arriving or being processed (F44, H11). It is counted by bytes received, so a
 * slow sender takes up little. When the room is full, an upload of the user who fills the most of it is
 * evicted, once it has had its grace period.
 */
export class UploadRoom {
  #most: number
  #graceMs: number
  #bytes = 0
  #byUser = new Map<string, number>()
  #coming = new Set<Held>()

  constructor({ most = MAX_BYTES, graceMs = GRACE_MS } = {}) {
    this.#most = most
    this.#graceMs = graceMs
  }

  /** Runs `work`, or `otherwise` if this user has the maximum of uploads in progress already. */
  async hold<Value>(
    userId: string,
    work: (place: UploadSlot) => Promise<Value>,
    otherwise: () => Value,
  ): Promise<Value> {
    if ((this.#byUser.get(userId) ?? 0) >= EACH) return otherwise()
    this.#count(userId, 1)
    const held = { userId, bytes: 0, since: performance.now(), eviction: new AbortController() }
    this.#coming.add(held)
    try {
      return await work({
        take: (bytes) => this.#take(held, bytes),
        signal: held.eviction.signal,
        arrived: () => void this.#coming.delete(held),
      })
    } finally {
      this.#free(held)
      this.#count(userId, -1)
    }
  }

  #take(held: Held, bytes: number): boolean {
    while (this.#bytes + bytes > this.#most) if (!this.#makeRoom(held)) return false
    this.#bytes += bytes
    held.bytes += bytes
    return true
  }

  /** Evicts an upload. @returns false if there is none to evict */
  #makeRoom(asking: Held): boolean {
    const old = performance.now() - this.#graceMs
    const others = [...this.#coming].filter((one) => one !== asking && one.since <= old)
    const filled = (userId: string) =>
      others.reduce((sum, one) => sum + (one.userId === userId ? one.bytes : 0), 0)
    const [first] = others.toSorted(
      (a, b) => filled(b.userId) - filled(a.userId) || a.since - b.since,
    )
    if (!first || first.bytes === 0) return false
    this.#free(first)
    first.eviction.abort()
    return true
  }

  #free(held: Held): void {
    this.#coming.delete(held)
    this.#bytes -= held.bytes
    held.bytes = 0
  }

  #count(userId: string, by: 1 | -1): void {
    const own = (this.#byUser.get(userId) ?? 0) + by
    if (own > 0) this.#byUser.set(userId, own)
    else this.#byUser.delete(userId)
  }
}
