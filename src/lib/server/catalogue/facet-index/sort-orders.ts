import type { FacetName } from '#lib/catalogue/facets.ts'
import { parseMeasure } from '#lib/catalogue/unit-price.ts'
import type { Sort } from '#lib/catalogue/product-query.ts'
import { type Arrays, NO_UNIT, type IndexColumns } from './index-columns.ts'
import { sortByKey } from '#lib/server/catalogue/sort-by-key.ts'

/** The highest rank. */
const MOST = 2 ** 32 - 1

/** A product's rank in each order, a whole number from 0: lower ones come first. */
const RANKS: Record<Exclude<Sort, 'newest'>, (arrays: Arrays, slot: number) => number> = {
  featured: ({ isFeatured }, slot) => 1 - (isFeatured[slot] ?? 0),
  price: ({ pricePaise }, slot) => Math.min(MOST, pricePaise[slot] ?? 0),
  '-price': ({ pricePaise }, slot) => Math.max(0, MOST - (pricePaise[slot] ?? 0)),
  rating: ({ exactRating }, slot) => MOST - (exactRating[slot] ?? 0),
  // By the price of a kilogram or litre; products sold by neither come last.
  unitprice({ unitPaise }, slot) {
    const paise = unitPaise[slot] ?? NO_UNIT
    return paise === NO_UNIT ? MOST : Math.min(MOST - 1, paise)
  },
}

/** The orders of a facet index, each made when it is first asked for. */
export class SortOrders {
  #columns: IndexColumns
  #known = new Map<Sort, Int32Array>()

  constructor(columns: IndexColumns) {
    this.#columns = columns
  }

  forget(): void {
    this.#known.clear()
  }

  /** Forgets all orders but 'newest', which prices and stars do not change. */
  forgetRanks(): void {
    const newest = this.#known.get('newest')
    this.#known.clear()
    if (newest) this.#known.set('newest', newest)
  }

  /** The places of all products in an order; ties are newest first, and then in the order of the file. */
  all(sort: Sort): Int32Array {
    const known = this.#known.get(sort)
    if (known) return known
    const slots = sort === 'newest' ? this.#newest() : this.#ranked(RANKS[sort])
    this.#known.set(sort, slots)
    return slots
  }

  /** Some of the places, in an order. */
  some(slots: Int32Array, sort: Sort): Int32Array {
    const isWanted = new Uint8Array(this.#columns.size)
    for (let at = 0; at < slots.length; at++) isWanted[slots[at] ?? 0] = 1
    return this.all(sort).filter((slot) => isWanted[slot] === 1)
  }

  #newest(): Int32Array {
    const { arrays, size } = this.#columns
    const { createdAt, isThere, number } = arrays
    const slots = new Int32Array(size).map((_, slot) => slot).filter((slot) => isThere[slot] === 1)
    return slots.sort(
      (a, b) => (createdAt[b] ?? 0) - (createdAt[a] ?? 0) || (number[a] ?? 0) - (number[b] ?? 0),
    )
  }

  #ranked(rank: (arrays: Arrays, slot: number) => number): Int32Array {
    const newest = this.all('newest')
    const { arrays } = this.#columns
    return sortByKey(
      newest,
      Uint32Array.from(newest, (slot) => rank(arrays, slot)),
    )
  }
}

const BY_NAME = new Intl.Collator('en-IN')
/** Compares by character what looks the same to a reader, so that the order does not depend on which came first. */
const byName = (a: string, b: string) => BY_NAME.compare(a, b) || Number(a > b) - Number(a < b)
const sizeOf = (value: string) => parseMeasure(value)?.amount ?? 0

/** The order in which values are listed: brands by name, packs from small to large, veg before the rest. */
export const FACET_ORDERS: Record<FacetName, (a: string, b: string) => number> = {
  veg: (a, b) => byName(b, a),
  ...{ instock: byName, offer: byName, type: byName },
  brand: byName,
  pack: (a, b) => sizeOf(a) - sizeOf(b) || byName(a, b),
}
