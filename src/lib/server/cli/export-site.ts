import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import type { Call, ExitCode } from './call.ts'
import { publishWith } from './publish.ts'
import { paint } from './terminal.ts'

/** `shop export-site PATH`: the published shop as plain files. */
export async function exportSiteTo(call: Call): Promise<ExitCode> {
  const { settings, path = '', flags, terminal } = call
  await call.build()
  const { exportSite } = await import('#lib/server/publish/export-site.ts')
  const db = openDatabase(settings.databaseUrl)
  try {
    await migrate(db)
    const { failed } = await publishWith(call, db, false)
    for (const reason of failed) terminal.err(`${paint(terminal, 'red', reason)}\n`)
  } finally {
    await db.destroy()
  }
  const files = exportSite(settings.dataDir, path)
  if (files === undefined) {
    const reason = `${path} has something in it already. Name a new folder.`
    terminal.err(`${paint(terminal, 'red', reason)}\n`)
    return 1
  }
  if (flags.json) terminal.out(`${JSON.stringify({ files })}\n`)
  else terminal.out(`The shop's pages are written to ${path}: ${files} files.\n`)
  return 0
}
