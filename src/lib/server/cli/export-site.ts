import { counted } from '#lib/texts/counted.ts'
import { turnDue } from '#lib/server/sales/turn-due.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import type { Call, ExitCode } from './call.ts'
import { publishWith } from './publish.ts'
import { paint } from './terminal.ts'
import { COMMON_HELP, type Verb } from './verb.ts'
import { withDatabase } from './with-database.ts'

/** `shop export-site PATH`: writes the published shop as plain files. */
async function exportSiteTo(call: Call): Promise<ExitCode> {
  const { settings, path = '', flags, terminal } = call
  await call.build()
  const { exportSite } = await import('#lib/server/publish/export-site.ts')
  const { failed } = await withDatabase(call, async (db) => {
    await turnDue(db)
    return publishWith(call, db, { looks: true })
  })
  for (const reason of failed) terminal.err(`${paint(terminal, 'red', reason)}\n`)
  // The server that sends these files cannot make missing pictures, so make them now.
  const { makeDeferredPictures } =
    await import('#lib/server/import/read/pictures/deferred-pictures.ts')
  await makeDeferredPictures(settings.dataDir)
  const files = exportSite(settings, path)
  if (files === undefined) {
    const reason = `${path} is not empty. Name a new folder.`
    terminal.err(`${paint(terminal, 'red', reason)}\n`)
    return 1
  }
  if (flags.json) terminal.out(`${JSON.stringify({ files })}\n`)
  else terminal.out(`The shop's pages are written to ${path}: ${counted(files, 'file')}.\n`)
  return failed.length > 0 ? 1 : 0
}

export const verb: Verb = {
  usage: 'export-site PATH',
  about: 'writes the published pages as plain files, for a CDN or another web server',
  options: {},
  paths: { least: 1, most: 1 },
  run: exportSiteTo,
  help: `Usage: ${SHOP_CALL} export-site PATH [--json]

Publishes what is not up to date, and writes the shop as plain files into the new folder PATH: pages,
feed, sitemaps, scripts, styles and pictures, with .br and .gz files beside those that are compressed. A CDN or another
web server can send them (docs/deploy.md). Addresses with a query, and all that have no file, still go to
the shop: filters, packs, redirects, what was withdrawn, search, cart, checkout, accounts, shoppers' pictures.

${COMMON_HELP}`,
}
