import { isPart, partWants } from './page-parts.ts'
import type { ReadIndex } from './records/read-index.ts'

/**
 * Which pages are rendered so that pages and parts are what they should be. A part is made anew with any
 * page that has it, and lies beside the others at once; they are rendered too only where it asks for
 * other scripts than they end with.
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
    // With any of the wanted pages that have it, if there is one.
    const isComing = (part: string) => !index.readersOf([part]).isDisjointFrom(this.#tried)
    const missing = this.#parts.filter((part) => !isComing(part))
    for (const page of this.#pagesOf(missing)) this.#tried.add(page)
  }

  /** What is to be rendered first. */
  first(): string[] {
    return [...this.#tried]
  }

  /** To be told of each part that was rendered. */
  readonly noteMade = (part: string): void => void this.#made.add(part)

  /** What is to be rendered after that, until nothing is. */
  next(): string[] {
    const unmade = this.#parts.filter((part) => !this.#made.has(part))
    const pages = new Set([...this.#pagesOfOthers(), ...this.#pagesOf(unmade)])
    for (const page of pages) this.#tried.add(page)
    return [...pages]
  }

  /** One more page of each: those before have failed, or are gone. */
  #pagesOf(parts: string[]): string[] {
    return parts.flatMap((part) => {
      const page = this.#index
        .readersOf([part])
        .values()
        .find((reader) => !this.#tried.has(reader))
      return page === undefined ? [] : [page]
    })
  }

  /** Pages that end with scripts for what a part was before. */
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
