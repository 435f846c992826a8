import type { Category } from '#lib/catalogue/product.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { HIDDEN } from './moved-category.ts'

/**
 * The name under which a read of a top category with its sub-categories is recorded, and a change of it
 * announced.
 */
export const categoryRead = (categoryId: string): string => `place:${categoryId}`

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
