import { isPart, partWants } from './page-parts.ts'
import type { ReadIndex } from './records/read-index.ts'

/**
 * Which pages must be rendered so that pages and parts are up to date. A part is rendered anew with any page
 * that contains it, and all other pages have it at once; they are rendered too only if the part needs other
 * scripts than those at their end.
 */
export class PartRounds {
  #index: ReadIndex
  #parts: string[]
  #made = new Set<string>()
  #tried: Set<string>

  constructor(index: ReadIndex, wanted: string[]) {
    this.#index = index
    this.#parts = wanted.filter(isPart)
    this.#tried = new Set(wanted.filter((path) => !isPart(path)))
    // A part comes with any wanted page that contains it, if there is one.
    const isComing = (part: string) => !index.readersOf([part]).isDisjointFrom(this.#tried)
    const missing = this.#parts.filter((part) => !isComing(part))
    for (const page of this.#pagesOf(missing)) this.#tried.add(page)
  }

  /** The pages to render first. */
  first(): string[] {
    return [...this.#tried]
  }

  /** Must be called with each part that was rendered. */
  readonly noteMade = (part: string): void => void this.#made.add(part)

  /** The pages to render next, until there are none. */
  next(): string[] {
    const unmade = this.#parts.filter((part) => !this.#made.has(part))
    const pages = new Set([...this.#pagesOfOthers(), ...this.#pagesOf(unmade)])
    for (const page of pages) this.#tried.add(page)
    return [...pages]
  }

  /** One more page for each part: those that were tried before have failed or are gone. */
  #pagesOf(parts: string[]): string[] {
    return parts.flatMap((part) => {
      const page = this.#index
        .readersOf([part])
        .values()
        .find((reader) => !this.#tried.has(reader))
      return page === undefined ? [] : [page]
    })
  }

  /** Pages whose scripts are for what a part was before. */
  #pagesOfOthers(): string[] {
    const pages: string[] = []
    for (const part of this.#made) {
      const current = partWants(part, this.#index.fingerprint(part) ?? '')
      for (const page of this.#index.readersWithout(part, current)) {
        if (!this.#tried.has(page)) pages.push(page)
      }
    }
    return pages
  }
}
