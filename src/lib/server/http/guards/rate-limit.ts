import { withNetworkAround } from './forwarded.ts'

/** How often one address, account or cart may ask for something (rules.ts). */
export type Rule = {
  name: string
  limit: number
  windowMs: number
  /** Whether each guest cart behind an address has a share of its own as well (G20). */
  isOfCarts?: boolean
}

type Bucket = { tokens: number; filledAt: number }

const MAX_BUCKETS = 50_000

/**
 * Token buckets in memory, one per rule and key (H10h). When there are too many, those unused for longest are
 * dropped first.
 */
export class RateLimit {
  #buckets = new Map<string, Bucket>()
  #scale: number
  #now: () => number

  /** @param now monotonic, so that a jump of the wall clock changes no limit (F45) */
  constructor(scale: number, now = () => performance.now()) {
    this.#scale = scale
    this.#now = now
  }

  /** Takes a token, of a network of IPv6 two. @returns 0, or the seconds to wait for the next one */
  take(rule: Rule, key: string): number {
    for (const counted of withNetworkAround(rule, key)) {
      const wait = this.#take(...counted)
      if (wait > 0) return wait
    }
    return 0
  }

  #take(rule: Rule, key: string): number {
    const limit = Math.max(1, Math.floor(rule.limit * this.#scale))
    const perMs = limit / rule.windowMs
    const now = this.#now()
    const name = `${rule.name} ${key}`
    const bucket = this.#buckets.get(name) ?? { tokens: limit, filledAt: now }
    bucket.tokens = Math.min(limit, bucket.tokens + (now - bucket.filledAt) * perMs)
    bucket.filledAt = now
    this.#buckets.delete(name)
    this.#buckets.set(name, bucket)
    if (this.#buckets.size > MAX_BUCKETS) this.#forgetOldest()
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / perMs / 1000)
    bucket.tokens -= 1
    return 0
  }

  /** The number of buckets in memory. */
  get size(): number {
    return this.#buckets.size
  }

  #forgetOldest(): void {
    for (const name of this.#buckets.keys()) {
      if (this.#buckets.size <= MAX_BUCKETS * 0.9) return
      this.#buckets.delete(name)
    }
  }
}
