import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A list, its brands, its ends of prices and which categories are used are read from an index alone: a product's row
 * holds its texts, and to look into 30,000 of them after each edit took a tenth of a second.
 */
export const coveredLists: Migration = {
  async up(db: Kysely<unknown>) {
    const cover = async (index: string, place: string, more: string[]) => {
      await db.schema.dropIndex(index).ifExists().execute()
      await db.schema
        .createIndex(index)
        .on('product')
        // Newest first, as lists are.
        .columns([place, 'withdrawn_at', 'created_at desc', 'number', 'id', ...more])
        .execute()
    }
    await cover('product_by_category', 'category_id', ['subcat_id', 'price_paise'])
    await cover('product_by_subcat', 'subcat_id', ['price_paise'])
    await cover('product_by_brand', 'brand', ['price_paise'])
    await cover('product_by_featured', 'is_featured', ['category_id'])
    // The columns of its condition as well: SQLite looks them up otherwise.
    await sql`create index product_by_offer on product
      (created_at desc, number, id, price_paise, withdrawn_at, oldprice_paise)
      where withdrawn_at is null and oldprice_paise is not null`.execute(db)
  },
}
