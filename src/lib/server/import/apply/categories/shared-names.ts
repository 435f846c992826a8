import type { ImportPlan } from '#lib/server/import/read/plan.ts'
import type { CategoryRow } from './category-names.ts'
import { fold } from './category-rows.ts'

/** Names of sub-categories, in lower case, that occur in more than one category. */
export function sharedNames(
  rows: ReadonlyMap<string, CategoryRow>,
  plan: Pick<ImportPlan, 'listed' | 'categories'>,
): Set<string> {
  const parents = new Map<string, Set<string>>()
  const note = (subcategory: string, category: string) => {
    const name = fold(subcategory)
    parents.set(name, (parents.get(name) ?? new Set()).add(fold(category)))
  }
  for (const row of rows.values()) {
    if (row.parent_id !== null) note(row.name, rows.get(row.parent_id)?.name ?? '')
  }
  for (const { category, subcategory } of [...(plan.listed ?? []), ...plan.categories]) {
    if (subcategory !== '') note(subcategory, category)
  }
  return new Set([...parents].filter(([, found]) => found.size > 1).map(([name]) => name))
}
