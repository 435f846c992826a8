import type { Kysely } from 'kysely'
import type { KeptRoles } from '#lib/account/roles.ts'
import type { Result } from '#lib/result.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Database, Db } from '#lib/server/database/schema.ts'
import { noteAction } from './actions.ts'
import type { Editor } from './task.ts'

export type ChangedRoles = { roles: KeptRoles; isConfirmed: boolean }
/** Who changes them at the desk, which is recorded; there only a confirmed address gets a role. */
type By = { owner: Editor; kind: 'grant' | 'revoke'; what: string }

/** Changes the roles of whoever has signed up with an address; they count from the next request on. */
export function changeRoles(
  db: Kysely<Database>,
  email: string,
  next: (kept: KeptRoles) => KeptRoles,
  by?: By,
): Promise<Result<ChangedRoles, 'nobody' | 'notConfirmed'>> {
  const address = email.trim().toLowerCase()
  return inTransaction(db, async (trx) => {
    const found = await trx
      .selectFrom('user')
      .select(['roles', 'email_verified'])
      .where('email', '=', address)
      .executeTakeFirst()
    if (!found) return { ok: false, error: 'nobody' as const }
    const isConfirmed = Boolean(found.email_verified)
    if (by?.kind === 'grant' && !isConfirmed) return { ok: false, error: 'notConfirmed' as const }
    const roles = next(found.roles)
    await trx.updateTable('user').set({ roles }).where('email', '=', address).execute()
    if (by) {
      await noteAction(trx, by.owner, { kind: by.kind, what: `${address}: ${by.what}` })
    }
    return { ok: true, value: { roles, isConfirmed } }
  })
}

/** Who has a role, in the order of their addresses. */
export function listRoles(db: Db) {
  return db
    .selectFrom('user')
    .select(['email', 'name', 'roles'])
    .where('roles', '!=', '')
    .orderBy('email')
    .execute()
}
