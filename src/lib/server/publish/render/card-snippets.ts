import { newMark, partOf, type Snippet } from '#lib/server/publish/finish-page.ts'

/** The most snippets that a thread keeps; each has about 3 KB. */
const AT_MOST = 2000

/** The product cards of a publishing thread: each is rendered once, on however many pages it stands. */
export class CardSnippets {
  #marks = new Map<string, string>()
  #byMark = new Map<string, Snippet>()

  /** The mark that stands for the text of that key in a page until it is finished, if it is kept. */
  mark(key: string): string | undefined {
    return this.#marks.get(key)
  }

  /** Keeps a text that depends on nothing but its key. @returns its mark */
  keep(key: string, rendered: string): string {
    const { html, hasIslands, modules } = partOf('', rendered)
    const mark = newMark()
    this.#marks.set(key, mark)
    this.#byMark.set(mark, { bytes: Buffer.from(html), hasIslands, modules })
    return mark
  }

  readonly byMark = (mark: string): Snippet | undefined => this.#byMark.get(mark)

  /** Makes room by removing all; only between batches, as pages contain marks. @returns whether all were removed */
  trim(): boolean {
    if (this.#marks.size <= AT_MOST) return false
    this.#marks.clear()
    this.#byMark.clear()
    return true
  }
}
