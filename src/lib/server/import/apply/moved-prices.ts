import { brandId } from '#lib/catalogue/brand.ts'
import {
  pricesKey,
  type ListingFilter,
  type ListingName,
  whereIn,
} from '#lib/server/catalogue/lists.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { StoredProduct } from './product-merge.ts'

type Priced = Pick<
  StoredProduct,
  'category_id' | 'subcat_id' | 'brand' | 'price_paise' | 'oldprice_paise'
>
/** A listing, with the range that the changed prices of its products span, before and after. */
type Moved = { place: ListingFilter; lowPaise: number; highPaise: number }

/**
 * From this many listings on, all are named without looking: publishing their pages again is faster than looking
 * at each.
 */
const LOOKED_AT = 40

/** Prices that changed, by listing: its filters show the lowest and the highest price. */
export class MovedPrices {
  #places = new Map<string, Moved>()

  note(known: Priced, wanted: Priced): void {
    if (known.price_paise === wanted.price_paise) return
    const { category_id: categoryId, subcat_id: subcatId, brand } = wanted
    const prices = [known.price_paise, wanted.price_paise]
    const [lowPaise, highPaise] = [Math.min(...prices), Math.max(...prices)]
    const add = (name: ListingName, place: ListingFilter) =>
      this.#add(pricesKey(name), { place, lowPaise, highPaise })
    add({ categoryId }, { categoryId })
    if (subcatId !== null) add({ subcatId }, { subcatId })
    if (brandId(brand) !== '') add({ brandId: brandId(brand) }, { brands: [brand] })
    if (wanted.oldprice_paise !== null) add({ offers: true }, { offers: true })
  }

  addAll(other: MovedPrices): void {
    for (const [key, moved] of other.#places) this.#add(key, moved)
  }

  #add(key: string, { place, lowPaise, highPaise }: Moved): void {
    const known = this.#places.get(key)
    this.#places.set(key, {
      place,
      lowPaise: Math.min(lowPaise, known?.lowPaise ?? Infinity),
      highPaise: Math.max(highPaise, known?.highPaise ?? -Infinity),
    })
  }

  /**
   * The names of listings whose lowest or highest price may have changed; to be called after products are written.
   */
  async names(db: Db): Promise<string[]> {
    const places = [...this.#places]
    if (places.length >= LOOKED_AT) return places.map(([key]) => key)
    const names: string[] = []
    for (const [key, { place, lowPaise, highPaise }] of places) {
      const now = await endsOf(db, place)
      if (lowPaise <= (now?.low ?? Infinity) || highPaise >= (now?.high ?? 0)) names.push(key)
    }
    return names
  }
}

/**
 * The lowest and the highest price of a listing. A brand is looked up in one spelling only, which at worst names
 * it without need.
 */
const endsOf = (db: Db, place: ListingFilter) =>
  db
    .selectFrom('product')
    .select(({ fn }) => [fn.min('price_paise').as('low'), fn.max('price_paise').as('high')])
    .where('withdrawn_at', 'is', null)
    .where((eb) => whereIn(eb, place))
    .executeTakeFirst()
