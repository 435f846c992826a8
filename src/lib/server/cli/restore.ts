import { existsSync } from 'node:fs'
import { counted } from '#lib/texts/counted.ts'
import type { RestoreRefusal } from '#lib/server/backup/restore.ts'
import { countMissing } from '#lib/server/backup/kept-files.ts'
import { readManifest } from '#lib/server/backup/manifest.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import type { Call, ExitCode } from './call.ts'
import { pathError } from './path-error.ts'
import { paint } from './terminal.ts'
import { COMMON_HELP, type Verb } from './verb.ts'

/** About a backup, or about where the refusal is. */
const REFUSALS: Record<RestoreRefusal, (path: string) => string> = {
  noBackup: (path) => `${path} is not a complete backup of a shop.`,
  damaged: (path) => `The database in ${path} is damaged. Take another backup.`,
  inUse: () => 'The shop is open. Stop it, then restore.',
  notEmpty: () => 'The database of DATABASE_URL already holds a shop. Choose an empty one.',
  incomplete: lostFiles,
  deadLink: (where) => `${where} is a link whose target is missing. Mount its disk, then restore.`,
  noRoom: (where) =>
    `The disk of ${where} has too little room for the copy. Make room, then restore.`,
}

/** `shop restore PATH`: replaces the shop by a backup, and keeps the old shop beside it. */
async function restore({ settings, path = '', flags, terminal }: Call): Promise<ExitCode> {
  if (!existsSync(path)) throw pathError(path)
  const { restoreBackup } = await import('#lib/server/backup/restore.ts')
  const done = await restoreBackup(settings, path, flags.isIncomplete)
  if (!done.ok) {
    const text = REFUSALS[done.error](done.where ?? path)
    terminal.err(`${paint(terminal, 'red', text)}\n`)
    return 1
  }
  const { files, keptIn, refused } = done.value
  if (flags.json) terminal.out(`${JSON.stringify({ files, refusedRefunds: refused })}\n`)
  else {
    terminal.out(`Restored from ${path}: ${counted(files, 'file')}. You can start the shop now.\n`)
    if (keptIn !== undefined) terminal.out(`The previous shop is kept in ${keptIn}.\n`)
    if (refused.length > 0) terminal.out(`${refundsNote(refused)}\n`)
  }
  return 0
}

function lostFiles(path: string): string {
  const manifest = readManifest(path)
  const lost = manifest ? countMissing(path, manifest) : 0
  return `${path} lacks ${counted(lost, 'file')} that it had when it was made. Fetch the backup again, or restore without these files: --incomplete.`
}

/** What to do about refunds of which the backup does not know how they went on. */
const refundsNote = (orders: readonly string[]) =>
  `The payment provider had refused refunds of ${orders.join(', ')}. If you gave one back by hand since the backup, record it again within an hour: then the shop asks the provider again.`

export const verb: Verb = {
  usage: 'restore PATH',
  about: 'restores a backup',
  options: { incomplete: { type: 'boolean' } },
  paths: { least: 1, most: 1 },
  run: restore,
  help: `Usage: ${SHOP_CALL} restore PATH [--incomplete] [--json]

Puts a backup in the place of the shop. Stop the shop first (in a container: docs/deploy.md). The shop
that was there is not deleted: it lies in DATA_DIR, in a folder before-restore-… A PostgreSQL of
DATABASE_URL must be empty. Pages are published again with the next start.

  --incomplete      also if PATH has lost files since it was made, such as pictures

${COMMON_HELP}`,
}
