import type { Product } from '#lib/catalogue/product.ts'

/** As many as a large screen shows at once (S-065). */
const ROW = 5

type Filter = { subcatId: string } | { categoryId: string }

/**
 * The ids of at most `count` products that follow this one in its sub-category, starting again at the front. A small
 * sub-category is filled up to a row from the rest of its category.
 * @param list reads the ids of a list, in its order
 */
export async function relatedIds(
  { id, category, subcat }: Product,
  list: (filter: Filter) => Promise<string[]>,
  count: number,
): Promise<string[]> {
  const ids = await list(subcat ? { subcatId: subcat.id } : { categoryId: category.id })
  const at = ids.indexOf(id)
  const after = ids.slice(at + 1, at + 1 + count)
  const front = ids.slice(0, Math.min(count - after.length, Math.max(at, 0)))
  const near = [...after, ...front]
  const missing = Math.min(ROW, count) - near.length
  if (!subcat || missing <= 0) return near
  const others = await list({ categoryId: category.id })
  const taken = new Set([id, ...near])
  return [...near, ...others.filter((one) => !taken.has(one)).slice(0, missing)]
}
