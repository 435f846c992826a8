import type { Kysely } from 'kysely'
import { type KeptRoles, powersOf } from '#lib/account/roles.ts'
import type { Result } from '#lib/result.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Database, Db, Trx } from '#lib/server/database/schema.ts'

/** What somebody may do now, and whether anybody owns the shop. */
export type ChangedRoles = { roles: KeptRoles; isConfirmed: boolean; hasOwner: boolean }
/**
 * `isConfirmed`: only a confirmed address gets one; `by`: who changes it, and must be an owner then;
 * `done` is done with the change, or not at all.
 */
type How = {
  isConfirmed?: boolean
  by?: string
  done?: (trx: Trx) => Promise<void>
}

/** Changes the roles of whoever has signed up with an address; they count from the next request on. */
export function changeRoles(
  db: Kysely<Database>,
  email: string,
  next: (kept: KeptRoles) => KeptRoles,
  how: How = {},
): Promise<Result<ChangedRoles, 'nobody' | 'notConfirmed' | 'noOwner'>> {
  const address = email.trim().toLowerCase()
  return inTransaction(db, async (trx) => {
    const people = new Map<string, Awaited<ReturnType<typeof heldRow>>>()
    // In one order, or two who change each other's would wait for one another.
    for (const one of [...new Set([address, how.by ?? address])].toSorted()) {
      people.set(one, await heldRow(trx, one))
    }
    const asks = how.by === undefined ? undefined : people.get(how.by)
    // Of two owners who take each other's role back at once one stays.
    if (how.by !== undefined && !powersOf(asks?.roles).isOwner) {
      return { ok: false, error: 'noOwner' as const }
    }
    const found = people.get(address)
    if (!found) return { ok: false, error: 'nobody' as const }
    const isConfirmed = Boolean(found.email_verified)
    if (how.isConfirmed && !isConfirmed) return { ok: false, error: 'notConfirmed' as const }
    const roles = next(found.roles)
    await trx.updateTable('user').set({ roles }).where('email', '=', address).execute()
    await how.done?.(trx)
    return { ok: true, value: { roles, isConfirmed, hasOwner: await hasOwner(trx) } }
  })
}

/**
 * Whether a shop would be left without an owner if this one's account went; the rows of all owners are locked, so
 * that of two who go at once one stays.
 */
export async function isLastOwner(trx: Trx, userId: string): Promise<boolean> {
  const owners = await trx
    .selectFrom('user')
    .select(['id', 'email'])
    .where('roles', '=', 'owner' satisfies KeptRoles)
    .orderBy('email')
    .execute()
  if (!owners.some(({ id }) => id === userId)) return false
  const held = []
  for (const { email } of owners) held.push(await heldRow(trx, email))
  return held.filter((row) => powersOf(row?.roles).isOwner).length === 1
}

async function hasOwner(trx: Trx): Promise<boolean> {
  const owner = trx.selectFrom('user').select('id').where('roles', '=', 'owner')
  return (await owner.limit(1).executeTakeFirst()) !== undefined
}

/** Held by an UPDATE, as SQLite knows no other lock: of two who change it each sees what the other did. */
function heldRow(trx: Trx, email: string) {
  return trx
    .updateTable('user')
    .set((eb) => ({ roles: eb.ref('roles') }))
    .where('email', '=', email)
    .returning(['roles', 'email_verified'])
    .executeTakeFirst()
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
