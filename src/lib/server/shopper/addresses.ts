import * as z from 'zod/mini'
import type { AddressForm } from '#lib/checkout/address.ts'
import { MAX_ADDRESSES } from '#lib/limits.ts'
import type { Result } from '#lib/result.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import { once } from './idempotency.ts'
import { newId } from '#lib/server/accounts/new-id.ts'

/** An address as the API shows it to its owner. */
export type Address = Omit<AddressForm, 'isdefault' | 'userid' | 'next' | 'idempotencykey'> & {
  _id: string
  isdefault: boolean
}

/** A shopper's addresses, the default one first. */
export async function listAddresses(db: Db, userId: string): Promise<Address[]> {
  const rows = await db
    .selectFrom('address')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MAX_ADDRESSES)
    .execute()
  return rows.map(({ id, user_id, is_default, created_at, ...fields }) => ({
    _id: id,
    ...fields,
    isdefault: is_default === 1,
  }))
}

/** Adds an address, once per key; the first one becomes the default. */
export async function addAddress(
  db: Parameters<typeof inTransaction>[0],
  userId: string,
  form: AddressForm,
  key?: string,
): Promise<Result<string, 'full' | 'keyTaken'>> {
  const request = {
    userId,
    key,
    route: 'addresses',
    body: { ...fieldsOf(form), isdefault: isWanted(form) },
  }
  const added = await once(db, request, idSchema, (trx) => insertAddress(trx, userId, form))
  if (!added.ok) return added
  return added.value === null ? { ok: false, error: 'full' } : { ok: true, value: added.value }
}

const idSchema = z.nullable(z.string())

/** @returns the address's id; null if the book is full */
async function insertAddress(trx: Trx, userId: string, form: AddressForm): Promise<string | null> {
  await lockBook(trx, userId)
  const ids = await idsOf(trx, userId)
  if (ids.length >= MAX_ADDRESSES) return null
  const id = newId()
  const isDefault = ids.length === 0 || isWanted(form)
  if (isDefault) await noDefault(trx, userId)
  const flags = { is_default: Number(isDefault), created_at: Date.now() }
  await trx
    .insertInto('address')
    .values({ id, user_id: userId, ...fieldsOf(form), ...flags })
    .execute()
  return id
}

/** Changes an address of this user; somebody else's is not found (I8). */
export function changeAddress(
  db: Parameters<typeof inTransaction>[0],
  userId: string,
  id: string,
  form: AddressForm,
): Promise<Result<string, 'unknown'>> {
  return inTransaction(db, async (trx) => {
    const isDefault = isWanted(form)
    await lockBook(trx, userId)
    if (isDefault) await noDefault(trx, userId)
    const changed = await trx
      .updateTable('address')
      .set({ ...fieldsOf(form), ...(isDefault && { is_default: 1 }) })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst()
    return changed ? { ok: true, value: id } : { ok: false, error: 'unknown' }
  })
}

/** Removes an address of this user; if it was the default, the newest of the others becomes it. */
export function removeAddress(
  db: Parameters<typeof inTransaction>[0],
  userId: string,
  id: string,
): Promise<Result<undefined, 'unknown'>> {
  return inTransaction(db, async (trx) => {
    await lockBook(trx, userId)
    const removed = await trx
      .deleteFrom('address')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('is_default')
      .executeTakeFirst()
    if (!removed) return { ok: false, error: 'unknown' }
    const [next] = await idsOf(trx, userId)
    if (removed.is_default === 1 && next !== undefined) {
      await trx.updateTable('address').set({ is_default: 1 }).where('id', '=', next).execute()
    }
    return { ok: true, value: undefined }
  })
}

/** Locks the user's row, so that concurrent changes leave a single default address. */
async function lockBook(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('user').set({ updated_at: new Date() }).where('id', '=', userId).execute()
}

async function idsOf(trx: Trx, userId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('address')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

async function noDefault(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('address').set({ is_default: 0 }).where('user_id', '=', userId).execute()
}

const isWanted = ({ isdefault }: AddressForm) =>
  isdefault === true || isdefault === 'true' || isdefault === 'on'

const fieldsOf = ({ isdefault, userid, next, idempotencykey, ...fields }: AddressForm) => fields
