import { type ContentKind, contentPath } from '#lib/catalogue/content.ts'
import { splitFormer } from '#lib/catalogue/former-addresses.ts'
import { type ListingKind, listingPath } from '#lib/catalogue/listing-address.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { leadsTo, MAX_MOVES } from './moved-category.ts'

/**
 * The address to which a category or sub-category that is no longer shown has moved, with all its products.
 * Undefined when it never existed, is still shown, or moved to nothing that is shown.
 */
export async function findRedirect(
  db: Db,
  kind: ListingKind,
  id: string,
): Promise<string | undefined> {
  const rows = await db
    .selectFrom('category')
    .select(['id', 'parent_id', 'position', 'moved_to'])
    .execute()
  const categories = new Map(rows.map((row) => [row.id, row]))
  const from = categories.get(id)
  if (!from || kindOf(from) !== kind) return undefined
  const to = leadsTo(categories, from)
  return to && to.id !== id ? listingPath(kindOf(to), to.id) : undefined
}

const kindOf = ({ parent_id }: { parent_id: string | null }): ListingKind =>
  parent_id === null ? 'category' : 'subcat'

/** The address to which a brand without products has moved, with all of them; undefined when there is none. */
export async function findBrandRedirect(
  db: Db,
  id: string,
  isOnSale: (id: string) => Promise<boolean>,
): Promise<string | undefined> {
  let now = id
  for (let moves = 0; moves < MAX_MOVES; moves++) {
    const moved = await db
      .selectFrom('brand_move')
      .select('moved_to')
      .where('id', '=', now)
      .executeTakeFirst()
    if (!moved) return undefined
    now = moved.moved_to
    if (await isOnSale(now)) return `/brand/${now}`
  }
  return undefined
}

/** The address of the text that was at this address before; undefined if there is none that visitors see (E27). */
export async function findTextRedirect(
  db: Db,
  kind: ContentKind,
  id: string,
): Promise<string | undefined> {
  const rows = await db
    .selectFrom('content_page')
    .select(['id', 'formerly', 'is_shown'])
    .where('kind', '=', kind)
    .where((eb) => eb.or([eb('formerly', '!=', ''), eb('id', '=', id)]))
    .orderBy('id')
    .execute()
  // An article that waits for its day has this address already.
  if (rows.some((row) => row.id === id)) return undefined
  const now = rows.find((row) => splitFormer(row.formerly).includes(id))
  return now?.is_shown === 1 ? contentPath(kind, now.id) : undefined
}
