import { listKey, loadList } from '#lib/server/catalogue/lists.ts'
import type { Trx } from '#lib/server/database/schema.ts'

type HomeLists = { newest: string; featured: string }

/** The first products of the two lists on the home page, as text to compare: only these show there. */
export async function homeLists(trx: Trx): Promise<HomeLists> {
  const idsOf = async (name: keyof HomeLists) => (await loadList(trx, name)).join('|')
  return { newest: await idsOf('newest'), featured: await idsOf('featured') }
}

/** Announces which lists of the home page have changed. */
export function noteHomeLists(before: HomeLists, after: HomeLists, names: Set<string>): void {
  if (before.newest !== after.newest) names.add(listKey('newest'))
  if (before.featured !== after.featured) names.add(listKey('featured'))
}
