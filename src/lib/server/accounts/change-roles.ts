import type { Kysely, Transaction } from 'kysely'
import type { KeptRoles } from '#lib/account/roles.ts'
import type { Result } from '#lib/result.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Database, Db } from '#lib/server/database/schema.ts'

export type ChangedRoles = { roles: KeptRoles; isConfirmed: boolean }
/** `isConfirmed`: only a confirmed address gets one; `done` is done with the change, or not at all. */
type How = { isConfirmed?: boolean; done?: (trx: Transaction<Database>) => Promise<void> }

/** Changes the roles of whoever has signed up with an address; they count from the next request on. */
export function changeRoles(
  db: Kysely<Database>,
  email: string,
  next: (kept: KeptRoles) => KeptRoles,
  how: How = {},
): Promise<Result<ChangedRoles, 'nobody' | 'notConfirmed'>> {
  const address = email.trim().toLowerCase()
  return inTransaction(db, async (trx) => {
    // An UPDATE, as SQLite knows no other lock: of two who change them each sees what the other did.
    const found = await trx
      .updateTable('user')
      .set((eb) => ({ roles: eb.ref('roles') }))
      .where('email', '=', address)
      .returning(['roles', 'email_verified'])
      .executeTakeFirst()
    if (!found) return { ok: false, error: 'nobody' as const }
    const isConfirmed = Boolean(found.email_verified)
    if (how.isConfirmed && !isConfirmed) return { ok: false, error: 'notConfirmed' as const }
    const roles = next(found.roles)
    await trx.updateTable('user').set({ roles }).where('email', '=', address).execute()
    await how.done?.(trx)
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
