import type { ImportPlan } from '#lib/server/import/read/plan.ts'
import type { CategoryWriter } from './category-writer.ts'
import { placeOf } from './kept-places.ts'
import type { Row, StoredProduct } from './product-merge.ts'
import type { StagedProduct } from './stage.ts'

type Plan = Pick<ImportPlan, 'columns' | 'pictures' | 'knownPictures'>

/**
 * The row with ids in place of names.
 * @throws if a picture is unknown, which validation should have refused
 */
export function resolveRow(
  row: StagedProduct,
  known: StoredProduct | undefined,
  { columns, pictures, knownPictures }: Plan,
  categories: CategoryWriter,
): Row {
  const { category, subcategory, images, isWithdrawn, stocks, exported, line, ...fields } = row
  const place = placeOf(row, known, columns, categories)
  const { categoryId, subcatId } =
    known && !columns.has('category')
      ? { categoryId: known.category_id, subcatId: known.subcat_id }
      : categories.find(place.category, place.subcategory)
  const own = new Map(known?.images.map(({ file, picture_id }) => [file, picture_id]))
  const found = images.map((file) => {
    const picture_id = pictures.get(file)?.id ?? own.get(file) ?? knownPictures.get(file)?.id
    if (picture_id === undefined) throw new Error(`${row.sku}: nobody brought its picture ${file}`)
    return { file, picture_id }
  })
  return { ...fields, category_id: categoryId, subcat_id: subcatId, images: found }
}
