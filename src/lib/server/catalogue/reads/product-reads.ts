import type { Card, Product, Review } from '#lib/catalogue/product.ts'
import { variantsOf } from '#lib/catalogue/variant.ts'
import { toCard } from '#lib/server/catalogue/lists.ts'
import { loadNamesake, titleKey } from '#lib/server/catalogue/namesakes.ts'
import { loadReviews } from '#lib/server/catalogue/reviews.ts'
import { loadProducts } from '#lib/server/catalogue/rows.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { RecordedReads } from './recorded-reads.ts'

/** The products of a catalogue: all about one of them, their cards and reviews. */
export class ProductReads {
  readonly #db: Db
  readonly #reads: RecordedReads
  #products = new Map<string, Promise<Product | undefined>>()
  #cards = new WeakMap<Product, Card>()

  constructor(db: Db, reads: RecordedReads) {
    this.#db = db
    this.#reads = reads
  }

  /** Everything about a product on sale; undefined when there is none of that id. */
  find(id: string): Promise<Product | undefined> {
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

  /** A page of a product's reviews, newest first. */
  async reviews(productId: string, page = 1): Promise<Review[]> {
    const name = `reviews:${productId}`
    this.#reads.note(name)
    const product = await this.#product(productId)
    if (product?.reviewCount === 0) return []
    return this.#reads.keep(`${name}:${page}`, () => loadReviews(this.#db, productId, page))
  }

  /** How many products it holds in memory. */
  get count(): number {
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

  #cardOf(product: Product): Card {
    const card = this.#cards.get(product) ?? toCard(product)
    this.#cards.set(product, card)
    return card
  }

  async #product(id: string): Promise<Product | undefined> {
    await this.warm([id])
    return this.#products.get(id)
  }
}
