import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { CHANGE_KINDS, isChangeKind } from '#lib/desk-changes.ts'
import { undoImport } from '#lib/server/import/undo/undo.ts'
import { thingKey, type UndoPart } from '#lib/server/import/undo/undo-work.ts'
import { findPages } from './pages.ts'
import { printChanges } from './print.ts'
import { publishAfter } from './publish-after.ts'
import type { Call, ExitCode, Flags } from './call.ts'
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
    const part = await readPart(db, flags)
    const result = await undoImport(db, {
      ...{ number, dryRun, part, leavesLater: flags.leavesLater },
      ...(isShown && { findPages: findPages(settings) }),
    })
    if ('isRefused' in result) {
      if (flags.json) {
        terminal.out(`${JSON.stringify({ restored: 0, reasons: result.reasons })}\n`)
      }
      for (const reason of result.reasons) terminal.err(`${paint(terminal, 'red', reason)}\n`)
      return 1
    }
    const { undoes, restored, left, pages, changes } = result
    if (flags.json) {
      const more = {
        undoes,
        ...(flags.leavesLater && { left }),
        pages,
        ...(dryRun && { changes }),
        import: result.import,
      }
      terminal.out(`${JSON.stringify({ restored, ...more })}\n`)
    } else if (dryRun) {
      terminal.out(`Import ${undoes} would be taken back, ${restored} things restored.\n`)
      printChanges(terminal, result)
    } else {
      terminal.out(`Import ${undoes} is taken back: ${restored} things are what they were.\n`)
      terminal.out(`This was import ${result.import}, which can be undone by its number.\n`)
    }
    if (!flags.json && left.length > 0) terminal.out(`Left as it is:\n  ${left.join('\n  ')}\n`)
    return dryRun ? 0 : await publishAfter(call, db, 'The import is taken back')
  } finally {
    await db.destroy()
  }
}

/** `--only prices,stock` and `--sku A,B`: what is taken back; without them all of it. */
async function readPart(db: Db, { texts }: Flags): Promise<UndoPart> {
  const kinds = texts['only']?.split(',').map((kind) => kind.trim())
  const unknown = kinds?.find((kind) => !isChangeKind(kind))
  if (unknown !== undefined) {
    const known = CHANGE_KINDS.join(', ')
    throw new UsageError(`--only takes ${known}, not ${JSON.stringify(unknown)}.`)
  }
  const skus = texts['sku']?.split(',').map((sku) => sku.trim())
  return {
    kinds: kinds && new Set(kinds.filter(isChangeKind)),
    things: skus && (await thingsOf(db, skus)),
  }
}

async function thingsOf(db: Db, skus: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('product')
    .select(['id', 'sku'])
    .where('sku', 'in', skus)
    .execute()
  const missing = skus.find((sku) => !rows.some((row) => row.sku === sku))
  if (missing !== undefined) throw new UsageError(`The shop has no product ${missing}.`)
  return new Set(rows.map(({ id }) => thingKey({ kind: 'product', key: id })))
}

function readNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new UsageError(`undo takes the number of an import, not ${JSON.stringify(text)}.`)
}
