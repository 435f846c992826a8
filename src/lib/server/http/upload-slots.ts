/** Files that are held in memory at a time, each of at most 5 MiB (F44). */
const AT_ONCE = 12
/** So that one shopper does not keep the others from theirs. */
const EACH = 2

/** Counts the files that are coming in or being worked on (F44, H11). */
export class UploadSlots {
  #all = 0
  #byUser = new Map<string, number>()

  /** Runs `work` while there is room for one more file of this user; else gives `otherwise`. */
  async hold<Value>(
    userId: string,
    work: () => Promise<Value>,
    otherwise: () => Value,
  ): Promise<Value> {
    const own = this.#byUser.get(userId) ?? 0
    if (this.#all >= AT_ONCE || own >= EACH) return otherwise()
    this.#add(userId, 1)
    try {
      return await work()
    } finally {
      this.#add(userId, -1)
    }
  }

  #add(userId: string, by: 1 | -1): void {
    this.#all += by
    const own = (this.#byUser.get(userId) ?? 0) + by
    if (own > 0) this.#byUser.set(userId, own)
    else this.#byUser.delete(userId)
  }
}
