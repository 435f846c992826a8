import type { Trx } from '#lib/server/database/schema.ts'
import { loadDeliveryLines } from '#lib/server/catalogue/delivery-lines.ts'
import { loadSynonyms } from '#lib/server/catalogue/search/synonyms.ts'
import type { OtherFile } from '#lib/server/import/read/folder/folder.ts'
import type { ImportPlan } from '#lib/server/import/read/plan.ts'
import { loadBannerRows } from './apply-banners.ts'
import { FIRST_APPENDED } from './categories/category-rows.ts'

const PARTS = {
  'categories.csv': 'listed',
  'banners.csv': 'banners',
  'delivery.csv': 'deliveryPins',
  'synonyms.csv': 'synonyms',
} as const satisfies Record<OtherFile, keyof ImportPlan>

/**
 * Leaves out the files beside the products of which something is refused. Each says all that the shop has of its
 * things, so its good rows alone would take away the others. They count only where the shop has none.
 * @returns the plan without these files, and their names
 */
export async function withoutRefused(
  trx: Trx,
  plan: ImportPlan,
): Promise<{ plan: ImportPlan; partsKept: OtherFile[] }> {
  const left = { ...plan }
  const partsKept: OtherFile[] = []
  for (const file of plan.refusedFiles) {
    if (!(await HAS[file](trx))) continue
    left[PARTS[file]] = undefined
    partsKept.push(file)
  }
  return { plan: left, partsKept }
}

/** Whether the shop has any of a file's things. */
const HAS: Record<OtherFile, (trx: Trx) => Promise<boolean>> = {
  'categories.csv': hasListed,
  'banners.csv': async (trx) => (await loadBannerRows(trx)).length > 0,
  'delivery.csv': async (trx) => (await loadDeliveryLines(trx)).length > 0,
  'synonyms.csv': async (trx) => (await loadSynonyms(trx)).length > 0,
}

async function hasListed(trx: Trx): Promise<boolean> {
  const row = await trx
    .selectFrom('category')
    .select('id')
    .where('position', '>=', 0)
    .where('position', '<', FIRST_APPENDED)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
