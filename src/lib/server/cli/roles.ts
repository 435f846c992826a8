import { isRole, type KeptRoles, type Role, withoutRole, withRole } from '#lib/account/roles.ts'
import { openDatabase } from '#lib/server/database/database.ts'
import { migrate } from '#lib/server/database/migrations.ts'
import { type ChangedRoles, changeRoles } from '#lib/server/accounts/change-roles.ts'
import { paint } from './terminal.ts'
import { UsageError } from './usage.ts'
import type { Call, ExitCode } from './call.ts'

/** `shop grant EMAIL ROLE`: opens the desk to a shopper; the first owner is made here alone. */
export async function grant(call: Call): Promise<ExitCode> {
  const [email = '', role] = call.args
  if (!isRole(role)) throw new UsageError('A role is owner, editor or staff.')
  return change(
    call,
    email,
    (kept) => withRole(kept, role),
    (changed) => {
      const { settings, terminal } = call
      if (!changed.isConfirmed) {
        const note = `${email} was never confirmed by mail: be sure that the account is theirs.`
        terminal.err(`${paint(terminal, 'yellow', 'Note')}: ${note}\n`)
      }
      return `${email} is ${AS[role]} now: the desk is at ${settings.publicUrl.origin}/desk\n`
    },
  )
}

const AS: Record<Role, string> = { owner: 'the owner', editor: 'an editor', staff: 'staff' }

/** `shop revoke EMAIL [ROLE]`: takes one role back, or all; it counts from the next request on. */
export async function revoke(call: Call): Promise<ExitCode> {
  const [email = '', role] = call.args
  if (role !== undefined && !isRole(role)) throw new UsageError('A role is owner, editor or staff.')
  return change(
    call,
    email,
    (kept) => withoutRole(kept, role),
    ({ roles }) => {
      const left = roles === '' ? 'a shopper' : roles.replace('|', ' and ')
      return `${email} is ${left} now.\n`
    },
  )
}

async function change(
  { settings, flags, terminal }: Call,
  email: string,
  next: (kept: KeptRoles) => KeptRoles,
  say: (changed: ChangedRoles) => string,
): Promise<ExitCode> {
  const db = openDatabase(settings.databaseUrl)
  try {
    await migrate(db)
    const changed = await changeRoles(db, email, next)
    if (!changed.ok) {
      const reason = `Nobody has signed up as ${email}. Sign up in the shop first.`
      terminal.err(`${paint(terminal, 'red', reason)}\n`)
      return 1
    }
    const said = say(changed.value)
    const { roles } = changed.value
    if (flags.json)
      terminal.out(`${JSON.stringify({ email, roles: roles.split('|').filter(Boolean) })}\n`)
    else terminal.out(said)
    return 0
  } finally {
    await db.destroy()
  }
}
