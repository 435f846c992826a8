import {
  type Chosen,
  type FacetCount,
  type FacetCounts,
  FACETS,
  NONE_CHOSEN,
  perFacet,
} from '#lib/catalogue/facets.ts'
import { EVERYWHERE } from '#lib/catalogue/location.ts'
import type { ProductFilter, Sort } from '#lib/catalogue/product-query.ts'
import type { PlaceName } from './lists.ts'
import type { ShelfProduct } from './shelf-products.ts'
import { inFacetOrder, inOrder } from './shelf-orders.ts'

/** A filter whose category is told by its ids: several may have one name. */
export type ShelfFilter = Omit<ProductFilter, 'catname'> & { categoryIds?: string[] | undefined }

/** How to take from the shelf: in an order, or of those ids and in theirs unless an order is asked for. */
type Take = {
  sort?: Sort | undefined
  among?: string[] | undefined
  /** Whether the order is of no interest. */
  isAnyOrder?: boolean
}
type Taken = { ids: string[]; counts: FacetCounts }

/** Facet values as numbers, so that a pass counts in flat arrays. */
type Item = ShelfProduct & { codes: number[][] }

/** A facet that something is asked of, and which of its values. */
type Wanted = { at: number; isIn: Uint8Array }

const NONE_MISSED = -1
const SEVERAL_MISSED = -2

/** Numbers texts, and knows them again. */
class Codes {
  readonly texts: string[] = []
  #codes = new Map<string, number>()

  of(text: string): number {
    const known = this.#codes.get(text)
    if (known !== undefined) return known
    const code = this.texts.push(text) - 1
    this.#codes.set(text, code)
    return code
  }

  known(text: string): number | undefined {
    return this.#codes.get(text)
  }
}

/** The products on sale by what lists are filtered, counted and put in order by; a pass answers all of it. */
export class Shelf {
  #items = new Map<string, Item>()
  /** Made when first asked for, and anew after a change. */
  #orders = new Map<Sort, Item[]>()
  #codes = FACETS.map(() => new Codes())
  #alike = new Map<string, number[][]>()

  put(products: ShelfProduct[]): void {
    for (const product of products) {
      const codes = this.#codesOf(product.facets)
      this.#items.set(product.id, { ...product, codes })
    }
    this.#orders.clear()
  }

  /** One and the same array for all products that are alike in this: a pass finds it in the cache. */
  #codesOf(facets: Chosen): number[][] {
    const codes = FACETS.map((name, at) =>
      facets[name].map((value) => this.#codes[at]?.of(value) ?? 0),
    )
    const key = codes.join('|')
    const known = this.#alike.get(key)
    if (known) return known
    this.#alike.set(key, codes)
    return codes
  }

  remove(ids: string[]): void {
    for (const id of ids) this.#items.delete(id)
    this.#orders.clear()
  }

  /** Ids of what passes the filter; and of each facet what its values would give with all the others. */
  take(filter: ShelfFilter, take: Take): Taken {
    const passes = plainFilter(filter)
    const wanted = this.#wanted(filter.facets ?? NONE_CHOSEN)
    const counts = this.#codes.map(({ texts }) => new Uint32Array(texts.length))
    const ids: string[] = []
    for (const item of this.#inOrder(take)) {
      if (!passes(item)) continue
      const only = missedFacet(item, wanted)
      if (only === SEVERAL_MISSED) continue
      if (only === NONE_MISSED) {
        ids.push(item.id)
        for (let at = 0; at < FACETS.length; at++) count(counts, item, at)
      } else count(counts, item, only)
    }
    const named = perFacet((name) => this.#named(counts, FACETS.indexOf(name)))
    return { ids, counts: inFacetOrder(named) }
  }

  /** What all of it, or a place, can be narrowed to. */
  counts(place: PlaceName | undefined = undefined): FacetCounts {
    return this.take(place ?? {}, { isAnyOrder: true }).counts
  }

  /** The facets that something is asked of. */
  #wanted(chosen: Chosen): Wanted[] {
    return FACETS.flatMap((name, at) => {
      if (chosen[name].length === 0) return []
      const isIn = new Uint8Array(this.#codes[at]?.texts.length ?? 0)
      for (const value of chosen[name]) {
        const code = this.#codes[at]?.known(value)
        if (code !== undefined) isIn[code] = 1
      }
      return [{ at, isIn }]
    })
  }

  #inOrder({ sort, among, isAnyOrder }: Take): Iterable<Item> {
    if (isAnyOrder) return this.#items.values()
    if (among) {
      const items = among.flatMap((id) => this.#items.get(id) ?? [])
      return sort === undefined ? items : inOrder(items, sort)
    }
    const order = sort ?? 'newest'
    const known = this.#orders.get(order)
    if (known) return known
    const items = inOrder([...this.#items.values()], order)
    this.#orders.set(order, items)
    return items
  }

  #named(counts: Uint32Array[], at: number): FacetCount[] {
    const texts = this.#codes[at]?.texts ?? []
    return texts.flatMap((value, code) => {
      const count = counts[at]?.[code] ?? 0
      return count > 0 ? [{ value, count }] : []
    })
  }
}

/** Of which facet an item has none of the values; or of none, or of several: then it counts nowhere. */
function missedFacet({ codes }: Item, wanted: Wanted[]): number {
  let missed = NONE_MISSED
  for (const { at, isIn } of wanted) {
    const own = codes[at] ?? []
    let has = false
    for (let index = 0; index < own.length && !has; index++) has = isIn[own[index] ?? -1] === 1
    if (has) continue
    if (missed !== NONE_MISSED) return SEVERAL_MISSED
    missed = at
  }
  return missed
}

function count(counts: Uint32Array[], { codes }: Item, at: number): void {
  const numbers = counts[at]
  const own = codes[at] ?? []
  if (!numbers) return
  for (let index = 0; index < own.length; index++) {
    const code = own[index] ?? 0
    numbers[code] = (numbers[code] ?? 0) + 1
  }
}

const OFFER = FACETS.indexOf('offer')

/** What is not counted by values: place, price, stars, country. */
function plainFilter(filter: ShelfFilter): (item: Item) => boolean {
  const { categoryIds, categoryId, subcatId, rating = 0, location = EVERYWHERE } = filter
  const { brandId, offers } = filter
  const { minPricePaise = 0, maxPricePaise = Infinity, isFeatured } = filter
  const sold = new Map<string, boolean>([['', true]])
  const isSold = ({ countries }: Item) => {
    const known = sold.get(countries)
    if (known !== undefined) return known
    const isThere = countries.split('|').includes(location)
    sold.set(countries, isThere)
    return isThere
  }
  return (item) =>
    (categoryId === undefined || item.categoryId === categoryId) &&
    (subcatId === undefined || item.subcatId === subcatId) &&
    (brandId === undefined || item.brandId === brandId) &&
    (!offers || item.codes[OFFER]?.length === 1) &&
    (categoryIds === undefined || categoryIds.includes(item.categoryId)) &&
    item.pricePaise >= minPricePaise &&
    item.pricePaise <= maxPricePaise &&
    item.stars >= rating &&
    (!isFeatured || item.isFeatured) &&
    (location === EVERYWHERE || isSold(item))
}
