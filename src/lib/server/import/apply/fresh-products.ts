import type { ImportPlan } from '#lib/server/import/read/plan.ts'
import { type Column, isPartial } from '#lib/server/import/read/columns/columns.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { CategoryWriter } from './category-writer.ts'
import { ChangeLog } from './change-log.ts'
import { slug, takeId } from './ids.ts'
import { categoryOf } from './kept-categories.ts'
import { mergeProduct, type StoredProduct } from './product-merge.ts'
import { ProductNames } from './product-names.ts'
import type { ProductWrite } from './product-rows.ts'
import { resolveRow } from './resolve-row.ts'
import type { StagedProduct } from './stage.ts'

/** How many prepared products are kept in memory; in a list that fills a shop, the rest is decided row by row. */
const MOST = 10_000

type Shop = { plan: ImportPlan; categories: CategoryWriter; now: number }

/** New products that a list brings, with the ids and numbers they will get, in the order of the list. */
export class FreshProducts {
  readonly writes: ProductWrite[] = []
  readonly names = new ProductNames(new Set())
  readonly log = new ChangeLog(false)
  #ids: TakenIds | undefined
  /** Once a product has to be decided later, so have all after it, to keep numbers in the order of the list. */
  #isOver = false

  /**
   * Prepares the row if it is a new product.
   * @returns whether it was prepared
   */
  async take(db: Db, row: StagedProduct, { plan, categories, now }: Shop): Promise<boolean> {
    const isNew = !isPartial(plan.columns) && !row.isWithdrawn
    this.#isOver ||= this.writes.length >= MOST || !isPlacedIn(categories, row, plan.columns)
    if (!isNew || this.#isOver) return false
    this.#ids ??= await TakenIds.load(db)
    const write = newProduct(row, this.#ids, { plan, categories, now })
    this.writes.push(write)
    this.names.cameOrWent(write, 'added')
    this.log.product(undefined, write)
    return true
  }
}

/** Whether the shop already has the category that the row puts its product in. */
export const isPlacedIn = (
  categories: CategoryWriter,
  row: Pick<StagedProduct, 'category' | 'subcategory'>,
  columns: Set<Column>,
  known?: Pick<StoredProduct, 'subcat_id'>,
): boolean => {
  const { category, subcategory } = categoryOf(row, known, columns, categories)
  return !columns.has('category') || categories.has(category, subcategory)
}

/** The ids of products that are in use, and the last number. */
export class TakenIds {
  #ids: Set<string>
  #lastNumber: number

  private constructor(ids: Set<string>, lastNumber: number) {
    this.#ids = ids
    this.#lastNumber = lastNumber
  }

  static async load(db: Db): Promise<TakenIds> {
    const rows = await db.selectFrom('product').select(['id', 'number']).execute()
    const lastNumber = rows.reduce((last, row) => Math.max(last, row.number), 0)
    return new TakenIds(new Set(rows.map((row) => row.id)), lastNumber)
  }

  take({ name, unit, sku }: StagedProduct): { id: string; number: number } {
    const short = slug(name) || slug(sku)
    const id = takeId(this.#ids, [short, slug(`${name} ${unit}`), short])
    return { id, number: ++this.#lastNumber }
  }
}

/** The product that a row creates. */
export function newProduct(
  row: StagedProduct,
  ids: TakenIds,
  { plan, categories, now }: Shop,
): ProductWrite {
  const resolved = resolveRow(row, undefined, plan, categories)
  const wanted = mergeProduct(resolved, undefined, plan.columns, now)
  return {
    ...wanted,
    ...ids.take(row),
    ...{ sku: row.sku, created_at: now, changed_at: now, withdrawn_at: null },
    arePacksChanged: wanted.packs.length > 0,
    areImagesChanged: wanted.images.length > 0,
  }
}
