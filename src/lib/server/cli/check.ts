import { existsSync } from 'node:fs'
import { isPostgres, openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import { checkCatalogue } from '#lib/server/import/apply/import.ts'
import { readMapFile } from './map-file.ts'
import { hintMap } from './map-hint.ts'
import { printErrors, printWarnings, showProgress } from './print.ts'
import type { Call, ExitCode } from './call.ts'
import { ProgressBar } from './terminal.ts'
import { UsageError } from './usage.ts'

/** `shop check PATH`: validates and changes nothing. */
export async function check(call: Call): Promise<ExitCode> {
  const { settings, path = '', flags, terminal } = call
  const map = await readMapFile(flags.map)
  const bar = new ProgressBar(terminal)
  // Only to ask for the shop's pictures and stocks; a database is not made for that.
  const { databaseUrl } = settings
  const hasDatabase = isPostgres(databaseUrl) || existsSync(databaseUrl)
  const db = hasDatabase ? openDatabase(databaseUrl) : undefined
  try {
    if (db) await migrate(db)
    const report = await checkCatalogue(path, db, map, showProgress(bar), flags.stockMode)
    bar.clear()
    if (!report) throw new UsageError(`There is nothing at ${path}.`)
    const { parsed, accepted, rejected, errors } = report
    printWarnings(terminal, report.warnings)
    if (flags.json) terminal.out(`${JSON.stringify({ parsed, accepted, rejected, errors })}\n`)
    else {
      printErrors(terminal, errors)
      terminal.out(`${parsed} rows: ${accepted} good, ${rejected} refused.\n`)
      await hintMap(call, errors)
    }
    return errors.length > 0 ? 1 : 0
  } finally {
    bar.clear()
    await db?.destroy()
  }
}
