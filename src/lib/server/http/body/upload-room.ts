/** Bytes of pictures that are in memory at a time (F44). */
const MOST_BYTES = 60 * 2 ** 20
/** So that one shopper does not keep the others from theirs. */
const EACH = 2

/** Asks for room for so many bytes more; false when there is none. */
export type TakeRoom = (bytes: number) => boolean

/**
 * The memory that pictures take while they come in or are worked on (F44, H11). It is counted by what
 * has come in: who sends by drops takes up no more room than drops.
 */
export class UploadRoom {
  #bytes = 0
  #byUser = new Map<string, number>()

  /** Runs `work`, unless this user has as many files on the way as one may; then gives `otherwise`. */
  async hold<Value>(
    userId: string,
    work: (take: TakeRoom) => Promise<Value>,
    otherwise: () => Value,
  ): Promise<Value> {
    if ((this.#byUser.get(userId) ?? 0) >= EACH) return otherwise()
    this.#count(userId, 1)
    let own = 0
    try {
      return await work((bytes) => {
        if (this.#bytes + bytes > MOST_BYTES) return false
        this.#bytes += bytes
        own += bytes
        return true
      })
    } finally {
      this.#bytes -= own
      this.#count(userId, -1)
    }
  }

  #count(userId: string, by: 1 | -1): void {
    const own = (this.#byUser.get(userId) ?? 0) + by
    if (own > 0) this.#byUser.set(userId, own)
    else this.#byUser.delete(userId)
  }
}
