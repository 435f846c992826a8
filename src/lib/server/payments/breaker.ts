/** Failures in a row after which the gateway counts as being away. */
const FAILURES = 3
/** After this one call is let through again, so that it recovers alone within 30 s (F25). */
const PAUSE_MS = 10_000

/** Does not let shoppers wait for a gateway that is away. */
export class Breaker {
  #failures = 0
  #openUntil = 0
  #now: () => number

  /** @param now monotonic (F45) */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  get isClosed(): boolean {
    return this.#failures < FAILURES || this.#now() >= this.#openUntil
  }

  succeeded(): void {
    this.#failures = 0
  }

  failed(): void {
    this.#failures++
    if (this.#failures >= FAILURES) this.#openUntil = this.#now() + PAUSE_MS
  }
}
