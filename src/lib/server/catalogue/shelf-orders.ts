import type { FacetCount, FacetCounts } from '#lib/catalogue/facets.ts'
import { parseMeasure } from '#lib/catalogue/unit-price.ts'
import type { Sort } from '#lib/catalogue/product-query.ts'
import type { ShelfProduct } from './shelf-products.ts'

type Ranked = Pick<
  ShelfProduct,
  'pricePaise' | 'isFeatured' | 'exactRating' | 'unitPaise' | 'createdAt' | 'number'
>

/** What comes first has less. */
const RANKS: Record<Sort, (product: Ranked) => number> = {
  newest: () => 0,
  featured: ({ isFeatured }) => (isFeatured ? 0 : 1),
  price: ({ pricePaise }) => pricePaise,
  '-price': ({ pricePaise }) => -pricePaise,
  rating: ({ exactRating }) => -exactRating,
  // By kilogram or litre; then what has neither.
  unitprice: ({ unitPaise }) => unitPaise ?? Number.MAX_SAFE_INTEGER,
}

/** Products in an order; ties are newest first, and then in the order of the file. */
export function inOrder<Product extends Ranked>(products: Product[], sort: Sort): Product[] {
  const rank = RANKS[sort]
  return products.toSorted(
    (a, b) => rank(a) - rank(b) || b.createdAt - a.createdAt || a.number - b.number,
  )
}

const BY_NAME = new Intl.Collator('en-IN')

/** Values as they stand below each other: brands by name, packs from small to large, veg before the rest. */
export function inFacetOrder(counts: FacetCounts): FacetCounts {
  return {
    ...counts,
    veg: counts.veg.toSorted((a, b) => BY_NAME.compare(b.value, a.value)),
    brand: counts.brand.toSorted((a, b) => BY_NAME.compare(a.value, b.value)),
    pack: counts.pack.toSorted(
      (a, b) => sizeOf(a) - sizeOf(b) || BY_NAME.compare(a.value, b.value),
    ),
  }
}

const sizeOf = ({ value }: FacetCount) => parseMeasure(value)?.amount ?? 0
