import { LISTING_PAGE_SIZE, listKey, loadNewest } from '#lib/server/catalogue/lists.ts'
import type { Trx } from '#lib/server/database/schema.ts'

type HomeLists = { newest: string; featured: string }

/** Home shows the first of these two lists only, so only a change of those counts. */
export async function homeLists(trx: Trx): Promise<HomeLists> {
  const first = trx
    .selectFrom('product')
    .select('id')
    .where('withdrawn_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('number')
    .limit(LISTING_PAGE_SIZE)
  const featured = await first.where('is_featured', '=', 1).execute()
  const join = (rows: { id: string }[]) => rows.map((row) => row.id).join('|')
  return { newest: (await loadNewest(trx)).join('|'), featured: join(featured) }
}

export function noteHomeLists(before: HomeLists, after: HomeLists, names: Set<string>): void {
  if (before.newest !== after.newest) names.add(listKey('newest'))
  if (before.featured !== after.featured) names.add(listKey('featured'))
}
