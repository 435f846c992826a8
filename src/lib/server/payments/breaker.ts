/** Failures after which the gateway counts as being away; each about another payment or order. */
const FAILURES = 3
/** After this one call is let through again, so that it recovers alone within 30 s (F25). */
const PAUSE_MS = 10_000

/**
 * Does not let shoppers wait for a gateway that is away. What fails again and again about one payment
 * counts once: no shopper can have the others kept from paying.
 */
export class Breaker {
  #failed = new Set<string>()
  #openUntil = 0
  #now: () => number

  /** @param now monotonic (F45) */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  get isClosed(): boolean {
    return this.#failed.size < FAILURES || this.#now() >= this.#openUntil
  }

  succeeded(): void {
    this.#failed.clear()
  }

  /** @param about the payment, order or receipt that was asked for */
  failed(about: string): void {
    this.#failed.add(about)
    if (this.#failed.size >= FAILURES) this.#openUntil = this.#now() + PAUSE_MS
  }
}
