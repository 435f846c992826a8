import type { Picture } from '#lib/catalogue/product.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { shownCategories } from '#lib/server/import/export/shown-categories.ts'
import { csvLine } from '#lib/server/import/read/csv-line.ts'
import { ImageNames } from '#lib/server/import/read/image-names.ts'
import { contentTexts as texts } from '#lib/texts/page/desk-content.ts'
import { type Fields, line, type PartFiles, type PicturesFrom } from './parts.ts'

export type CategoryRow = {
  id: string
  parentId: string | null
  name: string
  image: string
  picture: Picture | undefined
  order: number
}

/** The categories that are shown, each before its sub-categories. */
export async function readCategories(db: Db): Promise<CategoryRow[]> {
  const names = await ImageNames.load(db)
  const rows = await shownCategories(db)
  const pictures = await categoryPictures(db)
  const all = rows.map(({ id, parent_id, name, image, picture_id, position }) => ({
    ...{ id, parentId: parent_id, name, order: position },
    image: names.of(image, picture_id),
    picture: pictures.get(picture_id ?? ''),
  }))
  const tops = all.filter(({ parentId }) => parentId === null)
  return tops.flatMap((top) => [top, ...all.filter(({ parentId }) => parentId === top.id)])
}

async function categoryPictures(db: Db): Promise<Map<string, Picture>> {
  const rows = await db
    .selectFrom('category')
    .innerJoin('picture', 'picture.id', 'category.picture_id')
    .select(['picture.id', 'width', 'height'])
    .execute()
  return new Map(rows.map((row) => [row.id, { ...row, alt: '' }]))
}

/**
 * categories.csv with the names, places and pictures of the form. A category is its name: one with
 * another name takes its products along, and its old address leads there.
 */
export async function writeCategories(
  db: Db,
  fields: Fields,
  picturesFrom: PicturesFrom,
): Promise<PartFiles> {
  const rows = await readCategories(db)
  const said = rows.map((row) => ({
    ...row,
    name: line(fields, `${row.id}.name`) || row.name,
    image: picturesFrom(`${row.id}.picture`)[0] ?? (isGone(fields, row.id) ? '' : row.image),
    order: line(fields, `${row.id}.order`) || String(row.order),
  }))
  const wrong = said.find(({ order }) => !/^\d{1,9}$/.test(order))
  if (wrong) return { ok: false, error: texts.orderWrong(wrong.name) }
  const nameOf = new Map(said.map(({ id, name }) => [id, name]))
  const lines = said.map(({ parentId, name, image, order }) => {
    const parent = parentId === null ? name : (nameOf.get(parentId) ?? '')
    return csvLine([parent, parentId === null ? '' : name, image, order])
  })
  const head = csvLine(['category', 'subcategory', 'image', 'order'])
  const renamed = said.filter(({ id, name }) => rows.find((row) => row.id === id)?.name !== name)
  const products = await renamedProducts(db, nameOf, new Set(renamed.map(({ id }) => id)))
  return { ok: true, files: { 'categories.csv': head + lines.join(''), ...products } }
}

/** Whether the form takes the picture away. */
const isGone = (fields: Fields, id: string) => fields[`${id}.gone`] === 'yes'

async function renamedProducts(db: Db, nameOf: Map<string, string>, renamed: Set<string>) {
  if (renamed.size === 0) return {}
  const rows = await db
    .selectFrom('product')
    .select(['sku', 'category_id', 'subcat_id'])
    .where('withdrawn_at', 'is', null)
    .orderBy('sku')
    .execute()
  const moved = rows.filter(
    ({ category_id, subcat_id }) =>
      renamed.has(category_id) || (subcat_id !== null && renamed.has(subcat_id)),
  )
  if (moved.length === 0) return {}
  const lines = moved.map(({ sku, category_id, subcat_id }) =>
    csvLine([sku, nameOf.get(category_id) ?? '', nameOf.get(subcat_id ?? '') ?? '']),
  )
  return { 'products.csv': csvLine(['sku', 'category', 'subcategory']) + lines.join('') }
}
