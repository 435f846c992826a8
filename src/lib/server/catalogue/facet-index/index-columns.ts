import { FACETS } from '#lib/catalogue/facets.ts'
import { Codes, FacetColumn } from './facet-column.ts'
import type { IndexedProduct } from './indexed-products.ts'

const FIRST_ROOM = 1024

/** The unit price of what is sold neither by weight nor by volume. */
export const NO_UNIT = -1

/** A flat array for each property that is asked for; a product has the same place in all of them. */
const makeRoom = (room: number) => ({
  isThere: new Uint8Array(room),
  ...{ number: new Float64Array(room), createdAt: new Float64Array(room) },
  ...{ pricePaise: new Float64Array(room), unitPaise: new Float64Array(room) },
  ...{ stars: new Uint8Array(room), exactRating: new Int32Array(room) },
  isFeatured: new Uint8Array(room),
  ...{ category: new Int32Array(room), subcat: new Int32Array(room) },
  ...{ brand: new Int32Array(room), countries: new Int32Array(room) },
})
export type Arrays = ReturnType<typeof makeRoom>

/**
 * The properties that decide the order 'newest', and the others: an order stays valid while none of its own
 * changes.
 */
const OF_NEWEST = ['isThere', 'number', 'createdAt'] as const
const OF_RANKS = ['pricePaise', 'unitPaise', 'exactRating', 'isFeatured'] as const

/** Which orders a change leaves valid. */
export type InOrder = 'all' | 'newest' | 'none'

/** The products on sale as numbers in flat arrays: a pass over 30,000 of them takes less than a millisecond. */
export class IndexColumns {
  readonly ids: string[] = []
  readonly facets = FACETS.map(() => new FacetColumn())
  readonly categories = new Codes()
  readonly subcats = new Codes()
  readonly brands = new Codes()
  readonly countries = new Codes()
  arrays = makeRoom(FIRST_ROOM)
  #slots = new Map<string, number>()

  /** The number of places ever given out; a product that goes and comes back keeps its own. */
  get size(): number {
    return this.ids.length
  }

  /** @returns the product's place, and which orders are still valid */
  put(product: IndexedProduct): { slot: number; inOrder: InOrder } {
    const slot = this.#slotOf(product.id)
    const { arrays } = this
    const wanted = this.#numbersOf(product)
    const isSame = (name: keyof Arrays) => arrays[name][slot] === wanted[name]
    const isNewestSame = OF_NEWEST.every(isSame)
    const inOrder = !isNewestSame ? 'none' : OF_RANKS.every(isSame) ? 'all' : 'newest'
    for (const name of NAMES) arrays[name][slot] = wanted[name]
    FACETS.forEach((name, at) => this.facets[at]?.put(slot, product.facets[name]))
    return { slot, inOrder }
  }

  remove(id: string): void {
    const slot = this.#slots.get(id)
    if (slot !== undefined) this.arrays.isThere[slot] = 0
  }

  #numbersOf(product: IndexedProduct): Record<keyof Arrays, number> {
    const { number, createdAt, pricePaise, unitPaise, stars, exactRating, isFeatured } = product
    return {
      ...{ isThere: 1, number, createdAt, pricePaise, unitPaise: unitPaise ?? NO_UNIT },
      ...{ stars, exactRating, isFeatured: Number(isFeatured) },
      category: this.categories.of(product.categoryId),
      subcat: this.subcats.of(product.subcatId ?? ''),
      brand: this.brands.of(product.brandId),
      countries: this.countries.of(product.countries),
    }
  }

  #slotOf(id: string): number {
    const known = this.#slots.get(id)
    if (known !== undefined) return known
    const slot = this.ids.push(id) - 1
    this.#slots.set(id, slot)
    if (slot >= this.arrays.isThere.length) {
      const wider = makeRoom(2 * slot)
      for (const name of NAMES) wider[name].set(this.arrays[name])
      this.arrays = wider
    }
    return slot
  }
}

const NAMES = [
  ...([...OF_NEWEST, ...OF_RANKS] as const),
  ...(['stars', 'category', 'subcat', 'brand', 'countries'] as const),
] as const
