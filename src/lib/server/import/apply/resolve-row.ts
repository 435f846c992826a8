import { composed } from '#lib/server/import/read/pictures/image-name.ts'
import { importedName } from '#lib/server/import/read/pictures/image-names.ts'
import type { ImportPlan } from '#lib/server/import/read/plan.ts'
import type { CategoryWriter } from './category-writer.ts'
import { categoryOf } from './kept-categories.ts'
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
  const { category, subcategory, images, keepsImages, isWithdrawn, ...others } = row
  const { stocks, exported, line, ...fields } = others
  const place = categoryOf(row, known, columns, categories)
  const { categoryId, subcatId } =
    known && !columns.has('category')
      ? { categoryId: known.category_id, subcatId: known.subcat_id }
      : categories.find(place.category, place.subcategory)
  const own = known?.images ?? []
  const found = images.map((file) => {
    const brought = pictures.get(file)
    if (brought) return { file, picture_id: brought.id }
    const kept = own.find((image) => composed(image.file) === file)
    if (kept) return kept
    const picture_id = knownPictures.get(file)?.id
    if (picture_id === undefined) throw new Error(`${row.sku}: nobody brought its picture ${file}`)
    // An export gives a picture another name if several share one: to the product, it is the same picture.
    const same = own.find((image) => image.picture_id === picture_id)
    return same ?? { file: importedName(file, picture_id), picture_id }
  })
  return {
    ...fields,
    category_id: categoryId,
    subcat_id: subcatId,
    images: known && keepsImages ? own : found,
  }
}
