import type { Narrowing } from '#lib/catalogue/facets.ts'
import type { Card, Product } from '#lib/catalogue/product.ts'
import { type Brand, loadBrands } from '#lib/server/catalogue/brands.ts'
import { loadNarrowing } from '#lib/server/catalogue/facet-index/load-facet-index.ts'
import {
  countsKey,
  pricesKey,
  LISTING_PAGE_SIZE,
  listKey,
  type ListName,
  loadList,
  loadLowestPrice,
  type ListingFilter,
  type ListingName,
} from '#lib/server/catalogue/lists.ts'
import { relatedIds } from '#lib/server/catalogue/related.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { ProductReads } from './product-reads.ts'
import type { PublisherCaches, RecordedReads } from './recorded-reads.ts'

/** Matches nothing: for a brand that has no products any more. */
const NOTHING: ListingFilter = { brands: [''] }

/** The lists of a catalogue: their products, what they can be narrowed to, and brands. */
export class ListReads {
  readonly #db: Db
  readonly #reads: RecordedReads
  readonly #products: ProductReads
  readonly #facetIndex: PublisherCaches['facetIndex']

  constructor(
    db: Db,
    reads: RecordedReads,
    { products, facetIndex }: { products: ProductReads; facetIndex: PublisherCaches['facetIndex'] },
  ) {
    this.#db = db
    this.#reads = reads
    this.#products = products
    this.#facetIndex = facetIndex
  }

  /** Ids of a list, newest first and then in the order of the file. */
  ids(name: ListName): Promise<string[]> {
    const key = listKey(name)
    this.#reads.note(key)
    return this.#reads.keep(key, async () => {
      if (typeof name === 'string') return loadList(this.#db, name)
      const place = await this.#listingOf(name)
      return place ? loadList(this.#db, place) : []
    })
  }

  /** One page of a list with its cards; `pageCount` is at least 1. */
  async page(name: ListName, page: number) {
    const ids = await this.ids(name)
    const pageCount = Math.max(1, Math.ceil(ids.length / LISTING_PAGE_SIZE))
    const first = (page - 1) * LISTING_PAGE_SIZE
    const cards = await this.#products.cards(ids.slice(first, first + LISTING_PAGE_SIZE))
    return { cards, total: ids.length, pageCount }
  }

  /** What a list can be narrowed to, with the numbers of products. */
  narrowing(name: ListingName): Promise<Narrowing> {
    const key = countsKey(name)
    // Products that join or leave the list change the counts, too.
    for (const read of [listKey(name), pricesKey(name), key]) this.#reads.note(read)
    return this.#reads.keep(key, async () => {
      if (this.#facetIndex) return this.#facetIndex.narrowing(name)
      return loadNarrowing(this.#db, (await this.#listingOf(name)) ?? NOTHING)
    })
  }

  /** The lowest price of a list; undefined where it is empty. */
  lowestPrice(name: ListingName): Promise<number | undefined> {
    const key = pricesKey(name)
    for (const read of [listKey(name), key]) this.#reads.note(read)
    return this.#reads.keep(key, async () => {
      const place = await this.#listingOf(name)
      return place && loadLowestPrice(this.#db, place)
    })
  }

  /** A brand with products on sale; undefined when there is none of that id. */
  async brand(id: string): Promise<Brand | undefined> {
    this.#reads.note(`brand:${id}`)
    return (await this.#brands()).get(id)
  }

  /** All brands that have a page, in the order of their ids. */
  async brands(): Promise<Brand[]> {
    this.#reads.note('brands')
    return [...(await this.#brands()).values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** Cards of products like this one, the nearest first (related.ts). */
  async related(product: Product, count = 10): Promise<Card[]> {
    return this.#products.cards(await relatedIds(product, (filter) => this.ids(filter), count))
  }

  #brands(): Promise<Map<string, Brand>> {
    return this.#reads.keep(':brands', () => loadBrands(this.#db))
  }

  async #listingOf(name: ListingName): Promise<ListingFilter | undefined> {
    if (!('brandId' in name)) return name
    const brand = (await this.#brands()).get(name.brandId)
    return brand && { brands: brand.names }
  }
}
