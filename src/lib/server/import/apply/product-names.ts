import { brandId } from '#lib/catalogue/brand.ts'
import { SITEMAP_CHUNK } from '#lib/server/catalogue/sitemap-chunks.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { MovedPrices } from './moved-prices.ts'
import type { StoredProduct, Wanted } from './product-merge.ts'

/** What a change did to a page. */
export type PageChange = { path: string; change: 'added' | 'changed' | 'removed' }

type Listed = Pick<
  StoredProduct,
  'id' | 'number' | 'category_id' | 'subcat_id' | 'brand' | 'oldprice_paise'
>

/** Collects the names under which changes of products are announced to the publisher, and where products moved. */
export class ProductNames {
  readonly names: Set<string>
  readonly changes = new Map<string, PageChange['change']>()
  /** From a category or sub-category, by id, to those its products moved to. */
  readonly moves = new Map<string, Set<string>>()
  /** From a brand, by id, to those its products changed to; an empty id means no brand. */
  readonly brandMoves = new Map<string, Set<string>>()
  readonly #prices = new MovedPrices()

  constructor(names: Set<string>) {
    this.names = names
  }

  changed(known: StoredProduct, wanted: Wanted, isCardChanged: boolean): void {
    this.changes.set(known.id, 'changed')
    this.names.add(`product:${known.id}`).add(chunkName(known))
    if (isCardChanged) this.names.add(`card:${known.id}`)
    if (facetsOf(known) !== facetsOf(wanted)) {
      for (const id of [wanted.category_id, wanted.subcat_id]) {
        if (id !== null) this.names.add(`facets:${id}`)
      }
      const brand = brandId(wanted.brand)
      if (brand !== '') this.names.add(`facets:brand:${brand}`)
      if (wanted.oldprice_paise !== null) this.names.add('facets::offers')
    }
    this.#prices.note(known, wanted)
    if (known.brand !== wanted.brand) this.#movedBrand(known.brand, wanted.brand)
    if ((known.oldprice_paise === null) !== (wanted.oldprice_paise === null))
      this.names.add('offers')
    for (const field of ['category_id', 'subcat_id'] as const) {
      if (known[field] === wanted[field]) continue
      for (const id of [known[field], wanted[field]]) if (id !== null) this.names.add(`list:${id}`)
      const [from, to] = [known[field], wanted[field] ?? wanted.category_id]
      if (from !== null) noteMove(this.moves, from, [to])
    }
  }

  /** The brand's page, and the list of brands with their counts. */
  #brand(brand: string): void {
    const id = brandId(brand)
    if (id !== '') this.names.add(`brand:${id}`).add('brands')
  }

  #movedBrand(from: string, to: string): void {
    this.#brand(from)
    this.#brand(to)
    const [id, target] = [brandId(from), brandId(to)]
    if (id !== '' && id !== target) noteMove(this.brandMoves, id, [target])
  }

  /** Announces listings whose lowest or highest price changed; to be called after products are written. */
  async namePrices(db: Db): Promise<void> {
    for (const name of await this.#prices.names(db)) this.names.add(name)
  }

  addAll(other: ProductNames): void {
    const { names, changes, moves, brandMoves } = other
    this.#prices.addAll(other.#prices)
    for (const name of names) this.names.add(name)
    for (const [id, change] of changes) this.changes.set(id, change)
    for (const [from, targets] of moves) noteMove(this.moves, from, targets)
    for (const [from, targets] of brandMoves) noteMove(this.brandMoves, from, targets)
  }

  /** A product that is added or removed changes its page, its listings and the sitemap. */
  cameOrWent(product: Listed, change: 'added' | 'removed'): void {
    const { id, category_id, subcat_id } = product
    this.changes.set(id, change)
    this.names.add(`product:${id}`).add(`card:${id}`).add(`list:${category_id}`).add('chunks')
    this.names.add(chunkName(product))
    if (subcat_id !== null) this.names.add(`list:${subcat_id}`)
    this.#brand(product.brand)
    if (product.oldprice_paise !== null) this.names.add('offers')
  }
}

/** Corrects the changes of product pages: added, changed or removed as the product itself is. */
export function withProducts(
  pages: PageChange[],
  products: Map<string, PageChange['change']>,
): PageChange[] {
  return pages.map(({ path, change }) => {
    const [, kind, id = ''] = path.split('/')
    return { path, change: (kind === 'product' && products.get(id)) || change }
  })
}

function noteMove(moves: Map<string, Set<string>>, from: string, targets: Iterable<string>): void {
  moves.set(from, new Set([...(moves.get(from) ?? []), ...targets]))
}

const chunkName = ({ number }: { number: number }) => `chunk:${Math.floor(number / SITEMAP_CHUNK)}`

type Described = Pick<
  StoredProduct,
  | ('brand' | 'veg' | 'unit' | 'rams' | 'sizes' | 'weights')
  | ('oldprice_paise' | 'stock' | 'packs' | 'subcat_id')
>

/** What the filters of listings depend on, as text to compare. */
function facetsOf({ brand, veg, unit, rams, sizes, weights, ...product }: Described): string {
  const { oldprice_paise, packs, stock, subcat_id } = product
  const isInStock = packs.length > 0 ? packs.some((pack) => pack.stock !== 0) : stock !== 0
  const labels = [unit, rams, sizes, weights]
  return JSON.stringify([brand, veg, labels, oldprice_paise === null, isInStock, subcat_id])
}
