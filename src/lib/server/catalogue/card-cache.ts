/** Of 3 KB each. */
const AT_MOST = 1000

/**
 * Product cards of pages that are made on request: what a card shows is rendered once for however many pages, and
 * kept while it is asked for. What tells a text from another stands whole in its key.
 */
export class CardCache {
  #texts = new Map<string, string>()
  #most: number

  constructor(most = AT_MOST) {
    this.#most = most
  }

  /** The text of that key itself: where nothing is put together later it needs no mark. */
  mark(key: string): string | undefined {
    const text = this.#texts.get(key)
    if (text === undefined) return undefined
    this.#texts.delete(key)
    this.#texts.set(key, text)
    return text
  }

  /** Keeps a text, and lets go of what nobody has asked for the longest. */
  keep(key: string, text: string): string {
    this.#texts.set(key, text)
    const [oldest] = this.#texts.keys()
    if (this.#texts.size > this.#most && oldest !== undefined) this.#texts.delete(oldest)
    return text
  }
}
