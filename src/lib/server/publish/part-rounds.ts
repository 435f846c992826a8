import { isPart, isPartFor, partWants } from './page-parts.ts'
import type { ReadIndex } from './records/read-index.ts'

/**
 * Which pages must be rendered so that pages and parts are up to date. A part is rendered anew with any page
 * that contains it, and all other pages have it at once; they are rendered too only if the part needs other
 * scripts than those at their end.
 */
export class PartRounds {
  #index: ReadIndex
  #stamp: string
  #parts = new Set<string>()
  #made = new Set<string>()
  #tried = new Set<string>()
  /** How many pages are tried next for a part: ever more, as each round is a publish of its own. */
  #share = 1

  /** @param stamp what the pages are made for now */
  constructor(index: ReadIndex, stamp: string) {
    this.#index = index
    this.#stamp = stamp
  }

  /** Notes pages and parts that must be up to date in the end. @returns the pages to render for them */
  add(wanted: string[]): string[] {
    const pages = new Set(wanted.filter((path) => !isPart(path)))
    const parts = Map.groupBy(wanted.filter(isPart), (part) => isPartFor(part, this.#stamp))
    // No page brings a part of another build: all that still have it are made anew, at once.
    for (const page of this.#index.readersOf(parts.get(false) ?? [])) pages.add(page)
    for (const part of parts.get(true) ?? []) {
      const readers = this.#index.readersOf([part])
      // What these brought is out of date.
      this.#made.delete(part)
      for (const page of readers) this.#tried.delete(page)
      this.#parts.add(part)
      // A part comes with any wanted page that contains it, if there is one.
      if (!readers.isDisjointFrom(pages)) continue
      for (const page of readers.values().take(1)) pages.add(page)
    }
    for (const page of pages) this.#tried.add(page)
    return [...pages]
  }

  /** Must be called with each part that was rendered. */
  readonly noteMade = (part: string): void => void this.#made.add(part)

  /** The pages to render next, until there are none. */
  next(): string[] {
    const unmade = [...this.#parts].filter((part) => !this.#made.has(part))
    const pages = new Set([...this.#pagesOfOthers(), ...unmade.flatMap((part) => this.#more(part))])
    for (const page of pages) this.#tried.add(page)
    this.#share *= 2
    return [...pages]
  }

  /** Further pages of a part that did not come with those tried before: these have failed, moved or are gone. */
  #more(part: string): string[] {
    const readers = this.#index.readersOf([part])
    const untried = readers.values().filter((page) => !this.#tried.has(page))
    return [...untried.take(this.#share)]
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
