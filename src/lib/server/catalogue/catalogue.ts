import type { Banner, Category, CategoryRef } from '#lib/catalogue/product.ts'
import type { ContentEntry, ContentKind, ContentPage } from '#lib/catalogue/content.ts'
import type { Shop } from '#lib/shop.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { loadBanners } from './banners.ts'
import { loadCategories, categoryRead } from './categories.ts'
import { loadContent, loadContentPage } from './content.ts'
import { loadDeliveryPins } from './delivery-lines.ts'
import { FeedReads } from './reads/feed-reads.ts'
import { ListReads } from './reads/list-reads.ts'
import { ProductReads } from './reads/product-reads.ts'
import { type PublisherCaches, RecordedReads } from './reads/recorded-reads.ts'
import { loadShop, shopRead } from './shop-json.ts'

/** A category or sub-category, with its parent, if any, and the top category it belongs to. */
export type CategoryInTree = CategoryRef & { parent: CategoryRef | null; category: Category }

/**
 * Reads the catalogue and records the name of everything that is read, so that the publisher knows which pages
 * a change touches. What was read is kept as long as the object lives: for one request, or for a publisher
 * until the next change. What stands on every page, and texts, are here; products, lists and feeds in parts.
 */
export class Catalogue {
  readonly #db: Db
  readonly #reads: RecordedReads
  readonly products: ProductReads
  readonly lists: ListReads
  readonly feeds: FeedReads

  /** With `publishing`, parts are kept apart from their pages; `snippets` outlive this catalogue. */
  constructor(db: Db, publishing?: PublisherCaches, snippets = publishing?.snippets) {
    this.#db = db
    this.#reads = new RecordedReads(publishing, snippets)
    this.products = new ProductReads(db, this.#reads)
    const { products } = this
    this.lists = new ListReads(db, this.#reads, { products, facetIndex: publishing?.facetIndex })
    this.feeds = new FeedReads(db, this.#reads)
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
    this.#reads.note(category ? categoryRead(id) : 'categories')
    return category && { id, name: category.name, parent: null, category }
  }

  /** The sub-category of that id; undefined when there is none. */
  async subcat(id: string): Promise<CategoryInTree | undefined> {
    for (const category of await this.#categories()) {
      const child = category.children.find((found) => found.id === id)
      if (!child) continue
      this.#reads.note(categoryRead(category.id))
      return { ...child, parent: { id: category.id, name: category.name }, category }
    }
    this.#reads.note('categories')
    return undefined
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

  #categories(): Promise<Category[]> {
    return this.#reads.keep('categories', () => loadCategories(this.#db))
  }

  #content(kind: ContentKind): Promise<ContentEntry[]> {
    return this.#reads.keep(`content:list:${kind}`, () => loadContent(this.#db, kind))
  }
}
