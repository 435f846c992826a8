import type { Db } from '#lib/server/database/schema.ts'
import { HIDDEN, leadsTo } from '#lib/server/catalogue/moved-category.ts'
import type { ImportPlan } from '#lib/server/import/read/plan.ts'
import type { CategoryRow } from './categories/category-names.ts'
import { fold } from './categories/category-rows.ts'
import type { Merge } from './merge/merge.ts'

/** The ids of a category and of one of its sub-categories. */
export type CategoryIds = { category_id: string; subcat_id: string | null }
type Rows = ReadonlyMap<string, CategoryRow>
type Named = Pick<ImportPlan, 'listed' | 'categories'>

/**
 * Categories that others renamed, or emptied into another, since a list was written, with their ids of today. Left
 * out are those whose new name the list also has, since such a list means both.
 */
export async function movedSince(
  db: Db,
  merge: Merge,
  rows: Rows,
  list: Named,
): Promise<Map<string, string>> {
  if (merge.isAlone) return new Map()
  await merge.load(db, 'category', [...rows.keys()])
  const names = namesOf(list)
  const moved = [...rows.values()].flatMap((row): [string, string][] => {
    const hidden = merge.others(merge.thing('category', row.id), 'position')
    const isNews = row.position === HIDDEN && hidden !== undefined && hidden.was !== HIDDEN
    const target = isNews ? leadsTo(rows, row) : undefined
    if (!target || isNamed(names, rows, row, target)) return []
    // One that was there before was not given the name of this one: products were moved there, which the list may
    // do the other way.
    const before = merge.others(merge.thing('category', target.id), 'position')
    return before?.was === HIDDEN ? [[row.id, target.id]] : []
  })
  return new Map(moved)
}

/** What a category and its sub-category are today. */
export function categoryToday(
  moved: ReadonlyMap<string, string>,
  rows: Rows,
  { category_id, subcat_id }: CategoryIds,
): CategoryIds {
  const target = rows.get(moved.get(subcat_id ?? '') ?? '')
  if (!target) return { category_id: moved.get(category_id) ?? category_id, subcat_id }
  return target.parent_id === null
    ? { category_id: target.id, subcat_id: null }
    : { category_id: target.parent_id, subcat_id: target.id }
}

const pairOf = (category: string, subcategory: string) => fold(`${category}\n${subcategory}`)

/** All names in a list: each category, alone and with its sub-category. */
const namesOf = ({ listed = [], categories }: Named): Set<string> =>
  new Set(
    [...listed, ...categories].flatMap(({ category, subcategory }) => [
      pairOf(category, ''),
      pairOf(category, subcategory),
    ]),
  )

function isNamed(names: Set<string>, rows: Rows, from: CategoryRow, to: CategoryRow): boolean {
  const top = rows.get(to.parent_id ?? to.id)?.name ?? ''
  const isWithin = from.parent_id !== null && from.parent_id === to.parent_id
  return names.has(pairOf(top, isWithin ? to.name : ''))
}
