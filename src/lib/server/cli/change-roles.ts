import type { KeptRoles } from '#lib/account/roles.ts'
import { type ChangedRoles, changeRoles } from '#lib/server/accounts/change-roles.ts'
import type { Call, ExitCode } from './call.ts'
import { paint } from './terminal.ts'
import { withDatabase } from './with-database.ts'

/** Changes somebody's roles, and prints what `say` returns about the new ones. */
export async function changeRolesOf(
  call: Call,
  email: string,
  next: (kept: KeptRoles) => KeptRoles,
  say: (changed: ChangedRoles) => string,
): Promise<ExitCode> {
  const { flags, terminal } = call
  return withDatabase(call, async (db) => {
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
  })
}
