import { existsSync } from 'node:fs'
import type { Db } from '#lib/server/database/schema.ts'
import { latestVersion } from '#lib/server/catalogue/changes.ts'
import { overwritten } from '#lib/server/import/apply/stocks/stock-check.ts'
import { importCatalogue, type ImportReport } from '#lib/server/import/apply/import.ts'
import type { ImportMap } from '#lib/server/import/read/columns/map.ts'
import type { PresetMap } from '#lib/server/import/read/presets/preset-map.ts'
import { findPages } from '#lib/server/publish/affected-pages.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import { readMapFile } from './map-file.ts'
import { hintMap } from './map-hint.ts'
import { pathError } from './path-error.ts'
import { type ListRead, withRepairedLetters, withWholeProducts } from './prepared-list.ts'
import { printChanges, printCounts, printErrors, printWarnings, showProgress } from './print.ts'
import { publishAfter } from './publish-after.ts'
import type { Call, ExitCode } from './call.ts'
import { ProgressBar } from './terminal.ts'
import {
  COMMON_HELP,
  LETTERS_HELP,
  LETTERS_OPTION,
  MAP_OPTION,
  STOCK_HELP,
  STOCK_OPTIONS,
  type Verb,
} from './verb.ts'
import { withDatabase } from './with-database.ts'

/** `shop import PATH`: imports a list into the database and publishes what it changes. */
async function importPath(call: Call): Promise<ExitCode> {
  const { flags, path = '' } = call
  const map = await readMapFile(flags.map)
  if (!existsSync(path)) throw pathError(path)
  return withDatabase(call, (db) => importOnce(call, db, map))
}

/** Imports, reports and publishes; prints nothing if a watched file changes nothing. */
export async function importOnce(
  call: Call,
  db: Db,
  map: ImportMap | PresetMap | undefined,
  { isWatched = false } = {},
): Promise<ExitCode> {
  const bar = new ProgressBar(call.terminal)
  const before = await latestVersion(db)
  try {
    const done = await importAndTell(call, db, { map, isWatched, bar })
    if (done.isRefused) return 1
    return done.import === null ? 0 : await publishAfter(call, db, before, 'The import is done')
  } finally {
    bar.clear()
  }
}

type Done = Pick<ImportReport, 'import' | 'isRefused'>
type How = { map: ImportMap | PresetMap | undefined; isWatched: boolean; bar: ProgressBar }

/**
 * Imports and reports. A separate function, so that the report (which names every page) is freed before
 * publishing needs the memory.
 */
async function importAndTell(call: Call, db: Db, { map, isWatched, bar }: How): Promise<Done> {
  const { settings, path = '', flags, terminal } = call
  const take = (list: string, how: ListRead) =>
    importCatalogue(db, list, {
      dataDir: settings.dataDir,
      ...how,
      skipInvalid: flags.skipInvalid,
      replace: flags.replace,
      dryRun: flags.dryRun,
      stockMode: flags.stockMode,
      isWatched,
      onProgress: showProgress(bar),
      // Listing the pages takes a while in a large shop, and only these two print them.
      ...((flags.json || flags.dryRun) && { findPages: findPages(settings) }),
    })
  const report = await withRepairedLetters(flags.repairsLetters === true, path, (list) =>
    withWholeProducts(db, list, map, take),
  )
  bar.clear()
  if (!report) throw pathError(path)
  const done = { import: report.import, isRefused: report.isRefused }
  if (isWatched && report.import === null && !report.isRefused) return done
  const { alarms, asks, warnings } = report
  // Here the question is answered by flags, at the desk by buttons; a list refused for it reports a fault.
  const asked = asks && flags.dryRun ? [overwritten(asks)] : []
  printWarnings(terminal, [...alarms.map(({ text }) => text), ...warnings, ...asked])
  if (flags.json) terminal.out(`${JSON.stringify(toJson(report, flags.dryRun))}\n`)
  else {
    printReport(call, report)
    await hintMap(call, report.errors)
  }
  return done
}

/** Exactly the fields that the design names; a dry run adds each field that would change. */
function toJson(report: ImportReport, isDryRun: boolean) {
  const { parsed, accepted, rejected, errors, added, changed, unchanged, withdrawn, pages } = report
  const counts = { parsed, accepted, rejected, errors, added, changed, unchanged, withdrawn }
  const { changes } = report
  return { ...counts, pages, ...(isDryRun && { changes }), import: report.import }
}

function printReport({ flags, terminal }: Call, report: ImportReport): void {
  printErrors(terminal, report.errors)
  const { added, changed, unchanged, withdrawn } = report
  const { parsed, others = [] } = report
  printCounts(terminal, report, others.length > 0)
  if (report.isRefused) {
    const advice =
      report.errors.length > 0 ? ' Correct the rows, or leave them out with --skip-invalid.' : ''
    terminal.out(`Nothing was changed.${advice}\n`)
    return
  }
  const would = flags.dryRun ? 'Would be' : 'Products'
  // An import of other files only says nothing about products.
  if (parsed > 0 || others.length === 0 || withdrawn > 0) {
    terminal.out(
      `${would}: ${added} added, ${changed} changed, ${unchanged} unchanged, ${withdrawn} withdrawn.\n`,
    )
  }
  terminal.out(others.map((text) => `${text}.\n`).join(''))
  if (flags.dryRun) printChanges(terminal, report)
  else if (report.import !== null) terminal.out(`This was import ${report.import}.\n`)
}

export const verb: Verb = {
  usage: 'import PATH',
  about: 'puts a product list into the shop and publishes what it changes',
  options: {
    ...MAP_OPTION,
    ...LETTERS_OPTION,
    ...STOCK_OPTIONS,
    'skip-invalid': { type: 'boolean' },
    replace: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  },
  paths: { least: 1, most: 1 },
  run: importPath,
  help: `Usage: ${SHOP_CALL} import PATH [options]

Puts an Excel workbook (.xlsx), a CSV file, or a folder with products.csv into the shop, and publishes
the pages that it changes. Products are recognised by their sku. If even one row is bad, nothing is
changed. Each import has a number, by which "undo" takes it back. A stock counts as the difference from the export
that the list came from (its column stockwas); a list without that column is refused where it would
bring back what was sold since the last export.

  --map M.json      which column of a foreign file is which (see docs/import.md);
                    shopify or woocommerce for a product export of these
  --skip-invalid    leave out the bad rows and take the others
  --replace         withdraw the products that the file lacks
  --dry-run         only say what would change: each field old → new, and each page
${LETTERS_HELP}${STOCK_HELP}${COMMON_HELP}`,
}
