import { existsSync } from 'node:fs'
import { counted } from '#lib/texts/counted.ts'
import { exportCatalogue } from '#lib/server/import/export/export.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import type { Call, ExitCode } from './call.ts'
import { COMMON_HELP, UsageError, type Verb } from './verb.ts'
import { withDatabase } from './with-database.ts'

const DEFAULT_PATH = 'catalogue-export'

/** `shop export [PATH]`: writes the catalogue in the import's format. */
async function exportTo(call: Call): Promise<ExitCode> {
  const { settings, path = DEFAULT_PATH, flags, terminal } = call
  if (/\.(csv|xlsx)$/.test(path) && existsSync(path) && !flags.replace) {
    throw new UsageError(`${path} is there already: name another file, or add --replace.`)
  }
  return withDatabase<ExitCode>(call, async (db) => {
    const products = await exportCatalogue(db, path, settings)
    if (flags.json) terminal.out(`${JSON.stringify({ products })}\n`)
    else terminal.out(`${counted(products, 'product')} in ${path}.\n`)
    return 0
  })
}

export const verb: Verb = {
  usage: 'export [PATH]',
  about: "writes the shop's products into a folder, or into PATH.xlsx or PATH.csv",
  options: { replace: { type: 'boolean' } },
  paths: { least: 0, most: 1 },
  run: exportTo,
  help: `Usage: ${SHOP_CALL} export [PATH] [--replace] [--json]

Writes the catalogue in the format of the import: products, categories, banners, shop.json and
images into the folder PATH (catalogue-export when there is no PATH), or the products alone when
PATH ends in .csv or .xlsx. Importing it again changes nothing.

  --replace         write over a .csv or .xlsx file that is there already

${COMMON_HELP}`,
}
