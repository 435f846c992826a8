/** The most texts that are kept, of 3 KB each. */
const AT_MOST = 1000

/**
 * Product cards of pages that are rendered on request: each is rendered once for however many pages, and kept
 * while it is asked for. A key contains everything by which texts differ.
 */
export class CardCache {
  #texts = new Map<string, string>()
  #most: number

  constructor(most = AT_MOST) {
    this.#most = most
  }

  /** The kept text of that key: no mark is needed, as nothing is put together later. */
  mark(key: string): string | undefined {
    const text = this.#texts.get(key)
    if (text === undefined) return undefined
    this.#texts.delete(key)
    this.#texts.set(key, text)
    return text
  }

  /** Keeps a text, and drops the one that nobody has asked for the longest if there are too many. */
  keep(key: string, text: string): string {
    this.#texts.set(key, text)
    const [oldest] = this.#texts.keys()
    if (this.#texts.size > this.#most && oldest !== undefined) this.#texts.delete(oldest)
    return text
  }
}
