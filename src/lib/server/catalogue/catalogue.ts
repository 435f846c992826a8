import type {
  Banner,
  Card,
  Category,
  CategoryRef,
  Product,
  Review,
} from '#lib/catalogue/product.ts'
import type { ContentEntry, ContentKind, ContentPage } from '#lib/catalogue/content.ts'
import { variantsOf } from '#lib/catalogue/variant.ts'
import type { Narrowing } from '#lib/catalogue/facets.ts'
import type { Shop } from '#lib/shop.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { type Brand, loadBrands } from './brands.ts'
import { loadContent, loadContentPage } from './content.ts'
import { type FeedParts, feedPartsOf } from './feed-parts.ts'
import { loadNarrowing } from './facet-index/load-facet-index.ts'
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
  toCard,
} from './lists.ts'
import { loadNamesake, titleKey } from './namesakes.ts'
import { type PublisherCaches, RecordedReads } from './recorded-reads.ts'
import { relatedIds } from './related.ts'
import { loadReviews } from './reviews.ts'
import { loadProducts } from './rows.ts'
import { loadSitemapChunk, loadSitemapChunks } from './sitemap-chunks.ts'
import {
  loadBanners,
  loadCategories,
  loadDeliveryPins,
  loadShop,
  placeKey,
  shopRead,
} from './shell.ts'

/** A category or sub-category, with its parent, if any, and the top category it belongs to. */
export type CategoryInTree = CategoryRef & { parent: CategoryRef | null; category: Category }

/** Matches nothing: for a brand that has no products any more. */
const NOTHING: ListingFilter = { brands: [''] }

/**
 * Reads the catalogue and records the name of everything that is read, so that the publisher knows which pages
 * a change touches. What was read is kept as long as the object lives: for one request, or for a publisher
 * until the next change.
 */
export class Catalogue {
  #db: Db
  #products = new Map<string, Promise<Product | undefined>>()
  #cards = new WeakMap<Product, Card>()
  #facetIndex: PublisherCaches['facetIndex']
  readonly #reads: RecordedReads

  /** With `publishing`, parts are kept apart from their pages; `snippets` outlive this catalogue. */
  constructor(db: Db, publishing?: PublisherCaches, snippets = publishing?.snippets) {
    this.#db = db
    this.#facetIndex = publishing?.facetIndex
    this.#reads = new RecordedReads(publishing, snippets)
  }

  /** Runs `work` and gives the names of what it read, including what kept texts had read when they were rendered. */
  recorded<Value>(work: () => Promise<Value>): Promise<{ value: Value; reads: Set<string> }> {
    return this.#reads.recorded(work)
  }

  /**
   * What `render` makes of `content`, rendered only once; what it reads besides counts for every page that uses
   * it.
   */
  renderOnce(kind: string, content: object, render: () => Promise<string>): Promise<string> {
    return this.#reads.renderOnce(kind, content, render)
  }

  /**
   * A part that many pages share. Where it is kept apart, a mark stands for it, and its reads are recorded for
   * it alone.
   */
  part(key: string, render: () => Promise<string>): Promise<string> {
    return this.#reads.part(key, render)
  }

  /** The shop's own data. Reads of it are recorded by field: another slogan touches only the pages that show it. */
  async shop(): Promise<Shop> {
    const shop = await this.#reads.keep('shop', () => loadShop(this.#db))
    return new Proxy(shop, {
      get: (fields, field) => {
        if (typeof field === 'string' && field in fields) this.#reads.note(shopRead(field))
        return Reflect.get(fields, field)
      },
    })
  }

  /** Top categories with their sub-categories, in the shop's order. */
  categories(): Promise<Category[]> {
    this.#reads.note('categories')
    return this.#categories()
  }

  banners(): Promise<Banner[]> {
    this.#reads.note('banners')
    return this.#reads.keep('banners', () => loadBanners(this.#db))
  }

  /** The beginnings of the PIN codes that the shop delivers to, in order; none if it delivers everywhere. */
  deliveryPins(): Promise<string[]> {
    this.#reads.note('delivery')
    return this.#reads.keep('delivery', () => loadDeliveryPins(this.#db))
  }

  /** The category of that id; undefined when there is none. */
  async category(id: string): Promise<CategoryInTree | undefined> {
    const category = (await this.#categories()).find((found) => found.id === id)
    this.#reads.note(category ? placeKey(id) : 'categories')
    return category && { id, name: category.name, parent: null, category }
  }

  /** The sub-category of that id; undefined when there is none. */
  async subcat(id: string): Promise<CategoryInTree | undefined> {
    for (const category of await this.#categories()) {
      const child = category.children.find((found) => found.id === id)
      if (!child) continue
      this.#reads.note(placeKey(category.id))
      return { ...child, parent: { id: category.id, name: category.name }, category }
    }
    this.#reads.note('categories')
    return undefined
  }

  /** Everything about a product on sale; undefined when there is none of that id. */
  product(id: string): Promise<Product | undefined> {
    this.#reads.note(`product:${id}`)
    return this.#product(id)
  }

  /**
   * What tells a product from another of its title: its place, or its SKU if both are in the same place; '' if
   * it has none.
   */
  async titleDistinction(product: Product): Promise<string> {
    const [{ label }] = variantsOf(product)
    const key = `apart:${product.id}`
    const other = await this.#reads.keep(key, () => loadNamesake(this.#db, product))
    if (other) this.#reads.note(`product:${other.id}`)
    // With a namesake in the same place, it does not matter who else has the title.
    if (other?.isBeside) return product.sku
    this.#reads.note(titleKey(product, label))
    return other ? (product.subcat ?? product.category).name : ''
  }

  /** Whether the shop once sold a product of that id, but no longer does. */
  async isWithdrawn(id: string): Promise<boolean> {
    this.#reads.note(`product:${id}`)
    const row = await this.#db
      .selectFrom('product')
      .select('withdrawn_at')
      .where('id', '=', id)
      .executeTakeFirst()
    return typeof row?.withdrawn_at === 'number'
  }

  /**
   * What a product's card shows, as a read of its own: a page that only shows cards is not touched by other
   * edits.
   */
  async card(id: string): Promise<Card | undefined> {
    this.#reads.note(`card:${id}`)
    const product = await this.#product(id)
    return product && this.#cardOf(product)
  }

  /** Cards in the order of `ids`, without the products that are no longer on sale. */
  async cards(ids: string[]): Promise<Card[]> {
    await this.warm(ids)
    const cards: Card[] = []
    for (const id of ids) {
      this.#reads.note(`card:${id}`)
      const product = await this.#products.get(id)
      if (product) cards.push(this.#cardOf(product))
    }
    return cards
  }

  /** Ids of a list, newest first and then in the order of the file. */
  list(name: ListName): Promise<string[]> {
    const key = listKey(name)
    this.#reads.note(key)
    return this.#reads.keep(key, async () => {
      if (typeof name === 'string') return loadList(this.#db, name)
      const place = await this.#listingOf(name)
      return place ? loadList(this.#db, place) : []
    })
  }

  /** One page of a list with its cards; `pageCount` is at least 1. */
  async listPage(name: ListName, page: number) {
    const ids = await this.list(name)
    const pageCount = Math.max(1, Math.ceil(ids.length / LISTING_PAGE_SIZE))
    const first = (page - 1) * LISTING_PAGE_SIZE
    const cards = await this.cards(ids.slice(first, first + LISTING_PAGE_SIZE))
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
    return this.cards(await relatedIds(product, (filter) => this.list(filter), count))
  }

  /** A page of a product's reviews, newest first. */
  async reviews(productId: string, page = 1): Promise<Review[]> {
    const name = `reviews:${productId}`
    this.#reads.note(name)
    const product = await this.#product(productId)
    if (product?.reviewCount === 0) return []
    return this.#reads.keep(`${name}:${page}`, () => loadReviews(this.#db, productId, page))
  }

  /** How many products it holds in memory. */
  get productCount(): number {
    return this.#products.size
  }

  /** Loads products ahead, all in one go; records no reads. */
  async warm(ids: string[]): Promise<void> {
    const wanted = ids.filter((id) => !this.#products.has(id))
    if (wanted.length === 0) return
    const loaded = loadProducts(this.#db, wanted)
    for (const id of wanted)
      this.#products.set(
        id,
        loaded.then((found) => found.get(id)),
      )
    await loaded
  }

  /** Product pages of one sitemap file, each with the time of its last change. */
  sitemapChunk(chunk: number): Promise<{ id: string; changedAt: number; pictures: string[] }[]> {
    this.#reads.note(`chunk:${chunk}`)
    return this.#reads.keep(`chunk:${chunk}`, () => loadSitemapChunk(this.#db, chunk))
  }

  /** The numbers of the sitemap files that are not empty. */
  sitemapChunks(): Promise<number[]> {
    this.#reads.note('chunks')
    return this.#reads.keep('chunks', () => loadSitemapChunks(this.#db))
  }

  /** Pages by title, or articles newest first, without their texts. */
  content(kind: ContentKind): Promise<ContentEntry[]> {
    this.#reads.note(`content:list:${kind}`)
    return this.#content(kind)
  }

  /** Ids and titles of the content pages: all that the footer of every page depends on. */
  async contentLinks(): Promise<{ id: string; title: string }[]> {
    this.#reads.note('content:links')
    return (await this.#content('page')).map(({ id, title }) => ({ id, title }))
  }

  /** One page or article with its text; undefined when there is none of that id. */
  contentPage(kind: ContentKind, id: string): Promise<ContentPage | undefined> {
    this.#reads.note(`content:${kind}:${id}`)
    return this.#reads.keep(`content:${kind}:${id}`, () => loadContentPage(this.#db, kind, id))
  }

  /** The merchant feed's items, in parts that are kept from one publish to the next. */
  async feedParts(origin: string): Promise<FeedParts> {
    this.#reads.note('categories')
    for (const chunk of await this.sitemapChunks()) this.#reads.note(`chunk:${chunk}`)
    return feedPartsOf(this.#db, origin)
  }

  #cardOf(product: Product): Card {
    const card = this.#cards.get(product) ?? toCard(product)
    this.#cards.set(product, card)
    return card
  }

  #categories(): Promise<Category[]> {
    return this.#reads.keep('categories', () => loadCategories(this.#db))
  }

  #content(kind: ContentKind): Promise<ContentEntry[]> {
    return this.#reads.keep(`content:list:${kind}`, () => loadContent(this.#db, kind))
  }

  #brands(): Promise<Map<string, Brand>> {
    return this.#reads.keep(':brands', () => loadBrands(this.#db))
  }

  async #listingOf(name: ListingName): Promise<ListingFilter | undefined> {
    if (!('brandId' in name)) return name
    const brand = (await this.#brands()).get(name.brandId)
    return brand && { brands: brand.names }
  }

  async #product(id: string): Promise<Product | undefined> {
    await this.warm([id])
    return this.#products.get(id)
  }
}
