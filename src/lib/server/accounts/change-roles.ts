import { type KeptRoles, powersOf } from '#lib/account/roles.ts'
import type { Result } from '#lib/result.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'

/** An account's roles after a change, and whether the shop still has an owner. */
export type ChangedRoles = { roles: KeptRoles; isConfirmed: boolean; hasOwner: boolean }
/**
 * `isConfirmed`: the address must be confirmed to get a role. `by`: the mail address of whoever makes the
 * change, who must still be an owner. `done` runs in the same transaction.
 */
type How = {
  isConfirmed?: boolean
  by?: string
  done?: (trx: Trx) => Promise<void>
}

/** Changes the roles of the account with this address; they count from its next request on. */
export function changeRoles(
  db: Db,
  email: string,
  next: (kept: KeptRoles) => KeptRoles,
  how: How = {},
): Promise<Result<ChangedRoles, 'nobody' | 'notConfirmed' | 'noOwner'>> {
  const address = email.trim().toLowerCase()
  return inTransaction(db, async (trx) => {
    const people = new Map<string, Awaited<ReturnType<typeof heldRow>>>()
    // Locked in sorted order, so that two owners who change each other's roles do not deadlock.
    for (const one of [...new Set([address, how.by ?? address])].toSorted()) {
      people.set(one, await heldRow(trx, one))
    }
    const asks = how.by === undefined ? undefined : people.get(how.by)
    // So that of two owners who remove each other's role at once, one remains.
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
 * Whether deleting this account would leave the shop without an owner. Locks the rows of all owners, so that of two
 * who leave at once one remains.
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

/** The row, locked; an UPDATE, as SQLite has no SELECT … FOR UPDATE. Of two changes, the later sees the earlier. */
function heldRow(trx: Trx, email: string) {
  return trx
    .updateTable('user')
    .set((eb) => ({ roles: eb.ref('roles') }))
    .where('email', '=', email)
    .returning(['roles', 'email_verified'])
    .executeTakeFirst()
}

/** Accounts that have a role, sorted by mail address. */
export function listRoles(db: Db) {
  return db
    .selectFrom('user')
    .select(['email', 'name', 'roles'])
    .where('roles', '!=', '')
    .orderBy('email')
    .execute()
}
