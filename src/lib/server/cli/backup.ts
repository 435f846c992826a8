import type { RestoreRefusal } from '#lib/server/backup/restore.ts'
import { paint } from './terminal.ts'
import type { Call, ExitCode } from './call.ts'

/** `shop backup PATH`: a consistent copy of the shop, also while it runs. */
export async function backup({ settings, path = '', flags, terminal }: Call): Promise<ExitCode> {
  const { makeBackup } = await import('#lib/server/backup/backup.ts')
  const made = await makeBackup(settings, path)
  if (!made.ok) {
    const reason = `${path} has something in it already. Name a new folder.`
    terminal.err(`${paint(terminal, 'red', reason)}\n`)
    return 1
  }
  const files = made.value
  if (flags.json) terminal.out(`${JSON.stringify({ files })}\n`)
  else terminal.out(`The shop is copied to ${path}: ${files} files.\n`)
  return 0
}

const REFUSALS: Record<RestoreRefusal, (path: string) => string> = {
  noBackup: (path) => `${path} is not a whole backup of a shop.`,
  damaged: (path) => `The database in ${path} is damaged. Take another backup.`,
  inUse: () => 'The shop is open. Stop it, then restore.',
  notEmpty: () => 'The database of DATABASE_URL holds a shop already. Name an empty one.',
}

/** `shop restore PATH`: puts a backup in the place of the shop, which is kept beside it. */
export async function restore({ settings, path = '', flags, terminal }: Call): Promise<ExitCode> {
  const { restoreBackup } = await import('#lib/server/backup/restore.ts')
  const done = await restoreBackup(settings, path)
  if (!done.ok) {
    terminal.err(`${paint(terminal, 'red', REFUSALS[done.error](path))}\n`)
    return 1
  }
  const files = done.value
  if (flags.json) terminal.out(`${JSON.stringify({ files })}\n`)
  else {
    terminal.out(`The shop is as it was in ${path}: ${files} files. Start it with npm start.\n`)
    terminal.out(`What was there before lies in ${settings.dataDir}, in before-restore-….\n`)
  }
  return 0
}
