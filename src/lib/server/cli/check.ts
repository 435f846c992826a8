import { existsSync } from 'node:fs'
import { isPostgres, openDatabase } from '#lib/server/database/database.ts'
import { checkCatalogue } from '#lib/server/import/apply/import.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import { readMapFile } from './map-file.ts'
import { hintMap } from './map-hint.ts'
import { pathError } from './path-error.ts'
import { type ListRead, withRepairedLetters, withWholeProducts } from './prepared-list.ts'
import { printCounts, printErrors, printWarnings, showProgress } from './print.ts'
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
import { migrateShop } from './with-database.ts'

/** `shop check PATH`: validates a list and changes nothing. */
async function check(call: Call): Promise<ExitCode> {
  const { settings, path = '', flags, terminal } = call
  const map = await readMapFile(flags.map)
  const bar = new ProgressBar(terminal)
  // The database is only asked for pictures and stocks; one is not created for that.
  const { databaseUrl } = settings
  const hasDatabase = isPostgres(databaseUrl) || existsSync(databaseUrl)
  const db = hasDatabase ? openDatabase(databaseUrl) : undefined
  try {
    if (db) await migrateShop(settings, db)
    const look = (list: string, how: ListRead) =>
      checkCatalogue(list, db, how.map, showProgress(bar), flags.stockMode, how)
    // Prepared in the same way as by an import.
    const report = await withRepairedLetters(flags.repairsLetters === true, path, (list) =>
      db ? withWholeProducts(db, list, map, look) : look(list, { map }),
    )
    bar.clear()
    if (!report) throw pathError(path)
    const { parsed, accepted, rejected, errors } = report
    printWarnings(terminal, report.warnings)
    if (flags.json) terminal.out(`${JSON.stringify({ parsed, accepted, rejected, errors })}\n`)
    else {
      printErrors(terminal, errors)
      printCounts(terminal, report)
      await hintMap(call, errors)
    }
    return errors.length > 0 ? 1 : 0
  } finally {
    bar.clear()
    await db?.destroy()
  }
}

export const verb: Verb = {
  usage: 'check PATH',
  about: 'looks through a product list and says what is wrong; changes nothing',
  options: { ...MAP_OPTION, ...LETTERS_OPTION, ...STOCK_OPTIONS },
  paths: { least: 1, most: 1 },
  run: check,
  help: `Usage: ${SHOP_CALL} check PATH [options]

Looks through an Excel workbook (.xlsx), a CSV file, or a folder with products.csv, and names each row
that the shop would refuse, with its line and the reason. Nothing is changed.

  --map M.json      which column of a foreign file is which (see docs/import.md);
                    shopify or woocommerce for a product export of these
${LETTERS_HELP}${STOCK_HELP}${COMMON_HELP}`,
}
