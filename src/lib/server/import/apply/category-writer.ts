import { HIDDEN, isCategoryShown } from '#lib/server/catalogue/moved-category.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { ImportPlan } from '#lib/server/import/read/plan.ts'
import {
  announceCategories,
  categoryFields,
  type CategoryRow,
  logCategories,
} from './categories/category-names.ts'
import { CategoryRows, isListedPlace } from './categories/category-rows.ts'
import type { ChangeLog, Fields } from './change-log.ts'
import type { Merge } from './merge/merge.ts'
import { mergeCategory } from './merge/merge-others.ts'
import type { ImportedCategory } from '#lib/server/import/read/folder/folder.ts'
import { movedSince, type CategoryIds, categoryToday } from './moved-categories.ts'
import type { ProductNames } from './product-names.ts'
import { sharedNames } from './categories/shared-names.ts'

type PlaceNames = { category: string; subcategory: string }

/** The shop's categories while an import is applied. */
export class CategoryWriter {
  #trx: Db
  #rows: CategoryRows
  #listed = new Set<string>()
  /** Positions in the list of categories that others removed since it was written. */
  #placeOfGone = new Map<string, number>()
  /** Current ids of categories that others renamed since the list was written, by their earlier ids. */
  #moved = new Map<string, string>()
  #merge: Merge | undefined

  private constructor(trx: Db, rows: CategoryRows) {
    this.#trx = trx
    this.#rows = rows
  }

  static async open(trx: Db): Promise<CategoryWriter> {
    return new CategoryWriter(trx, await CategoryRows.open(trx))
  }

  /** Adds the categories that an import names, so that products can refer to them. */
  async add(plan: ImportPlan, merge: Merge): Promise<void> {
    await this.follow(plan, merge)
    const shared = sharedNames(this.#rows.byId, plan)
    for (const listed of plan.listed ?? []) {
      this.#list(this.#needPlace(listed, shared), listed, plan, merge)
    }
    for (const place of plan.categories) this.#needPlace(place, shared)
    await this.#rows.save()
  }

  /**
   * Finds categories that others renamed since the list was written: their old names in the list now stand for the
   * renamed ones.
   */
  async follow(plan: Pick<ImportPlan, 'listed' | 'categories'>, merge: Merge): Promise<void> {
    this.#merge = merge
    this.#moved = await movedSince(this.#trx, merge, this.#rows.byId, plan)
  }

  /** What a place of earlier is today, after renaming by others. */
  today(place: CategoryIds): CategoryIds {
    return categoryToday(this.#moved, this.#rows.byId, place)
  }

  /** Whether the shop already has the category, and the sub-category if one is named. */
  has(category: string, subcategory: string): boolean {
    const found = this.#idsOf(category, subcategory)
    return found !== undefined && (subcategory === '' || found.isWhole)
  }

  /** The name of a category by its id; empty if there is none. */
  nameOf(id: string | null): string {
    return this.#rows.byId.get(id ?? '')?.name ?? ''
  }

  /**
   * The ids of a place that `add` was given.
   * @throws if it was not
   */
  find(category: string, subcategory: string): { categoryId: string; subcatId: string | null } {
    const found = this.#idsOf(category, subcategory)
    if (!found) throw new Error(`Category ${category} was asked for before it was added`)
    return { categoryId: found.category_id, subcatId: found.subcat_id }
  }

  /** The ids of a place; `isWhole`: the sub-category exists, too. */
  #idsOf(category: string, subcategory: string): (CategoryIds & { isWhole: boolean }) | undefined {
    const id = this.#rows.idOf(null, category)
    if (id === undefined) return undefined
    const old = subcategory === '' ? undefined : this.#rows.idOf(id, subcategory)
    if (old !== undefined && this.#moved.has(old))
      return { ...this.today({ category_id: id, subcat_id: old }), isWhole: true }
    const category_id = this.#moved.get(id) ?? id
    const subcat_id =
      subcategory === '' ? null : (this.#rows.idOf(category_id, subcategory) ?? null)
    return { category_id, subcat_id, isWhole: subcat_id !== null }
  }

  /** Shows and hides categories depending on what is on sale now, and announces what changed in the navigation. */
  async finish(
    plan: Pick<ImportPlan, 'listed' | 'withdraws' | 'refusedFiles'>,
    { names, moves }: Pick<ProductNames, 'names' | 'moves'>,
    log: ChangeLog,
  ): Promise<void> {
    const used = await this.#rows.used()
    const isListKept = !plan.withdraws || plan.refusedFiles.has('categories.csv')
    for (const row of this.#rows.byId.values()) {
      const isLeft = moves.has(row.id) && !used.has(row.id)
      if (plan.listed && !this.#listed.has(row.id) && !isLeft && this.#isPlacedSince(row)) continue
      const isListed = plan.listed ? this.#listed.has(row.id) : isListKept && wasListed(row)
      const isAppended = row.position === HIDDEN || (plan.listed && !isListed && wasListed(row))
      if (!isListed && !used.has(row.id)) row.position = HIDDEN
      else if (isAppended) row.position = this.#placeOfGone.get(row.id) ?? this.#rows.nextPosition()
    }
    this.#lead(moves)
    await this.#rows.save()
    const after = [...this.#rows.byId.values()]
    logCategories(log, this.#rows.before, after)
    await announceCategories(this.#trx, this.#rows.before, after, names)
  }

  /** Whether a colleague placed the category after the list was written, so that the list cannot know it. */
  #isPlacedSince({ id, position }: CategoryRow): boolean {
    const thing = this.#merge?.thing('category', id)
    return (
      position !== HIDDEN &&
      thing !== undefined &&
      this.#merge?.others(thing, 'position') !== undefined
    )
  }

  /** Puts categories back to earlier values. */
  async restore(rows: Map<string, Fields>): Promise<void> {
    for (const [id, fields] of rows) {
      const row = this.#rows.byId.get(id)
      if (row) Object.assign(row, fields)
    }
    await this.#rows.save()
  }

  /** The current fields of a category. */
  fields(id: string): Fields | undefined {
    const row = this.#rows.byId.get(id)
    return row && categoryFields(row)
  }

  /** Makes the address of a category redirect if all its products went to one other category. */
  #lead(moves: Map<string, Set<string>>): void {
    for (const row of this.#rows.byId.values()) if (isCategoryShown(row)) row.moved_to = null
    for (const [id, targets] of moves) {
      const row = this.#rows.byId.get(id)
      const [target] = targets
      if (row?.position !== HIDDEN || targets.size > 1 || target === undefined) continue
      row.moved_to = target
    }
  }

  /** The current row of a category or sub-category; created if it does not exist. */
  #needPlace({ category, subcategory }: PlaceNames, shared: Set<string>): CategoryRow {
    const found = this.#idsOf(category, subcategory)
    const known = found && this.#rows.byId.get(found.subcat_id ?? found.category_id)
    if (known && (subcategory === '' || found.isWhole)) return known
    const parent =
      this.#rows.byId.get(found?.category_id ?? '') ?? this.#rows.need(null, category, shared)
    return subcategory === '' ? parent : this.#rows.need(parent.id, subcategory, shared)
  }

  /** Takes over what categories.csv says about a category. */
  #list(
    row: CategoryRow,
    { category, subcategory, image, keepsImage, position }: ImportedCategory,
    plan: ImportPlan,
    merge: Merge,
  ): void {
    const old = this.#idBefore({ category, subcategory })
    const name = old === undefined ? subcategory || category : row.name
    const picture = keepsImage
      ? { image: row.image, picture_id: row.picture_id }
      : { image: image || null, picture_id: plan.pictures.get(image)?.id ?? null }
    const was = old && merge.others(merge.thing('category', old), 'position')?.was
    const isKept = was === position
    if (isKept) merge.kept++
    const said = {
      ...{ name, ...picture },
      position: isKept ? row.position : position,
    }
    Object.assign(
      row,
      mergeCategory(merge, row, said, (place) => !isListedPlace(place)),
    )
    if (row.position === HIDDEN) {
      this.#placeOfGone.set(row.id, position)
      return
    }
    this.#listed.add(row.id)
    if (row.parent_id !== null) this.#listed.add(row.parent_id)
  }

  /** The id that a place had before others renamed it; undefined if nobody did. */
  #idBefore({ category, subcategory }: PlaceNames): string | undefined {
    const top = this.#rows.idOf(null, category)
    const id = subcategory === '' ? top : this.#rows.idOf(top ?? '', subcategory)
    return id !== undefined && this.#moved.has(id) ? id : undefined
  }
}

const wasListed = ({ position }: CategoryRow): boolean => isListedPlace(position)
