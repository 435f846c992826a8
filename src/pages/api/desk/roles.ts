import * as z from 'zod/mini'
import { ROLES, withoutRole, withRole } from '#lib/account/roles.ts'
import { changeRoles } from '#lib/server/accounts/change-roles.ts'
import { recordDeskAction } from '#lib/server/desk/actions.ts'
import { roleTexts } from '#lib/texts/page/roles.ts'
import { notFound } from '#pages/api/_reply.ts'
import { forEditors, replyAtDesk } from '#pages/api/desk/_desk.ts'

const bodySchema = z.object({
  email: z.string().check(z.trim(), z.toLowerCase(), z.minLength(3), z.maxLength(254)),
  role: z.enum(ROLES),
  what: z.enum(['grant', 'revoke']),
})

/** POST /api/desk/roles: the owner grants or revokes somebody's role. */
export const POST = forEditors(async (context) => {
  const { locals, user } = context
  if (!user.isOwner) return notFound()
  const path = '/desk/roles'
  const { body = {} } = locals
  // Revoking has a button of its own: nothing was typed.
  const typed = body['what'] === 'grant' ? { typed: body } : {}
  const refuse = (msg: string, status: number) =>
    replyAtDesk(context, { msg, path, status, ...typed })
  const parsed = bodySchema.safeParse(body)
  if (!parsed.success) return refuse(roleTexts.malformed, 400)
  const { email, role, what } = parsed.data
  // A shop without an owner could only be mended on the command line.
  if (email === user.email && role === 'owner' && what === 'revoke')
    return refuse(roleTexts.own, 409)
  const isGrant = what === 'grant'
  const changed = await changeRoles(
    locals.db,
    email,
    (kept) => (isGrant ? withRole(kept, role) : withoutRole(kept, role)),
    {
      isConfirmed: isGrant,
      by: user.email,
      done: (trx) => recordDeskAction(trx, user, { kind: what, what: `${email}: ${role}` }),
    },
  )
  if (changed.ok)
    return replyAtDesk(context, { msg: (isGrant ? roleTexts.given : roleTexts.taken)(email), path })
  return changed.error === 'noOwner' ? notFound() : refuse(roleTexts[changed.error], 409)
})
