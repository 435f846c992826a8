import { sql } from 'kysely'
import { type FacetName, ON, packValue } from '#lib/catalogue/facets.ts'
import { brandId } from '#lib/catalogue/brand.ts'
import type { Db } from '#lib/server/database/schema.ts'

/** What lists and searches are filtered and sorted by. */
export type IndexedProduct = {
  id: string
  number: number
  createdAt: number
  pricePaise: number
  /** Whole stars as a card shows them; and thousandths of a star, which decide the order. */
  stars: number
  exactRating: number
  unitPaise: number | null
  isFeatured: boolean
  categoryId: string
  subcatId: string | null
  countries: string
  brandId: string
  /** Its values of each facet. */
  facets: Record<FacetName, string[]>
}

/** Selects everything on sale, with what filters and orders need of it. */
export function selectIndexed(db: Db) {
  return db
    .selectFrom('product')
    .select(['id', 'number', 'brand', 'category_id', 'subcat_id', 'unit'])
    .select(['rams', 'sizes', 'weights', 'price_paise', 'oldprice_paise', 'unit_paise', 'stock'])
    .select(['review_count', 'review_sum', 'initial_rating', 'is_featured', 'countries', 'veg'])
    .select((eb) => [
      'created_at',
      // Null without packs, else whether at least one can be had.
      eb
        .selectFrom('pack')
        .select(sql<number | null>`max(case when pack.stock = 0 then 0 else 1 end)`.as('stocked'))
        .whereRef('pack.product_id', '=', 'product.id')
        .as('packs_stocked'),
    ])
    .where('withdrawn_at', 'is', null)
}

export type IndexedRow = Awaited<ReturnType<ReturnType<typeof selectIndexed>['execute']>>[number]

/** A row as filters and orders use it. */
export function toIndexedProduct(row: IndexedRow): IndexedProduct {
  const { review_count: count, review_sum: sum, initial_rating: initial } = row
  return {
    id: row.id,
    number: row.number,
    createdAt: row.created_at,
    pricePaise: row.price_paise,
    stars: Math.round(count > 0 ? sum / count : (initial ?? 0) / 10),
    exactRating: count > 0 ? Math.floor((sum * 1000) / count) : (initial ?? 0) * 100,
    unitPaise: row.unit_paise,
    isFeatured: row.is_featured === 1,
    categoryId: row.category_id,
    subcatId: row.subcat_id,
    countries: row.countries,
    brandId: brandId(row.brand),
    facets: facetsOf(row),
  }
}

type Described = Pick<
  IndexedRow,
  | ('veg' | 'brand' | 'subcat_id' | 'unit' | 'rams' | 'sizes' | 'weights')
  | ('oldprice_paise' | 'stock' | 'packs_stocked')
>

function facetsOf(row: Described): IndexedProduct['facets'] {
  const isInStock = row.packs_stocked === null ? row.stock !== 0 : row.packs_stocked > 0
  const labels = [row.unit, row.rams, row.sizes, row.weights].join('|').split('|')
  return {
    veg: row.veg === '' ? [] : [row.veg],
    instock: isInStock ? [ON] : [],
    offer: row.oldprice_paise === null ? [] : [ON],
    type: row.subcat_id === null ? [] : [row.subcat_id],
    brand: row.brand === '' ? [] : [row.brand],
    pack: [...new Set(labels.flatMap((label) => packValue(label) ?? []))],
  }
}
