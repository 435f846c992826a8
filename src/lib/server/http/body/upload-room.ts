/** Bytes of pictures that are in memory at a time (F44). */
const MAX_BYTES = 60 * 2 ** 20
/** So that one sender does not keep the others from theirs. */
const EACH = 2
/** Nobody gives way to others before this, however full it is. */
const GRACE_MS = 10_000

/** What one sender fills while a file comes in. */
export type UploadSlot = {
  /** Asks for room for so many bytes more; false when there is none. */
  take: (bytes: number) => boolean
  /** Aborted when it gives way to another: what came in is not wanted any more. */
  signal: AbortSignal
  /** All has come in: it gives way to nobody from here on. */
  arrived: () => void
}

type Held = { userId: string; bytes: number; since: number; eviction: AbortController }

/**
 * The room that files take while they come in or are worked on (F44, H11). It is counted by what has come in: who sends
 * by drops takes up no more than drops. Where it is full, who has filled the most of it for a while gives way.
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

  /** Runs `work`, unless this user has as many files on the way as one may; then gives `otherwise`. */
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

  /** @returns false where nobody is to give way */
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
