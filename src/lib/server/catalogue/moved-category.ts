/** The position of a category that is not shown: it has no product on sale and is in no categories.csv. */
export const HIDDEN = -1

/** The most moves that are followed one after another; more would be a circle. */
export const MAX_MOVES = 20

type Movable = { position: number; moved_to: string | null }

/** Whether shoppers see a category. */
export const isCategoryShown = ({ position }: Pick<Movable, 'position'>): boolean =>
  position !== HIDDEN

/**
 * What is shown in place of a hidden category that all products have left for one other: itself if it is shown,
 * undefined if it leads nowhere.
 */
export function leadsTo<Category extends Movable>(
  categories: ReadonlyMap<string, Category>,
  from: Category,
): Category | undefined {
  let category: Category | undefined = from
  for (let moves = 0; category && !isCategoryShown(category) && moves < MAX_MOVES; moves++) {
    category = categories.get(category.moved_to ?? '')
  }
  return category && isCategoryShown(category) ? category : undefined
}
