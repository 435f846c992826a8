import type { Selectable } from 'kysely'
import type { CategoryTable, Db } from '#lib/server/database/schema.ts'
import { HIDDEN, isCategoryShown } from '#lib/server/catalogue/moved-category.ts'
import { categoryRead } from '#lib/server/catalogue/categories.ts'
import type { ChangeLog, Fields } from '#lib/server/import/apply/change-log.ts'

export type CategoryRow = Selectable<CategoryTable>

const NEVER_SHOWN: Fields = { position: HIDDEN }

/** The fields of a category that an import may change. */
export function categoryFields(row: CategoryRow): Fields {
  const { name, image, picture_id, position, moved_to } = row
  return { name, image, picture_id, position, moved_to }
}

/** Logs what changed between two states of the categories. */
export function logCategories(
  log: ChangeLog,
  before: readonly CategoryRow[],
  after: CategoryRow[],
): void {
  const known = new Map(before.map((row) => [row.id, row]))
  for (const row of after) {
    const was = known.get(row.id)
    log.note('category', row.id, was ? categoryFields(was) : NEVER_SHOWN, categoryFields(row))
  }
}

/** Tells the publisher what changed in the navigation, and which pages name a renamed category. */
export async function announceCategories(
  trx: Db,
  before: readonly CategoryRow[],
  after: CategoryRow[],
  names: Set<string>,
): Promise<void> {
  if (JSON.stringify(shown(before)) === JSON.stringify(shown(after))) return
  names.add('categories')
  for (const id of changedTops(before, after)) names.add(categoryRead(id))
  const known = new Map(before.map((row) => [row.id, row]))
  const renamed: string[] = []
  for (const row of after) {
    const was = known.get(row.id)
    const wasShown = was !== undefined && isCategoryShown(was)
    if (isCategoryShown(row) !== wasShown) names.add(`list:${row.id}`)
    if (was && was.name !== row.name) renamed.push(row.id)
  }
  // Product pages show the names of their categories.
  for (const id of renamed) {
    const rows = await trx
      .selectFrom('product')
      .select('id')
      .where((eb) => eb.or([eb('category_id', '=', id), eb('subcat_id', '=', id)]))
      .where('withdrawn_at', 'is', null)
      .execute()
    for (const row of rows) names.add(`product:${row.id}`)
  }
}

/** Ids of top categories whose own pages show something that changed, in the category or its sub-categories. */
function changedTops(before: readonly CategoryRow[], after: CategoryRow[]): string[] {
  const [was, is] = [topsOf(before), topsOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])].filter((id) => was.get(id) !== is.get(id))
}

/** What each top category's pages show of it, as text to compare, by id. */
function topsOf(rows: readonly CategoryRow[]): Map<string, string> {
  const tops = Map.groupBy(shown(rows), ([id, parentId]) => parentId ?? id ?? '')
  return new Map([...tops].map(([id, rows]) => [id, JSON.stringify(rows)]))
}

/** What the navigation shows, to compare. */
function shown(rows: readonly CategoryRow[]) {
  return rows
    .filter(isCategoryShown)
    .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
    .map((row) => [row.id, row.parent_id, row.name, row.picture_id])
}
