import type { Db } from '#lib/server/database/schema.ts'
import {
  selectIndexed,
  type IndexedProduct,
  type IndexedRow,
  toIndexedProduct,
} from '#lib/server/catalogue/facet-index/indexed-products.ts'

/** What a product is found by. */
export type SearchDocument = {
  id: string
  /** The product's number in the shop, by which equal hits are sorted. */
  order: number
  name: string
  brand: string
  category: string
  subcategory: string
  aliases: string
  unit: string
}

/** Products as search and filters take them in. */
export type Loaded = { documents: SearchDocument[]; products: IndexedProduct[] }

const SLICE = 250

/** Names of all categories and sub-categories by id. */
export async function loadCategoryNames(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('category').select(['id', 'name']).execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Loads everything on sale in slices, so that other requests get their turn in between. */
export async function* loadDocuments(
  db: Db,
  categoryNames: Map<string, string>,
): AsyncGenerator<Loaded> {
  let last = -1
  for (;;) {
    const rows = await selectRows(db)
      .where('number', '>', last)
      .orderBy('number')
      .limit(SLICE)
      .execute()
    const [final] = rows.slice(-1)
    if (!final) return
    last = final.number
    yield toLoaded(rows, categoryNames)
  }
}

/** Loads those of the products that are on sale. */
export async function loadDocumentsOf(
  db: Db,
  ids: string[],
  categoryNames: Map<string, string>,
): Promise<Loaded> {
  const rows = await selectRows(db).where('id', 'in', ids).execute()
  return toLoaded(rows, categoryNames)
}

/** Ids of all products in one of the categories or sub-categories. */
export async function loadIdsIn(db: Db, categoryIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('product')
    .select('id')
    .where((eb) =>
      eb.or([eb('category_id', 'in', categoryIds), eb('subcat_id', 'in', categoryIds)]),
    )
    .execute()
  return rows.map((row) => row.id)
}

const selectRows = (db: Db) => selectIndexed(db).select(['name', 'aliases'])

type Row = IndexedRow & { name: string; aliases: string }

function toLoaded(rows: Row[], categoryNames: Map<string, string>): Loaded {
  return {
    documents: rows.map((row) => toDocument(row, categoryNames)),
    products: rows.map(toIndexedProduct),
  }
}

function toDocument(row: Row, categoryNames: Map<string, string>): SearchDocument {
  return {
    id: row.id,
    order: row.number,
    name: row.name,
    brand: row.brand,
    category: categoryNames.get(row.category_id) ?? '',
    subcategory: categoryNames.get(row.subcat_id ?? '') ?? '',
    aliases: row.aliases,
    unit: [row.unit, row.rams, row.sizes, row.weights].join('|'),
  }
}
