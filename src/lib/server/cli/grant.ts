import { isRole, type Role, withRole } from '#lib/account/roles.ts'
import { isLoopback } from '#lib/server/settings/setting-values.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import type { Call, ExitCode } from './call.ts'
import { changeRolesOf } from './change-roles.ts'
import { COMMON_HELP, UsageError, type Verb } from './verb.ts'

/** `shop grant EMAIL ROLE`: gives an account a role at the desk; the first owner can only be made here. */
async function grant(call: Call): Promise<ExitCode> {
  const [email = '', role] = call.args
  const { publicUrl } = call.settings
  if (!isRole(role)) throw new UsageError('A role is owner, editor or staff.')
  return changeRolesOf(
    call,
    email,
    (kept) => withRole(kept, role),
    () => `${email} is ${AS[role]} now: the desk is at ${publicUrl.origin}/desk\n`,
    // On this machine nobody else can have signed up.
    { isConfirmed: !call.flags.isUnconfirmed && !isLoopback(publicUrl.hostname) },
  )
}

const AS: Record<Role, string> = { owner: 'an owner', editor: 'an editor', staff: 'staff' }

export const verb: Verb = {
  usage: 'grant EMAIL ROLE',
  about: 'makes somebody owner, editor or staff',
  options: { unconfirmed: { type: 'boolean' } },
  paths: { least: 2, most: 2 },
  run: grant,
  help: `Usage: ${SHOP_CALL} grant EMAIL owner|editor|staff [--unconfirmed] [--json]

Opens the desk to somebody who has signed up with EMAIL: to an editor the catalogue, to staff the
orders, to an owner both, and what the shop is called, where its mail goes and how it is taxed.

  --unconfirmed     even if nobody has confirmed EMAIL: the account may be a stranger's
${COMMON_HELP}`,
}
