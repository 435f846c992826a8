import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import type { PublisherCaches } from '#lib/server/catalogue/reads/recorded-reads.ts'
import { latestVersion } from '#lib/server/catalogue/changes.ts'
import { FacetIndexCache } from '#lib/server/catalogue/facet-index/facet-index-cache.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { PageParts } from '#lib/server/publish/page-parts.ts'
import { CardSnippets } from './card-snippets.ts'

/** The most products that are kept, with the texts and lists of their pages: a few megabytes. */
const MAX_PRODUCTS = 500

/**
 * What a publishing thread has read of the catalogue, which stays valid for further batches until a change is
 * announced. So the pages of an edit share what they read, although the edited product is rendered before them.
 */
export class CatalogueCache {
  readonly snippets = new CardSnippets()
  #db: Db
  #facetIndex: FacetIndexCache | undefined
  #kept: { catalogue: Catalogue; publishing: PublisherCaches; version: number } | undefined

  /** @param isLasting whether the thread lives on, so that counting lists in memory pays off */
  constructor(db: Db, isLasting: boolean) {
    this.#db = db
    this.#facetIndex = isLasting ? new FacetIndexCache(db) : undefined
  }

  /** The catalogue as it is now, for a batch of pages with these parts. */
  async of({ keep: keepPart }: Pick<PageParts, 'keep'>): Promise<Catalogue> {
    const isTrimmed = this.snippets.trim()
    // Read first: anything committed while pages are read makes this catalogue out of date.
    const version = await latestVersion(this.#db)
    const isFull = (this.#kept?.catalogue.products.count ?? 0) > MAX_PRODUCTS
    if (isTrimmed || isFull || version !== this.#kept?.version) {
      const publishing = { keepPart, snippets: this.snippets, facetIndex: this.#facetIndex }
      this.#kept = { catalogue: new Catalogue(this.#db, publishing), publishing, version }
    }
    this.#kept.publishing.keepPart = keepPart
    return this.#kept.catalogue
  }

  /** Has everything read again, after something could not be read. */
  forget(): void {
    this.#kept = undefined
  }
}
