import type { Kysely } from 'kysely'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import type { PublisherCaches } from '#lib/server/catalogue/recorded-reads.ts'
import { latestVersion } from '#lib/server/catalogue/changes.ts'
import { FacetIndexCache } from '#lib/server/catalogue/facet-index/facet-index-cache.ts'
import type { Database } from '#lib/server/database/schema.ts'
import type { PageParts } from '#lib/server/publish/page-parts.ts'
import { CardSnippets } from './card-snippets.ts'

/** So many products are kept, with the texts and lists of their pages: a few megabytes. */
const MAX_PRODUCTS = 500

/**
 * What a thread that publishes has read of the catalogue: good for the next batch, too, as long as nothing was
 * announced. So the pages of an edit share what they read, though its product comes alone before them.
 */
export class CatalogueCache {
  readonly snippets = new CardSnippets()
  #db: Kysely<Database>
  #facetIndex: FacetIndexCache | undefined
  #kept: { catalogue: Catalogue; publishing: PublisherCaches; version: number } | undefined

  /** @param isLasting whether the thread goes on, so that lists are counted in memory */
  constructor(db: Kysely<Database>, isLasting: boolean) {
    this.#db = db
    this.#facetIndex = isLasting ? new FacetIndexCache(db) : undefined
  }

  /** The catalogue as it is now, for a batch of pages with these parts. */
  async of({ keep: keepPart }: Pick<PageParts, 'keep'>): Promise<Catalogue> {
    const isTrimmed = this.snippets.trim()
    // Read first: what is committed while pages are read makes this one old.
    const version = await latestVersion(this.#db)
    const isFull = (this.#kept?.catalogue.productCount ?? 0) > MAX_PRODUCTS
    if (isTrimmed || isFull || version !== this.#kept?.version) {
      const publishing = { keepPart, snippets: this.snippets, facetIndex: this.#facetIndex }
      this.#kept = { catalogue: new Catalogue(this.#db, publishing), publishing, version }
    }
    this.#kept.publishing.keepPart = keepPart
    return this.#kept.catalogue
  }

  /** What could not be read is read again. */
  forget(): void {
    this.#kept = undefined
  }
}
