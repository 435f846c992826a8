/** Failures after which the provider itself is asked whether it is there; each about another payment. */
const FAILURES = 3
/** After this it is asked again, by nobody who waits, so that it recovers alone within 30 s (F25). */
const PAUSE_MS = 10_000

/**
 * Does not let shoppers wait for a gateway that is away. That it is away is said by a question about
 * nothing of theirs: whatever fails about payments, no shopper can have the others kept from paying.
 */
export class Breaker {
  #failed = new Set<string>()
  #isOpen = false
  #isAsking = false
  #timer: NodeJS.Timeout | undefined
  #isThere: () => Promise<boolean>
  #pauseMs: number

  /** @param isThere asks the provider something that no shopper has a part in */
  constructor(isThere: () => Promise<boolean>, pauseMs = PAUSE_MS) {
    this.#isThere = isThere
    this.#pauseMs = pauseMs
  }

  get isClosed(): boolean {
    return !this.#isOpen
  }

  succeeded(): void {
    this.#failed.clear()
    this.#isOpen = false
  }

  /** @param about the payment, order or receipt that was asked for */
  failed(about: string): void {
    this.#failed.add(about)
    if (this.#failed.size >= FAILURES && !this.#isAsking) void this.#ask()
  }

  async #ask(): Promise<void> {
    this.#isAsking = true
    const isThere = await this.#isThere()
    this.#isAsking = false
    if (isThere) return this.succeeded()
    this.#isOpen = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (this.#isOpen) void this.#ask()
    }, this.#pauseMs).unref()
  }
}
