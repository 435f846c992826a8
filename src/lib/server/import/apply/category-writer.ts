import type { ExpressionBuilder } from 'kysely'
import type { Database, Db } from '#lib/server/database/schema.ts'
import type { ImportPlan } from '#lib/server/import/read/plan.ts'
import {
  announceCategories,
  categoryFields,
  type CategoryRow,
  HIDDEN,
  logCategories,
} from './category-names.ts'
import type { ChangeLog, Fields } from './change-log.ts'
import type { Merge } from './merge/merge.ts'
import { mergeCategory } from './merge/merge-others.ts'
import type { ImportedCategory } from '#lib/server/import/read/folder.ts'
import { slug, takeId } from './ids.ts'
import { movedSince, type PlaceIds, placeToday } from './moved-places.ts'
import type { ProductNames } from './product-names.ts'

/** From here on stand categories that no categories.csv names: appended in the order of coming. */
export const FIRST_APPENDED = 1_000_000

const BATCH = 500

type PlaceNames = { category: string; subcategory: string }

/** The shop's categories while an import is applied. Ids are given once and never change. */
export class CategoryWriter {
  #trx: Db
  #rows = new Map<string, CategoryRow>()
  #stored = new Map<string, string>()
  #idByName = new Map<string, string>()
  #taken: Set<string>
  #listed = new Set<string>()
  /** Where a list has those that others took away since. */
  #placeOfGone = new Map<string, number>()
  /** What those are today that others renamed since the list was written. */
  #moved = new Map<string, string>()
  #before: CategoryRow[]
  #merge: Merge | undefined

  private constructor(trx: Db, rows: CategoryRow[]) {
    this.#trx = trx
    this.#before = rows.map((row) => ({ ...row }))
    for (const row of rows) {
      this.#stored.set(row.id, JSON.stringify(row))
      this.#put({ ...row })
    }
    this.#taken = new Set(this.#rows.keys())
  }

  static async open(trx: Db): Promise<CategoryWriter> {
    const rows = await trx
      .selectFrom('category')
      .select(['id', 'parent_id', 'name', 'image', 'picture_id', 'position', 'moved_to'])
      .orderBy('position')
      .orderBy('id')
      .execute()
    return new CategoryWriter(trx, rows)
  }

  /** Adds the categories that an import names, so that products can refer to them. */
  async add(plan: ImportPlan, merge: Merge): Promise<void> {
    await this.follow(plan, merge)
    const shared = this.#sharedNames(plan)
    for (const listed of plan.listed ?? []) {
      this.#list(this.#needPlace(listed, shared), listed, plan, merge)
    }
    for (const place of plan.categories) this.#needPlace(place, shared)
    await this.#save()
  }

  /** Names in the list of what others renamed since it was written stand for what that is today. */
  async follow(plan: Pick<ImportPlan, 'listed' | 'categories'>, merge: Merge): Promise<void> {
    this.#merge = merge
    this.#moved = await movedSince(this.#trx, merge, this.#rows, plan)
  }

  /** The place that this one, which the shop had, is today. */
  today(place: PlaceIds): PlaceIds {
    return placeToday(this.#moved, this.#rows, place)
  }

  /** Whether the shop has them already. */
  has(category: string, subcategory: string): boolean {
    const found = this.#idsOf(category, subcategory)
    return found !== undefined && (subcategory === '' || found.isWhole)
  }

  /** The name of a category by its id; empty where that is none. */
  nameOf(id: string | null): string {
    return this.#rows.get(id ?? '')?.name ?? ''
  }

  /** Ids of what `add` was given. */
  find(category: string, subcategory: string): { categoryId: string; subcatId: string | null } {
    const found = this.#idsOf(category, subcategory)
    if (!found) throw new Error(`Category ${category} was asked for before it was added`)
    return { categoryId: found.category_id, subcatId: found.subcat_id }
  }

  /** `isWhole`: the sub-category is there, too. */
  #idsOf(category: string, subcategory: string): (PlaceIds & { isWhole: boolean }) | undefined {
    const id = this.#idByName.get(keyOf(null, category))
    if (id === undefined) return undefined
    const old = subcategory === '' ? undefined : this.#idByName.get(keyOf(id, subcategory))
    if (old !== undefined && this.#moved.has(old))
      return { ...this.today({ category_id: id, subcat_id: old }), isWhole: true }
    const category_id = this.#moved.get(id) ?? id
    const subcat_id =
      subcategory === '' ? null : (this.#idByName.get(keyOf(category_id, subcategory)) ?? null)
    return { category_id, subcat_id, isWhole: subcat_id !== null }
  }

  /** Shows and hides categories by what is on sale now, and notes what changed in the nav. */
  async finish(
    plan: Pick<ImportPlan, 'listed' | 'withdraws'>,
    { names, moves }: Pick<ProductNames, 'names' | 'moves'>,
    log: ChangeLog,
  ): Promise<void> {
    const used = await this.#used()
    for (const row of this.#rows.values()) {
      const isLeft = moves.has(row.id) && !used.has(row.id)
      if (plan.listed && !this.#listed.has(row.id) && !isLeft && this.#isPlacedSince(row)) continue
      const isListed = plan.listed ? this.#listed.has(row.id) : !plan.withdraws && wasListed(row)
      const isAppended = row.position === HIDDEN || (plan.listed && !isListed && wasListed(row))
      if (!isListed && !used.has(row.id)) row.position = HIDDEN
      else if (isAppended) row.position = this.#placeOfGone.get(row.id) ?? this.#nextPosition()
    }
    this.#lead(moves)
    await this.#save()
    const after = [...this.#rows.values()]
    logCategories(log, this.#before, after)
    await announceCategories(this.#trx, this.#before, after, names)
  }

  /** Whether a colleague gave it its place after the list was written, which cannot know it. */
  #isPlacedSince({ id, position }: CategoryRow): boolean {
    const thing = this.#merge?.thing('category', id)
    return (
      position !== HIDDEN &&
      thing !== undefined &&
      this.#merge?.others(thing, 'position') !== undefined
    )
  }

  /** Makes categories again what they were. */
  async restore(rows: Map<string, Fields>): Promise<void> {
    for (const [id, fields] of rows) {
      const row = this.#rows.get(id)
      if (row) Object.assign(row, fields)
    }
    await this.#save()
  }

  /** The category of that id as it is now. */
  fields(id: string): Fields | undefined {
    const row = this.#rows.get(id)
    return row && categoryFields(row)
  }

  /** The address of a category whose products all went to one other leads there. */
  #lead(moves: Map<string, Set<string>>): void {
    for (const row of this.#rows.values()) if (row.position !== HIDDEN) row.moved_to = null
    for (const [id, targets] of moves) {
      const row = this.#rows.get(id)
      const [target] = targets
      if (row?.position !== HIDDEN || targets.size > 1 || target === undefined) continue
      row.moved_to = target
    }
  }

  /** Names of sub-categories that stand under more than one category. */
  #sharedNames(plan: ImportPlan): Set<string> {
    const parents = new Map<string, Set<string>>()
    const note = (subcategory: string, category: string) => {
      const name = fold(subcategory)
      parents.set(name, (parents.get(name) ?? new Set()).add(fold(category)))
    }
    for (const row of this.#rows.values()) {
      if (row.parent_id !== null) note(row.name, this.#rows.get(row.parent_id)?.name ?? '')
    }
    for (const { category, subcategory } of [...(plan.listed ?? []), ...plan.categories]) {
      if (subcategory !== '') note(subcategory, category)
    }
    return new Set([...parents].filter(([, found]) => found.size > 1).map(([name]) => name))
  }

  /** The row of a category, or of its sub-category, as it is today. */
  #needPlace({ category, subcategory }: PlaceNames, shared: Set<string>): CategoryRow {
    const found = this.#idsOf(category, subcategory)
    const known = found && this.#rows.get(found.subcat_id ?? found.category_id)
    if (known && (subcategory === '' || found.isWhole)) return known
    const parent = this.#rows.get(found?.category_id ?? '') ?? this.#need(null, category, shared)
    return subcategory === '' ? parent : this.#need(parent.id, subcategory, shared)
  }

  #need(parentId: string | null, name: string, shared: Set<string>): CategoryRow {
    const known = this.#rows.get(this.#idByName.get(keyOf(parentId, name)) ?? '')
    if (known) return known
    const short = slug(name) || 'category'
    const long = parentId === null ? short : `${parentId}-${short}`
    const wanted = parentId !== null && shared.has(fold(name)) ? [long] : [short, long]
    const id = takeId(this.#taken, wanted)
    return this.#put({
      id,
      parent_id: parentId,
      name,
      image: null,
      picture_id: null,
      position: HIDDEN,
      moved_to: null,
    })
  }

  #put(row: CategoryRow): CategoryRow {
    this.#rows.set(row.id, row)
    this.#idByName.set(keyOf(row.parent_id, row.name), row.id)
    return row
  }

  /** What categories.csv says of a category holds. */
  #list(
    row: CategoryRow,
    { category, subcategory, image, position }: ImportedCategory,
    plan: ImportPlan,
    merge: Merge,
  ): void {
    const old = this.#idBefore({ category, subcategory })
    const name = old === undefined ? subcategory || category : row.name
    const picture_id = plan.pictures.get(image)?.id ?? null
    const was = old && merge.others(merge.thing('category', old), 'position')?.was
    const isKept = was === position
    if (isKept) merge.kept++
    const said = {
      ...{ name, image: image || null, picture_id },
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

  /** The id that a place had before others renamed it; undefined where nobody did. */
  #idBefore({ category, subcategory }: PlaceNames): string | undefined {
    const top = this.#idByName.get(keyOf(null, category))
    const id = subcategory === '' ? top : this.#idByName.get(keyOf(top ?? '', subcategory))
    return id !== undefined && this.#moved.has(id) ? id : undefined
  }

  #nextPosition(): number {
    const positions = [...this.#rows.values()].map((row) => row.position)
    return Math.max(FIRST_APPENDED - 1, ...positions) + 1
  }

  async #used(): Promise<Set<string>> {
    const rows = await this.#trx
      .selectFrom('category')
      .select('id')
      .where((eb) =>
        eb.or([eb.exists(soldIn(eb, 'category_id')), eb.exists(soldIn(eb, 'subcat_id'))]),
      )
      .execute()
    return new Set(rows.map(({ id }) => id))
  }

  async #save(): Promise<void> {
    const rows = [...this.#rows.values()].filter(
      (row) => this.#stored.get(row.id) !== JSON.stringify(row),
    )
    // Parents first, for the foreign key.
    rows.sort((a, b) => Number(a.parent_id !== null) - Number(b.parent_id !== null))
    for (let at = 0; at < rows.length; at += BATCH) {
      await this.#trx
        .insertInto('category')
        .values(rows.slice(at, at + BATCH))
        .onConflict((oc) =>
          oc.column('id').doUpdateSet((eb) => ({
            name: eb.ref('excluded.name'),
            image: eb.ref('excluded.image'),
            picture_id: eb.ref('excluded.picture_id'),
            position: eb.ref('excluded.position'),
            moved_to: eb.ref('excluded.moved_to'),
          })),
        )
        .execute()
    }
    for (const row of rows) this.#stored.set(row.id, JSON.stringify(row))
  }
}

const wasListed = ({ position }: CategoryRow): boolean => isListedPlace(position)
const isListedPlace = (position: unknown): boolean =>
  typeof position === 'number' && position >= 0 && position < FIRST_APPENDED

/** Spellings that differ in case only are one category. */
const fold = (name: string) => name.toLowerCase()
const keyOf = (parentId: string | null, name: string) => `${parentId ?? ''}\n${fold(name)}`

const soldIn = (eb: ExpressionBuilder<Database, 'category'>, column: 'category_id' | 'subcat_id') =>
  eb
    .selectFrom('product')
    .select('product.id')
    .where('withdrawn_at', 'is', null)
    .whereRef(column, '=', 'category.id')
