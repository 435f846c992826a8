import { newMark, partOf, type Snippet } from '#lib/server/publish/finish-page.ts'

/** Of 3 KB each, for each thread. */
const AT_MOST = 2000

/**
 * The product cards of a thread that publishes: what the same card shows is rendered once, on however
 * many pages it stands.
 */
export class CardSnippets {
  #marks = new Map<string, string>()
  #byMark = new Map<string, Snippet>()

  /** What stands for the text of that key in a page until it is finished. */
  mark(key: string): string | undefined {
    return this.#marks.get(key)
  }

  /** Keeps a text that nothing but its key tells. */
  keep(key: string, rendered: string): string {
    const { html, hasIslands, modules } = partOf('', rendered)
    const mark = newMark()
    this.#marks.set(key, mark)
    this.#byMark.set(mark, { bytes: Buffer.from(html), hasIslands, modules })
    return mark
  }

  readonly byMark = (mark: string): Snippet | undefined => this.#byMark.get(mark)

  /** Makes room; only between batches, whose pages hold marks. @returns whether all that was kept is gone */
  trim(): boolean {
    if (this.#marks.size <= AT_MOST) return false
    this.#marks.clear()
    this.#byMark.clear()
    return true
  }
}
