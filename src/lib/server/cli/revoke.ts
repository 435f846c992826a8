import { isRole, withoutRole } from '#lib/account/roles.ts'
import { SHOP_CALL } from '#lib/server/settings/shop-call.ts'
import type { Call, ExitCode } from './call.ts'
import { changeRolesOf } from './change-roles.ts'
import { COMMON_HELP, UsageError, type Verb } from './verb.ts'

const NO_OWNER = `Nobody owns the shop now: ${SHOP_CALL} grant EMAIL owner\n`

/** `shop revoke EMAIL [ROLE]`: removes one role, or all; it counts from the account's next request on. */
async function revoke(call: Call): Promise<ExitCode> {
  const [email = '', role] = call.args
  if (role !== undefined && !isRole(role)) throw new UsageError('A role is owner, editor or staff.')
  return changeRolesOf(
    call,
    email,
    (kept) => withoutRole(kept, role),
    ({ roles, hasOwner }) => {
      const left = roles === '' ? 'a shopper' : roles.replace('|', ' and ')
      return `${email} is ${left} now.\n${hasOwner ? '' : NO_OWNER}`
    },
  )
}

export const verb: Verb = {
  usage: 'revoke EMAIL [ROLE]',
  about: 'removes one role, or all',
  options: {},
  paths: { least: 1, most: 2 },
  run: revoke,
  help: `Usage: ${SHOP_CALL} revoke EMAIL [owner|editor|staff] [--json]

Removes the role, or all of them if none is named. It counts from the next request on.

${COMMON_HELP}`,
}
