import type { Transaction } from 'kysely'
import type { CategoryTable, Database } from '../database/schema.ts'
import type { ImportPlan } from './apply.ts'
import type { ImportedCategory } from './folder.ts'
import { slug, takeId } from './ids.ts'

/** From here on stand categories that no categories.csv names: appended in the order of coming. */
const FIRST_APPENDED = 1_000_000
/** Position of a category that is not shown: nothing on sale, and in no categories.csv. */
export const HIDDEN = -1

const BATCH = 500

/** The shop's categories while an import is applied. Ids are given once and never change. */
export class CategoryBook {
  #trx: Transaction<Database>
  #rows = new Map<string, CategoryTable>()
  #stored = new Map<string, string>()
  #idByName = new Map<string, string>()
  #taken: Set<string>
  #listed = new Set<string>()
  #before: CategoryTable[]

  private constructor(trx: Transaction<Database>, rows: CategoryTable[]) {
    this.#trx = trx
    this.#before = rows.map((row) => ({ ...row }))
    for (const row of rows) {
      this.#stored.set(row.id, JSON.stringify(row))
      this.#put({ ...row })
    }
    this.#taken = new Set(this.#rows.keys())
  }

  static async open(trx: Transaction<Database>): Promise<CategoryBook> {
    const rows = await trx
      .selectFrom('category')
      .select(['id', 'parent_id', 'name', 'image', 'picture_id', 'position'])
      .orderBy('position')
      .orderBy('id')
      .execute()
    return new CategoryBook(trx, rows)
  }

  /** Adds the categories that an import names, so that products can refer to them. */
  async add(plan: ImportPlan): Promise<void> {
    const shared = this.#sharedNames(plan)
    for (const listed of plan.listed ?? []) {
      const parent = this.#need(null, listed.category, shared)
      const row =
        listed.subcategory === '' ? parent : this.#need(parent.id, listed.subcategory, shared)
      this.#list(row, listed, plan)
    }
    for (const { category, subcategory } of plan.categories) {
      const parent = this.#need(null, category, shared)
      if (subcategory !== '') this.#need(parent.id, subcategory, shared)
    }
    await this.#save()
  }

  /** Ids of what `add` was given. */
  find(category: string, subcategory: string): { categoryId: string; subcatId: string | null } {
    const categoryId = this.#idByName.get(keyOf(null, category))
    if (categoryId === undefined) throw new Error(`No category ${category}`)
    const subcatId = subcategory === '' ? null : this.#idByName.get(keyOf(categoryId, subcategory))
    return { categoryId, subcatId: subcatId ?? null }
  }

  /** Shows and hides categories by what is on sale now, and notes what changed in the nav. */
  async finish(plan: ImportPlan, names: Set<string>): Promise<void> {
    const used = await this.#used()
    for (const row of this.#rows.values()) {
      const isListed = plan.listed ? this.#listed.has(row.id) : !plan.withdraws && wasListed(row)
      const isAppended = row.position === HIDDEN || (plan.listed && !isListed && wasListed(row))
      if (!isListed && !used.has(row.id)) row.position = HIDDEN
      else if (isAppended) row.position = this.#nextPosition()
    }
    await this.#save()
    const after = [...this.#rows.values()]
    if (JSON.stringify(shown(this.#before)) === JSON.stringify(shown(after))) return
    names.add('categories')
    await this.#noteChanges(after, names)
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

  #need(parentId: string | null, name: string, shared: Set<string>): CategoryTable {
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
    })
  }

  #put(row: CategoryTable): CategoryTable {
    this.#rows.set(row.id, row)
    this.#idByName.set(keyOf(row.parent_id, row.name), row.id)
    return row
  }

  /** What categories.csv says of a category holds. */
  #list(
    row: CategoryTable,
    { category, subcategory, image, position }: ImportedCategory,
    plan: ImportPlan,
  ): void {
    this.#listed.add(row.id)
    if (row.parent_id !== null) this.#listed.add(row.parent_id)
    row.name = subcategory || category
    row.image = image || null
    row.picture_id = plan.pictures.get(image)?.id ?? null
    row.position = position
  }

  #nextPosition(): number {
    const positions = [...this.#rows.values()].map((row) => row.position)
    return Math.max(FIRST_APPENDED - 1, ...positions) + 1
  }

  async #used(): Promise<Set<string>> {
    const rows = await this.#trx
      .selectFrom('product')
      .select(['category_id', 'subcat_id'])
      .where('withdrawn_at', 'is', null)
      .groupBy(['category_id', 'subcat_id'])
      .execute()
    return new Set(
      rows.flatMap(({ category_id, subcat_id }) => [category_id, subcat_id ?? category_id]),
    )
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
          })),
        )
        .execute()
    }
    for (const row of rows) this.#stored.set(row.id, JSON.stringify(row))
  }

  async #noteChanges(after: CategoryTable[], names: Set<string>): Promise<void> {
    const before = new Map(this.#before.map((row) => [row.id, row]))
    const renamed: string[] = []
    for (const row of after) {
      const was = before.get(row.id)
      const wasShown = was !== undefined && was.position !== HIDDEN
      const isShown = row.position !== HIDDEN
      if (isShown !== wasShown) names.add(`list:${row.id}`)
      if (was && was.name !== row.name) renamed.push(row.id)
    }
    // Product pages name their categories.
    for (const id of renamed) {
      const rows = await this.#trx
        .selectFrom('product')
        .select('id')
        .where((eb) => eb.or([eb('category_id', '=', id), eb('subcat_id', '=', id)]))
        .where('withdrawn_at', 'is', null)
        .execute()
      for (const row of rows) names.add(`product:${row.id}`)
    }
  }
}

function wasListed({ position }: CategoryTable): boolean {
  return position >= 0 && position < FIRST_APPENDED
}

/** Spellings that differ in case only are one category. */
const fold = (name: string) => name.toLowerCase()
const keyOf = (parentId: string | null, name: string) => `${parentId ?? ''}\n${fold(name)}`

/** What the nav shows, to compare. */
function shown(rows: CategoryTable[]) {
  return rows
    .filter((row) => row.position !== HIDDEN)
    .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
    .map((row) => [row.id, row.parent_id, row.name, row.picture_id])
}
