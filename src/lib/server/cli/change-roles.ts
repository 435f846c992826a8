import type { KeptRoles } from '#lib/account/roles.ts'
import { type ChangedRoles, changeRoles } from '#lib/server/accounts/change-roles.ts'
import { formatMoment } from '#lib/dates.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { Call, ExitCode } from './call.ts'
import { paint } from './terminal.ts'
import { withDatabase } from './with-database.ts'

/**
 * Changes somebody's roles, and prints what `say` returns about the new ones.
 * @param how whether the address must be confirmed
 */
export async function changeRolesOf(
  call: Call,
  email: string,
  next: (kept: KeptRoles) => KeptRoles,
  say: (changed: ChangedRoles) => string,
  how: { isConfirmed?: boolean } = {},
): Promise<ExitCode> {
  const { flags, terminal } = call
  return withDatabase(call, async (db) => {
    const changed = await changeRoles(db, email, next, how)
    if (!changed.ok) {
      const reason =
        changed.error === 'notConfirmed'
          ? await unconfirmed(db, email)
          : `Nobody has signed up as ${email}. Sign up in the shop first.`
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

/** Says who may be meant: anybody can sign up with somebody else's address. */
async function unconfirmed(db: Db, email: string): Promise<string> {
  const { created_at } = await db
    .selectFrom('user')
    .select('created_at')
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirstOrThrow()
  const since = formatMoment(new Date(created_at).getTime())
  return `${email} signed up on ${since} and was never confirmed by mail: it may be a stranger. Enter the mailed code in the shop, or, if you are sure, add --unconfirmed.`
}
