import type { Db } from '#lib/server/database/schema.ts'
import { importCatalogue, type ImportReport } from './import.ts'
import { CannotStart } from '#lib/server/settings/start-checks.ts'
import { FIRST_FILL } from './history.ts'
import { describeProgress, type ImportProgress } from '#lib/server/import/read/progress.ts'

/**
 * Fills a database without products and imports from CATALOGUE, a folder or a CSV file.
 * @returns undefined if there was nothing to do
 * @throws CannotStart if the catalogue cannot be read or has a fault
 */
export async function fillEmptyDatabase(
  settings: { dataDir: string; catalogue: string },
  db: Db,
  { onProgress }: { onProgress?: (text: string) => void } = {},
): Promise<ImportReport | undefined> {
  const product = await db.selectFrom('product').select('id').limit(1).executeTakeFirst()
  const past = await db.selectFrom('catalogue_import').select('id').limit(1).executeTakeFirst()
  if (product || past) return undefined
  const { dataDir, catalogue } = settings
  const tell = onProgress && ((progress: ImportProgress) => onProgress(describeProgress(progress)))
  const report = await importCatalogue(db, catalogue, {
    ...{ dataDir, onProgress: tell },
    editor: FIRST_FILL,
  })
  if (!report) throw new CannotStart(`CATALOGUE: there is nothing at ${catalogue}`)
  const [first] = report.errors
  if (report.isRefused && first) {
    throw new CannotStart(`CATALOGUE: ${catalogue}, line ${first.line}: ${first.reason}`)
  }
  return report
}
