import type { BackupRefusal } from '#lib/server/backup/backup.ts'
import { counted } from '#lib/texts/counted.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import type { Call, ExitCode } from './call.ts'
import { paint } from './terminal.ts'
import { COMMON_HELP, type Verb } from './verb.ts'
import { requireShop } from './with-database.ts'

const REFUSALS: Record<BackupRefusal, (path: string) => string> = {
  exists: (path) => `${path} is not empty. Name a new folder.`,
  noRoom: (path) =>
    `The disk of ${path} has too little room for a copy. Make room, or name a folder on another disk.`,
  notRestored: (path) =>
    `The copy in ${path} could not be restored as a test. Check that its disk has room, and make another copy.`,
}

/** `shop backup PATH`: makes a consistent copy of the shop, even while it runs. */
async function backup(call: Call): Promise<ExitCode> {
  const { settings, path = '', flags, terminal } = call
  await requireShop(call)
  const { makeBackup } = await import('#lib/server/backup/backup.ts')
  const made = await makeBackup(settings, path, flags.rehearses)
  if (!made.ok) {
    terminal.err(`${paint(terminal, 'red', REFUSALS[made.error](path))}\n`)
    return 1
  }
  const files = made.value
  if (flags.json) terminal.out(`${JSON.stringify({ files })}\n`)
  else terminal.out(`The shop is copied to ${path}: ${counted(files, 'file')}.\n`)
  return 0
}

export const verb: Verb = {
  usage: 'backup PATH',
  about: 'copies the shop into a folder, also while it is open',
  options: { rehearse: { type: 'boolean' } },
  paths: { least: 1, most: 1 },
  run: backup,
  help: `Usage: ${SHOP_CALL} backup PATH [--rehearse] [--json]

Copies the shop into the new folder PATH: its database, uploads, mails that wait, and the secret if the
shop made its own; an AUTH_SECRET that you set is not copied: keep it yourself. The shop may be open
meanwhile. Keep the folder where nobody else can read it: it holds your customers' data.

  --rehearse        also restore the copy into PATH.rehearsal, which is then deleted; Today, at the desk,
                    then shows only copies that could be restored

${COMMON_HELP}`,
}
