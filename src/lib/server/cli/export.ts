import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import { exportCatalogue } from '#lib/server/import/export/export.ts'
import type { Call, ExitCode } from './call.ts'

const DEFAULT_PATH = 'catalogue-export'

/** `shop export [PATH]`: writes the catalogue in the format of the import. */
export async function exportTo({
  settings,
  path = DEFAULT_PATH,
  flags,
  terminal,
}: Call): Promise<ExitCode> {
  const db = openDatabase(settings.databaseUrl)
  try {
    await migrate(db)
    const products = await exportCatalogue(db, path, settings)
    if (flags.json) terminal.out(`${JSON.stringify({ products })}\n`)
    else terminal.out(`${products} products are in ${path}.\n`)
    return 0
  } finally {
    await db.destroy()
  }
}
