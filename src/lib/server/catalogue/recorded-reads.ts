import { AsyncLocalStorage } from 'node:async_hooks'
import type { FacetIndexCache } from './facet-index/facet-index-cache.ts'

/** Keeps a part of pages. @returns what stands for it in a page, and what a page reads by having it */
export type KeepPart = (
  key: string,
  html: string,
  reads: Set<string>,
) => { mark: string; reads: string[] }

/** Where texts that the same content always gives are kept, for longer than a catalogue: a mark stands for each. */
export type KeepSnippets = {
  mark: (key: string) => string | undefined
  keep: (key: string, html: string) => string
}

/** Where a publisher keeps what pages have in common; a thread that lives on counts filters in an index of its own. */
export type PublisherCaches = {
  keepPart: KeepPart
  snippets: KeepSnippets
  facetIndex?: Pick<FacetIndexCache, 'narrowing'> | undefined
}

/**
 * Records under its name what a page reads, so that the publisher knows which pages a change touches, and keeps
 * what was read or rendered, for all that asks again.
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

  /** Runs `work` and says what it read, what was kept included. */
  async recorded<Value>(work: () => Promise<Value>): Promise<{ value: Value; reads: Set<string> }> {
    const reads = new Set<string>()
    const value = await this.#reads.run(reads, work)
    return { value, reads }
  }

  /** Records a read. */
  note(name: string): void {
    this.#reads.getStore()?.add(name)
  }

  /** What `load` gave the first time; records nothing by itself. */
  keep<Value>(key: string, load: () => Promise<Value>): Promise<Value> {
    const kept = this.#kept.get(key)
    if (kept) return kept as Promise<Value>
    const loading = load()
    this.#kept.set(key, loading)
    return loading
  }

  /** What `render` makes of `content`, once; what it reads besides counts for every page that uses it. */
  async once(kind: string, content: object, render: () => Promise<string>): Promise<string> {
    const marked = this.#marks.get(content)?.get(kind)
    if (marked !== undefined) return marked
    const key = `${kind}:${JSON.stringify(content)}`
    const snippets = this.#snippets
    const known = snippets?.mark(key)
    if (known !== undefined) return this.#mark(kind, content, known)
    const { value, reads } = await this.#first(key, render)
    // What reads can change while its content stays.
    if (reads.size > 0 || !snippets) return value
    // From here on the mark stands for it.
    this.#kept.delete(key)
    return this.#mark(kind, content, snippets.mark(key) ?? snippets.keep(key, value))
  }

  /** A part that many pages share: where it is kept apart, a mark stands for it, and what it read is its own affair. */
  async part(key: string, render: () => Promise<string>): Promise<string> {
    if (!this.#publishing) return (await this.#first(`part:${key}`, render)).value
    const { value, reads } = await this.keep(`part:${key}`, () => this.recorded(render))
    const part = this.#publishing.keepPart(key, value, reads)
    for (const name of part.reads) this.note(name)
    return part.mark
  }

  /** Remembers what stands for a text, so that the same card is not spelled out again for each page. */
  #mark(kind: string, content: object, mark: string): string {
    const marks = this.#marks.get(content) ?? new Map<string, string>()
    this.#marks.set(content, marks.set(kind, mark))
    return mark
  }

  /** What `render` gave the first time; its reads count for all who ask. */
  async #first(key: string, render: () => Promise<string>) {
    const made = await this.keep(key, () => this.recorded(render))
    for (const name of made.reads) this.note(name)
    return made
  }
}
