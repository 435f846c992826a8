import type { Db } from '#lib/server/database/schema.ts'
import type { Column } from '#lib/server/import/read/columns/columns.ts'
import type { ImportPlan } from '#lib/server/import/read/plan.ts'
import type { CategoryWriter } from './category-writer.ts'
import type { StoredProduct } from './product-merge.ts'
import { stagedRows, type StagedProduct } from './stage.ts'

export type KeptCategory = { category: string; subcategory: string }

const BATCH = 500

/**
 * Whether the list has categories without sub-categories: a product that moves keeps the name of its sub-category.
 */
const keepsSubcategories = (columns: ReadonlySet<Column>) =>
  columns.has('category') && !columns.has('subcategory')

/** The names of the category and sub-category where a row puts a product. */
export function categoryOf(
  { category, subcategory }: KeptCategory,
  known: Pick<StoredProduct, 'subcat_id'> | undefined,
  columns: ReadonlySet<Column>,
  categories: CategoryWriter,
): KeptCategory {
  const isKept = known !== undefined && keepsSubcategories(columns)
  return { category, subcategory: isKept ? categories.nameOf(known.subcat_id) : subcategory }
}

/** Sub-categories that products keep, under the new categories that the staged rows give them. */
export async function keptCategories(trx: Db, plan: ImportPlan): Promise<KeptCategory[]> {
  if (!keepsSubcategories(plan.columns)) return []
  const kept = new Map<string, KeptCategory>()
  for (let after = -1, isOver = false; !isOver;) {
    const staged = await stagedRows(trx, plan.key, after, BATCH)
    if (staged.length === 0) break
    const rows = staged.map(({ data }): StagedProduct => JSON.parse(data))
    const names = await subcategoriesOf(
      trx,
      rows.map(({ sku }) => sku),
    )
    for (const { sku, category } of rows) {
      const subcategory = names.get(sku)
      if (subcategory === undefined || category === '') continue
      kept.set(`${category}\n${subcategory}`, { category, subcategory })
    }
    after = staged.at(-1)?.position ?? after
    isOver = staged.length < BATCH
  }
  return [...kept.values()]
}

async function subcategoriesOf(trx: Db, skus: string[]): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('product')
    .innerJoin('category', 'category.id', 'product.subcat_id')
    .select(['product.sku', 'category.name'])
    .where('product.sku', 'in', skus)
    .execute()
  return new Map(rows.map(({ sku, name }) => [sku, name]))
}
