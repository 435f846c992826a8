import { deskListTexts } from '#lib/texts/browser/desk.ts'
import { counted } from '#lib/texts/counted.ts'
import { latestVersion } from '#lib/server/catalogue/changes.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { CHANGE_KINDS, isChangeKind } from '#lib/desk/changes.ts'
import { undoImport } from '#lib/server/import/undo/undo.ts'
import { thingKey, type UndoPart } from '#lib/server/import/undo/undo-work.ts'
import { findPages } from '#lib/server/publish/affected-pages.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import { printChanges } from './print.ts'
import { publishAfter } from './publish-after.ts'
import type { Call, ExitCode, Flags } from './call.ts'
import { paint } from './terminal.ts'
import { COMMON_HELP, UsageError, type Verb } from './verb.ts'
import { withDatabase } from './with-database.ts'

/** `shop undo [IMPORT]`: reverts what an import changed, and publishes the result. */
async function undo(call: Call): Promise<ExitCode> {
  const { settings, flags, terminal } = call
  const number = readNumber(call.path)
  const { dryRun } = flags
  return withDatabase(call, async (db) => {
    const before = await latestVersion(db)
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
    const { undoes, isPart, restored, left, warnings, pages, changes } = result
    if (flags.json) {
      const more = {
        undoes,
        ...(flags.leavesLater && { left }),
        ...(warnings.length > 0 && { warnings }),
        pages,
        ...(dryRun && { changes }),
        import: result.import,
      }
      terminal.out(`${JSON.stringify({ restored, ...more })}\n`)
    } else if (dryRun) {
      terminal.out(
        `${isPart ? 'A part of import' : 'Import'} ${undoes} would be taken back: ${counted(restored, 'entry', 'entries')} restored.\n`,
      )
      printChanges(terminal, result)
    } else {
      terminal.out(`${deskListTexts.takenBack(result)}\n`)
      terminal.out(`This was import ${result.import}, which can be undone by its number.\n`)
    }
    if (!flags.json && left.length > 0) terminal.out(`Left as it is:\n  ${left.join('\n  ')}\n`)
    for (const text of flags.json ? [] : warnings)
      terminal.err(`${paint(terminal, 'yellow', 'Note')}: ${text}\n`)
    return dryRun ? 0 : await publishAfter(call, db, before, 'The import is taken back')
  })
}

/** The part of an import to undo, by `--only prices,stock` and `--sku A,B`; without them all of it. */
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

export const verb: Verb = {
  usage: 'undo [IMPORT]',
  about: 'takes back an import: the last one, or that of this number',
  options: {
    'dry-run': { type: 'boolean' },
    only: { type: 'string' },
    sku: { type: 'string' },
    'leave-later': { type: 'boolean' },
  },
  paths: { least: 0, most: 1 },
  run: undo,
  help: `Usage: ${SHOP_CALL} undo [IMPORT] [options]

Takes an import back: each field that it changed is again what it was, products that it withdrew are
back, and those that it brought leave the shop. Without a number it is the last import that still
counts; "status" lists the numbers. Where this would overwrite a later change nothing is changed, and
what stands in the way is named. Units that were sold since stay sold. An undo is an import, too, and
can be undone by its number.

  --only KINDS      of these kinds alone: new, withdrawn, prices, stock, texts, pictures, categories,
                    shop; several with commas
  --sku SKUS        of these products alone; several with commas
  --leave-later     leave what was changed later as it is, and take the rest back
  --dry-run         only say what would change: each field old → new, and each page
${COMMON_HELP}`,
}
