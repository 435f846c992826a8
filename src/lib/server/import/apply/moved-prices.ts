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
/** A place, and between what its products' prices were before and after. */
type Moved = { place: ListingFilter; lowPaise: number; highPaise: number }

/** From this many places on all are named: pages are made anew sooner than each place is looked at. */
const LOOKED_AT = 40

/** Prices that changed, by place: its filters show the lowest and the highest. */
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

  /** The places whose lowest or highest price may be another, as their readers know them; after the writing. */
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

/** The lowest and the highest price of a place; of a brand by one of its spellings, which names too much at most. */
const endsOf = (db: Db, place: ListingFilter) =>
  db
    .selectFrom('product')
    .select(({ fn }) => [fn.min('price_paise').as('low'), fn.max('price_paise').as('high')])
    .where('withdrawn_at', 'is', null)
    .where((eb) => whereIn(eb, place))
    .executeTakeFirst()
