import type { Banner, Category } from '#lib/catalogue/product.ts'
import { type Shop, shopSchema, UNNAMED_SHOP } from '#lib/shop.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { HIDDEN } from './moved-category.ts'

/** The last shop.json as it was written; undefined before the first one. */
export async function readShopJson(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('shop').select('json').executeTakeFirst()
  return row?.json
}

/** The shop's own data, as the last shop.json has it. */
export async function loadShop(db: Db): Promise<Shop> {
  const json = await readShopJson(db)
  return json === undefined ? UNNAMED_SHOP : shopSchema.parse(JSON.parse(json))
}

/** The last shop.json, or an unnamed shop's where there is none, or none that this version can read. */
export async function readStoredShop(db: Db): Promise<Shop> {
  const json = await readShopJson(db)
  const parsed = json === undefined ? undefined : shopSchema.safeParse(JSON.parse(json))
  return parsed?.success ? parsed.data : UNNAMED_SHOP
}

/** The name under which a read of a field of shop.json is recorded, and a change of it announced. */
export const shopRead = (field: string): string => `shop:${field}`

/**
 * The name under which a read of a top category with its sub-categories is recorded, and a change of it
 * announced.
 */
export const placeKey = (categoryId: string): string => `place:${categoryId}`

/** The top categories with their sub-categories, in the shop's order. */
export async function loadCategories(db: Db): Promise<Category[]> {
  const rows = await db
    .selectFrom('category')
    .leftJoin('picture', 'picture.id', 'category.picture_id')
    .select(['category.id', 'parent_id', 'name', 'picture_id', 'width', 'height'])
    // A category that was removed is kept for the products that were in it.
    .where('position', '!=', HIDDEN)
    .orderBy('position')
    .orderBy('category.id')
    .execute()
  const categories = new Map<string, Category>()
  for (const { id, parent_id, name, picture_id, width, height } of rows) {
    if (parent_id !== null) continue
    const picture =
      picture_id === null || width === null || height === null
        ? null
        : { id: picture_id, width, height, alt: '' }
    categories.set(id, { id, name, picture, children: [] })
  }
  for (const { id, parent_id, name } of rows) {
    if (parent_id !== null) categories.get(parent_id)?.children.push({ id, name })
  }
  return [...categories.values()]
}

/** Home's banners that are shown now, in the shop's order. */
export async function loadBanners(db: Db): Promise<Banner[]> {
  const rows = await db
    .selectFrom('banner')
    .innerJoin('picture', 'picture.id', 'banner.picture_id')
    .selectAll('banner')
    .select(['width', 'height'])
    .where('is_shown', '=', 1)
    .orderBy('position')
    .execute()
  return rows.map(({ picture_id, width, height, alt, title, text, link }) => ({
    picture: { id: picture_id, width, height, alt },
    title,
    text,
    link,
  }))
}

/** The beginnings of PIN codes that delivery.csv names, in order. */
export async function loadDeliveryPins(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('delivery_pin').select('prefix').execute()
  return rows.map(({ prefix }) => prefix).sort()
}
