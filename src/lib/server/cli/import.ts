import type { Kysely } from 'kysely'
import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import type { Database } from '#lib/server/database/schema.ts'
import { importCatalogue, type ImportReport } from '#lib/server/import/apply/import.ts'
import type { ImportMap } from '#lib/server/import/read/map.ts'
import type { ReadyMap } from '#lib/server/import/read/ready/ready-map.ts'
import { readMapFile } from './map-file.ts'
import { hintMap } from './map-hint.ts'
import { findPages } from './pages.ts'
import { printChanges, printErrors, printWarnings, showProgress } from './print.ts'
import { publishAfter } from './publish-after.ts'
import type { Call, ExitCode } from './call.ts'
import { ProgressBar } from './terminal.ts'
import { UsageError } from './usage.ts'

/** `shop import PATH`: puts rows into the database and publishes what they change. */
export async function importPath(call: Call): Promise<ExitCode> {
  const map = await readMapFile(call.flags.map)
  const db = openDatabase(call.settings.databaseUrl)
  try {
    await migrate(db)
    return await importOnce(call, db, map)
  } finally {
    await db.destroy()
  }
}

/** Imports, says what it did, and publishes; of a watched file that changes nothing, quietly. */
export async function importOnce(
  call: Call,
  db: Kysely<Database>,
  map: ImportMap | ReadyMap | undefined,
  { isWatched = false } = {},
): Promise<ExitCode> {
  const { settings, path = '', flags, terminal } = call
  const bar = new ProgressBar(terminal)
  try {
    const report = await importCatalogue(db, path, {
      dataDir: settings.dataDir,
      map,
      skipInvalid: flags.skipInvalid,
      replace: flags.replace,
      dryRun: flags.dryRun,
      stockMode: flags.stockMode,
      isWatched,
      onProgress: showProgress(bar),
      // Listing the pages takes a while in a large shop, and only these two show them.
      ...((flags.json || flags.dryRun) && { findPages: findPages(settings) }),
    })
    bar.clear()
    if (!report) throw new UsageError(`There is nothing at ${path}.`)
    if (isWatched && report.import === null && !report.isRefused) return 0
    printWarnings(terminal, [...report.alarms.map(({ text }) => text), ...report.warnings])
    if (flags.json) terminal.out(`${JSON.stringify(toJson(report, flags.dryRun))}\n`)
    else {
      printReport(call, report)
      await hintMap(call, report.errors)
    }
    if (report.isRefused) return 1
    return report.import === null ? 0 : await publishAfter(call, db, 'The import is done')
  } finally {
    bar.clear()
  }
}

/** Exactly the fields of the design; a dry run adds each field that would change. */
function toJson(report: ImportReport, isDryRun: boolean) {
  const { parsed, accepted, rejected, errors, added, changed, unchanged, withdrawn, pages } = report
  const counts = { parsed, accepted, rejected, errors, added, changed, unchanged, withdrawn }
  const { changes } = report
  return { ...counts, pages, ...(isDryRun && { changes }), import: report.import }
}

function printReport({ flags, terminal }: Call, report: ImportReport): void {
  printErrors(terminal, report.errors)
  const { parsed, accepted, rejected, added, changed, unchanged, withdrawn } = report
  terminal.out(`${parsed} rows: ${accepted} good, ${rejected} refused.\n`)
  if (report.isRefused) {
    const advice =
      report.rejected > 0 ? ' Correct the rows, or leave them out with --skip-invalid.' : ''
    terminal.out(`Nothing was changed.${advice}\n`)
    return
  }
  const would = flags.dryRun ? 'Would be' : 'Products'
  terminal.out(
    `${would}: ${added} added, ${changed} changed, ${unchanged} unchanged, ${withdrawn} withdrawn.\n`,
  )
  if (flags.dryRun) printChanges(terminal, report)
  else if (report.import !== null) terminal.out(`This was import ${report.import}.\n`)
}
