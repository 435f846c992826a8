import { openDatabase } from '../database/database.ts'
import { migrate } from '../database/migrations.ts'
import { exportCatalogue } from '../import/export.ts'
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
