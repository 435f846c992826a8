/** Failed calls, each about another payment, after which the provider is asked whether it is there. */
const FAILURES = 3
/** How often it is asked again in the background, so that the shop recovers by itself within 30 s (F25). */
const PAUSE_MS = 10_000

/**
 * Circuit breaker: spares shoppers the wait for a gateway that is down. Whether it is down is decided by a
 * neutral question, so that no shopper can lock out others by failing payments of their own.
 */
export class Breaker {
  #failed = new Set<string>()
  #isOpen = false
  #isAsking = false
  #timer: NodeJS.Timeout | undefined
  #isThere: () => Promise<boolean>
  #pauseMs: number

  /** @param isThere asks the provider something that shoppers cannot influence */
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

  /** @param about the payment, order or receipt of the failed call */
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
