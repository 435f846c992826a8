import { openDatabase, whenFree } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import { paint } from './terminal.ts'
import { UsageError } from './usage.ts'
import type { Call, ExitCode } from './call.ts'

/** `shop grant EMAIL editor`: opens the desk to a shopper. No request ever does that. */
export async function grant({ settings, args, flags, terminal }: Call): Promise<ExitCode> {
  const [email = '', role] = args
  if (role !== 'editor') throw new UsageError('The only role that can be granted is editor.')
  const db = openDatabase(settings.databaseUrl)
  try {
    await migrate(db)
    const update = db
      .updateTable('user')
      .set({ is_editor: true })
      .where('email', '=', email.trim().toLowerCase())
      .returning(['id', 'email_verified'])
    const found = await whenFree(() => update.executeTakeFirst())
    if (!found) {
      const reason = `Nobody has signed up as ${email}. Sign up in the shop first.`
      terminal.err(`${paint(terminal, 'red', reason)}\n`)
      return 1
    }
    if (!found.email_verified) {
      const note = `${email} was never confirmed by mail: be sure that the account is theirs.`
      terminal.err(`${paint(terminal, 'yellow', 'Note')}: ${note}\n`)
    }
    if (flags.json) terminal.out(`${JSON.stringify({ email, role })}\n`)
    else
      terminal.out(`${email} is an editor now: the desk is at ${settings.publicUrl.origin}/desk\n`)
    return 0
  } finally {
    await db.destroy()
  }
}
