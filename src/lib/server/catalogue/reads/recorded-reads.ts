import { AsyncLocalStorage } from 'node:async_hooks'
import type { FacetIndexCache } from '#lib/server/catalogue/facet-index/facet-index-cache.ts'

/** Keeps a part of pages. @returns the mark that stands for it in a page, and what pages read by containing it */
export type KeepPart = (
  key: string,
  html: string,
  reads: Set<string>,
) => { mark: string; reads: string[] }

/**
 * Keeps texts that depend on nothing but their content, for longer than a catalogue lives; a mark stands for
 * each.
 */
export type KeepSnippets = {
  mark: (key: string) => string | undefined
  keep: (key: string, html: string) => string
}

/**
 * Where a publisher keeps what pages have in common; a thread that lives on also has its own index to count
 * filters.
 */
export type PublisherCaches = {
  keepPart: KeepPart
  snippets: KeepSnippets
  facetIndex?: Pick<FacetIndexCache, 'narrowing'> | undefined
}

/**
 * Records the names of what a page reads, so that the publisher knows which pages a change touches, and keeps
 * what was read or rendered for whoever asks again.
 */
export class RecordedReads {
  #reads = new AsyncLocalStorage<Set<string>>()
  #kept = new Map<string, Promise<unknown>>()
  #marks = new WeakMap<object, Map<string, string>>()
  #publishing: PublisherCaches | undefined
  #snippets: KeepSnippets | undefined

  constructor(publishing: PublisherCaches | undefined, snippets: KeepSnippets | undefined) {
    this.#publishing = publishing
    this.#snippets = snippets
  }

  /** Runs `work` and gives the names of what it read, including the reads of what was kept. */
  async recorded<Value>(work: () => Promise<Value>): Promise<{ value: Value; reads: Set<string> }> {
    const reads = new Set<string>()
    const value = await this.#reads.run(reads, work)
    return { value, reads }
  }

  /** Records a read. */
  note(name: string): void {
    this.#reads.getStore()?.add(name)
  }

  /** What `load` gave the first time; records no read. */
  keep<Value>(key: string, load: () => Promise<Value>): Promise<Value> {
    const kept = this.#kept.get(key)
    if (kept) return kept as Promise<Value>
    const loading = load()
    this.#kept.set(key, loading)
    return loading
  }

  /**
   * What `render` makes of `content`, rendered only once; what it reads besides counts for every page that uses
   * it.
   */
  async renderOnce(kind: string, content: object, render: () => Promise<string>): Promise<string> {
    const marked = this.#marks.get(content)?.get(kind)
    if (marked !== undefined) return marked
    const key = `${kind}:${JSON.stringify(content)}`
    const snippets = this.#snippets
    const known = snippets?.mark(key)
    if (known !== undefined) return this.#mark(kind, content, known)
    const { value, reads } = await this.#first(key, render)
    // What it reads can change although its content stays the same.
    if (reads.size > 0 || !snippets) return value
    // From here on the mark stands for the text.
    this.#kept.delete(key)
    return this.#mark(kind, content, snippets.mark(key) ?? snippets.keep(key, value))
  }

  /**
   * A part that many pages share. Where it is kept apart, a mark stands for it, and its reads are recorded for
   * it alone.
   */
  async part(key: string, render: () => Promise<string>): Promise<string> {
    if (!this.#publishing) return (await this.#first(`part:${key}`, render)).value
    const { value, reads } = await this.keep(`part:${key}`, () => this.recorded(render))
    const part = this.#publishing.keepPart(key, value, reads)
    for (const name of part.reads) this.note(name)
    return part.mark
  }

  /** Remembers the mark by the object itself, so that a card need not be spelled out as a key again for each page. */
  #mark(kind: string, content: object, mark: string): string {
    const marks = this.#marks.get(content) ?? new Map<string, string>()
    this.#marks.set(content, marks.set(kind, mark))
    return mark
  }

  /** What `render` gave the first time; its reads count for everybody who asks. */
  async #first(key: string, render: () => Promise<string>) {
    const made = await this.keep(key, () => this.recorded(render))
    for (const name of made.reads) this.note(name)
    return made
  }
}
