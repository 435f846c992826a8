import type { Insertable } from 'kysely'
import { unitPrice } from '#lib/catalogue/unit-price.ts'
import type { ProductTable, Db } from '#lib/server/database/schema.ts'

type ProductRow = Insertable<ProductTable>

/** A product's row with defaults for everything the test does not care about. */
export function productRow(fields: Partial<ProductRow> & { number: number }): ProductRow {
  const { price_paise = 10_000, unit = '' } = fields
  return {
    unit_paise: unitPrice(price_paise, unit)?.paise ?? null,
    id: `product-${fields.number}`,
    sku: `SKU-${fields.number}`,
    name: `Product ${fields.number}`,
    brand: '',
    category_id: 'staples',
    subcat_id: null,
    description: '',
    price_paise: 10_000,
    oldprice_paise: null,
    stock: null,
    unit: '',
    is_featured: 0,
    rams: '',
    sizes: '',
    weights: '',
    pack_kind: null,
    countries: '',
    aliases: '',
    gtin: '',
    initial_rating: null,
    specs: '',
    hsn: '',
    gst_percent: null,
    veg: '',
    origin: '',
    shelflife: '',
    created_at: 1000,
    changed_at: 1000,
    withdrawn_at: null,
    ...fields,
  }
}

/**
 * Inserts categories (`id` or `parent/id`, named after their ids) and products into an empty
 * database.
 */
export async function fill(db: Db, categories: string[], products: ProductRow[]) {
  for (const [position, path] of categories.entries()) {
    const [parent, child] = path.split('/')
    const id = child ?? parent ?? ''
    const name = id.charAt(0).toUpperCase() + id.slice(1)
    const row = { id, parent_id: child === undefined ? null : (parent ?? null), name, position }
    await db
      .insertInto('category')
      .values({ ...row, image: null, picture_id: null })
      .execute()
  }
  for (let first = 0; first < products.length; first += 200) {
    await db
      .insertInto('product')
      .values(products.slice(first, first + 200))
      .execute()
  }
}
