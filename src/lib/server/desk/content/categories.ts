import type { Picture } from '#lib/catalogue/product.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { FIRST_APPENDED } from '#lib/server/import/apply/categories/category-rows.ts'
import { shownCategories } from '#lib/server/import/export/shown-categories.ts'
import { csvLine } from '#lib/server/import/read/text/csv-line.ts'
import { ImageNames } from '#lib/server/import/read/pictures/image-names.ts'

export type CategoryFormRow = {
  id: string
  parentId: string | null
  name: string
  image: string
  picture: Picture | undefined
  position: number
  /** Its position as shown to people: categories that no list has placed follow the others. */
  place: number
  /** It has no product on sale, so it may be removed. */
  isEmpty: boolean
}

/** A row of categories.csv; a sub-category also names its parent category. */
export type CategoryLine = { category: string; subcategory: string; image: string; order: string }

/** The text of categories.csv. */
export const categoriesFile = (lines: readonly CategoryLine[]): string =>
  [
    csvLine(['category', 'subcategory', 'image', 'order']),
    ...lines.map((one) => csvLine([one.category, one.subcategory, one.image, one.order])),
  ].join('')

/** The categories that are shown, each followed by its sub-categories. */
export async function readCategories(db: Db): Promise<CategoryFormRow[]> {
  const names = await ImageNames.load(db)
  const rows = await shownCategories(db)
  const pictures = await categoryPictures(db)
  const used = await usedCategories(db)
  const all = rows.map(({ id, parent_id, name, image, picture_id, position }) => ({
    ...{ id, parentId: parent_id, name, position },
    image: names.of(image, picture_id),
    picture: pictures.get(picture_id ?? ''),
    isEmpty: !used.has(id),
  }))
  const tops = withPlaces(all.filter(({ parentId }) => parentId === null))
  return tops.flatMap((top) => [
    top,
    ...withPlaces(all.filter(({ parentId }) => parentId === top.id)),
  ])
}

/** Adds the shown place to sibling categories, which are sorted by position. */
function withPlaces<Row extends { position: number }>(rows: Row[]) {
  let last = 0
  return rows.map((row) => {
    last = row.position < FIRST_APPENDED ? row.position : last + 1
    return { ...row, place: last }
  })
}

async function categoryPictures(db: Db): Promise<Map<string, Picture>> {
  const rows = await db
    .selectFrom('category')
    .innerJoin('picture', 'picture.id', 'category.picture_id')
    .select(['picture.id', 'width', 'height'])
    .execute()
  return new Map(rows.map((row) => [row.id, { ...row, alt: '' }]))
}

/** Ids of the categories that have a product on sale. */
async function usedCategories(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('product')
    .select(['category_id', 'subcat_id'])
    .distinct()
    .where('withdrawn_at', 'is', null)
    .execute()
  return new Set(rows.flatMap((row) => [row.category_id, row.subcat_id ?? row.category_id]))
}
