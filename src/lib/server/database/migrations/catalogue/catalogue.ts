import { type Kysely, type SchemaModule, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Products, their lists and pictures, imports, and what is published of them. */
export const catalogue: Migration = {
  async up(db: Kysely<unknown>) {
    const { schema } = db
    await createCategories(schema)
    await createProducts(schema)
    await createShop(schema)
    await createImports(schema)
    await createPublishing(schema)
    await sql`insert into catalogue_version (id, version) values (1, 0)`.execute(db)
  },
}

async function createCategories(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('picture')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('width', 'integer', (c) => c.notNull().check(sql`width > 0`))
    .addColumn('height', 'integer', (c) => c.notNull().check(sql`height > 0`))
    .execute()
  await schema
    .createTable('category')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('parent_id', 'text', (c) => c.references('category.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull().check(sql`name <> ''`))
    .addColumn('image', 'text')
    .addColumn('picture_id', 'text', (c) => c.references('picture.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .execute()
  // coalesce: to a unique index, two null parents are different on both databases.
  await schema
    .createIndex('category_name')
    .unique()
    .on('category')
    .expression(sql`coalesce(parent_id, ''), name`)
    .execute()
}

async function createProducts(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('product')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('number', 'integer', (c) => c.notNull().unique())
    .addColumn('sku', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull().check(sql`name <> ''`))
    .addColumn('brand', 'text', (c) => c.notNull())
    .addColumn('category_id', 'text', (c) => c.notNull().references('category.id'))
    .addColumn('subcat_id', 'text', (c) => c.references('category.id'))
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('price_paise', 'integer', (c) => c.notNull().check(sql`price_paise > 0`))
    .addColumn('oldprice_paise', 'integer', (c) => c.check(sql`oldprice_paise > price_paise`))
    .addColumn('stock', 'integer', (c) => c.check(sql`stock >= 0`))
    .addColumn('unit', 'text', (c) => c.notNull())
    .addColumn('is_featured', 'integer', (c) => c.notNull().check(sql`is_featured in (0, 1)`))
    .addColumn('rams', 'text', (c) => c.notNull())
    .addColumn('sizes', 'text', (c) => c.notNull())
    .addColumn('weights', 'text', (c) => c.notNull())
    .addColumn('pack_kind', 'text', (c) => c.check(sql`pack_kind in ('ram', 'size', 'weight')`))
    .addColumn('countries', 'text', (c) => c.notNull())
    .addColumn('aliases', 'text', (c) => c.notNull())
    .addColumn('gtin', 'text', (c) => c.notNull())
    .addColumn('initial_rating', 'integer', (c) => c.check(sql`initial_rating between 10 and 50`))
    .addColumn('specs', 'text', (c) => c.notNull())
    .addColumn('hsn', 'text', (c) => c.notNull())
    .addColumn('gst_percent', 'real', (c) => c.check(sql`gst_percent between 0 and 100`))
    .addColumn('veg', 'text', (c) => c.notNull().check(sql`veg in ('', 'veg', 'nonveg')`))
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('shelflife', 'text', (c) => c.notNull())
    .addColumn('review_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('review_sum', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .addColumn('withdrawn_at', 'bigint')
    .execute()
  const newestFirst = ['created_at desc', 'number'] as const
  await schema
    .createIndex('product_by_category')
    .on('product')
    .columns(['category_id', ...newestFirst])
    .execute()
  await schema
    .createIndex('product_by_subcat')
    .on('product')
    .columns(['subcat_id', ...newestFirst])
    .execute()
  await schema
    .createIndex('product_by_age')
    .on('product')
    .columns([...newestFirst])
    .execute()
  await schema
    .createTable('pack')
    .addColumn('product_id', 'text', (c) =>
      c.notNull().references('product.id').onDelete('cascade'),
    )
    .addColumn('label', 'text', (c) => c.notNull().check(sql`label <> ''`))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('price_paise', 'integer', (c) => c.notNull().check(sql`price_paise > 0`))
    .addColumn('oldprice_paise', 'integer', (c) => c.check(sql`oldprice_paise > price_paise`))
    .addColumn('stock', 'integer', (c) => c.check(sql`stock >= 0`))
    .addPrimaryKeyConstraint('pack_key', ['product_id', 'label'])
    .execute()
  await schema
    .createTable('product_image')
    .addColumn('product_id', 'text', (c) =>
      c.notNull().references('product.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('file', 'text', (c) => c.notNull())
    .addColumn('picture_id', 'text', (c) => c.notNull().references('picture.id'))
    .addPrimaryKeyConstraint('product_image_key', ['product_id', 'position'])
    .execute()
  await schema
    .createTable('review')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('product_id', 'text', (c) =>
      c.notNull().references('product.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('customer_name', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('rating', 'integer', (c) => c.notNull().check(sql`rating between 1 and 5`))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('review_once', ['user_id', 'product_id'])
    .execute()
  await schema
    .createIndex('review_by_product')
    .on('review')
    .columns(['product_id', 'created_at desc'])
    .execute()
}

async function createShop(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('banner')
    .addColumn('position', 'integer', (c) => c.primaryKey())
    .addColumn('image', 'text', (c) => c.notNull())
    .addColumn('picture_id', 'text', (c) => c.notNull().references('picture.id'))
    .addColumn('alt', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('link', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('shop')
    .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('json', 'text', (c) => c.notNull())
    .execute()
  await schema
    .createTable('newsletter')
    .addColumn('email', 'text', (c) => c.primaryKey())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
}

async function createImports(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('catalogue_import')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('added', 'integer', (c) => c.notNull())
    .addColumn('changed', 'integer', (c) => c.notNull())
    .addColumn('unchanged', 'integer', (c) => c.notNull())
    .addColumn('withdrawn', 'integer', (c) => c.notNull())
    .addColumn('rejected', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('import_row')
    .addColumn('import_key', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('sku', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('import_row_key', ['import_key', 'position'])
    .execute()
}

async function createPublishing(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('catalogue_version')
    .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('version', 'integer', (c) => c.notNull())
    .execute()
  await schema
    .createTable('catalogue_change')
    .addColumn('version', 'integer', (c) => c.primaryKey())
    .addColumn('names', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('site')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('build', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint', (c) => c.notNull())
    .execute()
  await schema
    .createTable('page')
    .addColumn('site_id', 'text', (c) => c.notNull().references('site.id').onDelete('cascade'))
    .addColumn('path', 'text', (c) => c.notNull())
    .addColumn('reads', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('page_key', ['site_id', 'path'])
    .execute()
}
