import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import { undoImport } from '#lib/server/import/undo/undo.ts'
import { findPages } from './pages.ts'
import { printChanges } from './print.ts'
import { publishAfter } from './publish-after.ts'
import type { Call, ExitCode } from './call.ts'
import { paint } from './terminal.ts'
import { UsageError } from './usage.ts'

/** `shop undo [IMPORT]`: takes back what an import changed, and publishes it. */
export async function undo(call: Call): Promise<ExitCode> {
  const { settings, flags, terminal } = call
  const number = readNumber(call.path)
  const { dryRun } = flags
  const db = openDatabase(settings.databaseUrl)
  try {
    await migrate(db)
    const isShown = flags.json || dryRun
    const result = await undoImport(db, {
      ...{ number, dryRun },
      ...(isShown && { findPages: findPages(settings) }),
    })
    if ('isRefused' in result) {
      if (flags.json) {
        terminal.out(`${JSON.stringify({ restored: 0, reasons: result.reasons })}\n`)
      }
      for (const reason of result.reasons) terminal.err(`${paint(terminal, 'red', reason)}\n`)
      return 1
    }
    const { undoes, restored, pages, changes } = result
    if (flags.json) {
      const more = { undoes, pages, ...(dryRun && { changes }), import: result.import }
      terminal.out(`${JSON.stringify({ restored, ...more })}\n`)
    } else if (dryRun) {
      terminal.out(`Import ${undoes} would be taken back, ${restored} things restored.\n`)
      printChanges(terminal, result)
    } else {
      terminal.out(`Import ${undoes} is taken back: ${restored} things are what they were.\n`)
      terminal.out(`This was import ${result.import}, which can be undone by its number.\n`)
    }
    return dryRun ? 0 : await publishAfter(call, db, 'The import is taken back')
  } finally {
    await db.destroy()
  }
}

function readNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new UsageError(`undo takes the number of an import, not ${JSON.stringify(text)}.`)
}
