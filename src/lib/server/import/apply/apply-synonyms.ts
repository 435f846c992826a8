import { loadSynonyms } from '#lib/server/catalogue/search/synonyms.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import { type ChangeLog, isSame } from './change-log.ts'

const BATCH = 500

/** Applies synonyms.csv: afterwards the shop has exactly these lines. */
export async function applySynonyms(
  trx: Trx,
  wanted: readonly string[],
  names: Set<string>,
  log: ChangeLog,
): Promise<void> {
  const known = await loadSynonyms(trx)
  if (isSame(known, wanted)) return
  log.note('synonyms', 'all', { lines: known }, { lines: wanted })
  names.add('synonyms')
  await trx.deleteFrom('synonym').execute()
  const rows = wanted.map((line, position) => ({ position, names: line }))
  for (let at = 0; at < rows.length; at += BATCH) {
    await trx
      .insertInto('synonym')
      .values(rows.slice(at, at + BATCH))
      .execute()
  }
}
