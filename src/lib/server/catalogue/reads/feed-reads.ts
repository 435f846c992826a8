import { type FeedParts, feedPartsOf } from '#lib/server/catalogue/feed-parts.ts'
import {
  loadSitemapChunk,
  loadSitemapChunks,
  type SitemapProduct,
} from '#lib/server/catalogue/sitemap-chunks.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { RecordedReads } from './recorded-reads.ts'

/** What a catalogue tells other programs: sitemaps and the merchant feed. */
export class FeedReads {
  readonly #db: Db
  readonly #reads: RecordedReads

  constructor(db: Db, reads: RecordedReads) {
    this.#db = db
    this.#reads = reads
  }

  /** Product pages of one sitemap file, each with the time of its last change. */
  sitemapChunk(chunk: number): Promise<SitemapProduct[]> {
    this.#reads.note(`chunk:${chunk}`)
    return this.#reads.keep(`chunk:${chunk}`, () => loadSitemapChunk(this.#db, chunk))
  }

  /** The numbers of the sitemap files that are not empty. */
  sitemapChunks(): Promise<number[]> {
    this.#reads.note('chunks')
    return this.#reads.keep('chunks', () => loadSitemapChunks(this.#db))
  }

  /** The merchant feed's items, in parts that are kept from one publish to the next. */
  async feedParts(origin: string): Promise<FeedParts> {
    this.#reads.note('categories')
    for (const chunk of await this.sitemapChunks()) this.#reads.note(`chunk:${chunk}`)
    return feedPartsOf(this.#db, origin)
  }
}
