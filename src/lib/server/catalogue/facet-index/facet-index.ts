import { type Chosen, FACETS, type Narrowing, NONE_CHOSEN, ON } from '#lib/catalogue/facets.ts'
import { perFacet } from '#lib/catalogue/facets.ts'
import { EVERYWHERE } from '#lib/catalogue/location.ts'
import type { ProductFilter, Sort } from '#lib/catalogue/product-query.ts'
import type { ListingName } from '#lib/server/catalogue/lists.ts'
import { IndexColumns } from './index-columns.ts'
import { FACET_ORDERS, SortOrders } from './sort-orders.ts'
import type { IndexedProduct } from './indexed-products.ts'

/** A filter with the ids of categories instead of a name, which several may share. */
export type IndexFilter = Omit<ProductFilter, 'catname'> & { categoryIds?: string[] | undefined }

/**
 * What to take: all products in an order, or those at the places `among`, in that order unless another is asked
 * for.
 */
type Take = { sort?: Sort | undefined; among?: Int32Array | undefined }
/** The places of the products found, and what these can be narrowed to. */
type Taken = Narrowing & { slots: Int32Array }

type Check = (slot: number) => boolean
/** A facet with chosen values: `isIn` says of each combination whether it has one of them. */
type Wanted = { at: number; combinations: Int32Array; isIn: Uint8Array }

const NONE_MISSED = -1
const SEVERAL_MISSED = -2

/** The products on sale with all that lists are filtered, counted and sorted by: one pass answers all of it. */
export class FacetIndex {
  #columns = new IndexColumns()
  #orders = new SortOrders(this.#columns)

  /** @returns the places of the products, by which searches name them; a product never changes its place */
  put(products: IndexedProduct[]): number[] {
    const put = products.map((product) => this.#columns.put(product))
    // A product that sells out stays where it is in all orders; one with another price stays where it is among
    // the newest.
    if (put.some(({ inOrder }) => inOrder === 'none')) this.#orders.forget()
    else if (put.some(({ inOrder }) => inOrder === 'newest')) this.#orders.forgetRanks()
    return put.map(({ slot }) => slot)
  }

  remove(ids: string[]): void {
    for (const id of ids) this.#columns.remove(id)
    if (ids.length > 0) this.#orders.forget()
  }

  idsOf(slots: Int32Array): string[] {
    return Array.from(slots, (slot) => this.#columns.ids[slot] ?? '')
  }

  /** The places of the products that pass the filter: `take` without what it counts besides. */
  find(filter: IndexFilter, { sort, among }: Take = {}): Int32Array {
    const passes = this.#checkOf(filter)
    const wanted = this.#wanted(filter.facets ?? NONE_CHOSEN)
    const { isThere, pricePaise } = this.#columns.arrays
    const { minPricePaise = 0, maxPricePaise = Infinity } = filter
    const order = this.#order(sort, among)
    const slots = new Int32Array(order.length)
    let count = 0
    for (let at = 0; at < order.length; at++) {
      const slot = order[at] ?? 0
      const paise = pricePaise[slot] ?? 0
      if (isThere[slot] !== 1 || paise < minPricePaise || paise > maxPricePaise) continue
      if (passes(slot) && missedFacet(slot, wanted) === NONE_MISSED) slots[count++] = slot
    }
    return slots.subarray(0, count)
  }

  /**
   * The products that pass the filter; and for each facet, and for the prices, what there is with all other
   * filters.
   */
  take(filter: IndexFilter, { sort, among }: Take = {}): Taken {
    const passes = this.#checkOf(filter)
    const wanted = this.#wanted(filter.facets ?? NONE_CHOSEN)
    const { arrays, facets } = this.#columns
    const { isThere, pricePaise } = arrays
    const { minPricePaise = 0, maxPricePaise = Infinity } = filter
    let [lowPaise, highPaise] = [Infinity, -Infinity]
    const tallies = facets.map((facet) => facet.tally())
    const order = this.#order(sort, among)
    const slots = new Int32Array(order.length)
    let count = 0
    for (let at = 0; at < order.length; at++) {
      const slot = order[at] ?? 0
      if (isThere[slot] !== 1 || !passes(slot)) continue
      const missed = missedFacet(slot, wanted)
      if (missed === SEVERAL_MISSED) continue
      const paise = pricePaise[slot] ?? 0
      const isNone = missed === NONE_MISSED
      if (isNone && paise < lowPaise) lowPaise = paise
      if (isNone && paise > highPaise) highPaise = paise
      if (paise < minPricePaise || paise > maxPricePaise) continue
      if (isNone) slots[count++] = slot
      const until = isNone ? FACETS.length - 1 : missed
      for (let facet = isNone ? 0 : missed; facet <= until; facet++) {
        const tally = tallies[facet]
        const combination = facets[facet]?.combinations[slot] ?? 0
        if (tally) tally[combination] = (tally[combination] ?? 0) + 1
      }
    }
    const counts = perFacet((name) => {
      const at = FACETS.indexOf(name)
      return facets[at]?.counts(tallies[at] ?? new Uint32Array(), FACET_ORDERS[name]) ?? []
    })
    const prices = lowPaise <= highPaise ? { lowPaise, highPaise } : undefined
    return { slots: slots.subarray(0, count), counts, prices }
  }

  /** Whether all products of a list are sold in a country. */
  sellsAllIn(location: string, place: ListingName): boolean {
    const [isIn, isSold] = [this.#checkOf(place), this.#isSoldIn(location)]
    const { isThere } = this.#columns.arrays
    for (let slot = 0; slot < this.#columns.size; slot++)
      if (isThere[slot] === 1 && !isSold(slot) && isIn(slot)) return false
    return true
  }

  /** What all products, or those of a list, can be narrowed to. */
  narrowing(place: ListingName | undefined = undefined): Narrowing {
    const { counts, prices } = this.take(place ?? {})
    return { counts, prices }
  }

  #order(sort: Sort | undefined, among: Int32Array | undefined): Int32Array {
    if (!among) return this.#orders.all(sort ?? 'newest')
    return sort === undefined ? among : this.#orders.some(among, sort)
  }

  /** The facets for which values were chosen. */
  #wanted(chosen: Chosen): Wanted[] {
    return this.#columns.facets.flatMap((facet, at) => {
      const values = chosen[FACETS[at] ?? 'veg']
      if (values.length === 0) return []
      return [{ at, combinations: facet.combinations, isIn: facet.having(values) }]
    })
  }

  /** Checks everything but the facets: place, offers, stars, country. */
  #checkOf(filter: IndexFilter): Check {
    const { arrays, brands, categories, subcats } = this.#columns
    const { categoryIds, categoryId, subcatId, brandId, rating, isFeatured } = filter
    const { location = EVERYWHERE } = filter
    const checks: Check[] = []
    const among = (column: Int32Array, codes: number[]) => {
      checks.push((slot) => codes.includes(column[slot] ?? 0))
    }
    if (categoryId !== undefined) among(arrays.category, [categories.known(categoryId)])
    if (subcatId !== undefined) among(arrays.subcat, [subcats.known(subcatId)])
    if (brandId !== undefined) among(arrays.brand, [brands.known(brandId)])
    if (categoryIds)
      among(
        arrays.category,
        categoryIds.map((id) => categories.known(id)),
      )
    if (filter.offers) checks.push(this.#isOffer())
    if (isFeatured) checks.push((slot) => arrays.isFeatured[slot] === 1)
    if (rating) checks.push((slot) => (arrays.stars[slot] ?? 0) >= rating)
    if (location !== EVERYWHERE) checks.push(this.#isSoldIn(location))
    const [only] = checks
    if (!only) return () => true
    return checks.length === 1 ? only : (slot) => checks.every((check) => check(slot))
  }

  #isOffer(): Check {
    const [offer] = this.#wanted({ ...NONE_CHOSEN, offer: [ON] })
    return (slot) => offer?.isIn[offer.combinations[slot] ?? 0] === 1
  }

  /** Whether a product is sold everywhere, or in that country. */
  #isSoldIn(location: string): Check {
    const { arrays, countries } = this.#columns
    const isThere = countries.texts.map((text) => text === '' || text.split('|').includes(location))
    return (slot) => isThere[arrays.countries[slot] ?? 0] === true
  }
}

/** The index of the only facet of which a product has none of the chosen values; or that it misses none, or several. */
function missedFacet(slot: number, wanted: Wanted[]): number {
  let missed = NONE_MISSED
  for (const { at, combinations, isIn } of wanted) {
    if (isIn[combinations[slot] ?? 0] === 1) continue
    if (missed !== NONE_MISSED) return SEVERAL_MISSED
    missed = at
  }
  return missed
}
