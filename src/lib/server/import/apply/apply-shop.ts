import { powersOf } from '#lib/account/roles.ts'
import { OWNER_FIELDS, type Shop } from '#lib/shop.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import { loadDeliveryLines, readDeliveryLine } from '#lib/server/catalogue/delivery-lines.ts'
import {
  parseShop,
  readShopJson,
  readStoredShop,
  shopRead,
} from '#lib/server/catalogue/shop-json.ts'
import { type ChangeLog, isSame } from './change-log.ts'
import { FIRST_FILL } from './history.ts'
import type { DoorField } from '#lib/server/import/read/folder/shop-file.ts'
import type { KeptPicture } from '#lib/server/import/read/pictures/pictures.ts'

const BATCH = 500

/** Stores pictures under the ids of their content; their files have been written already. */
export async function keepPictures(trx: Trx, pictures: Iterable<KeptPicture>): Promise<void> {
  const rows = [...new Map([...pictures].map((picture) => [picture.id, picture])).values()]
  for (let at = 0; at < rows.length; at += BATCH) {
    await trx
      .insertInto('picture')
      .values(rows.slice(at, at + BATCH))
      .onConflict((oc) => oc.doNothing())
      .execute()
  }
}

/** The details of a list, with those of the door that it does not name as they are now: since it was read, they may have changed. */
export async function withPresent(
  trx: Trx,
  said: Shop,
  unnamed: readonly DoorField[],
): Promise<Shop> {
  return { ...said, ...pick(await readStoredShop(trx), unnamed) }
}

/**
 * Applies shop.json. Unless an owner imports it, fields reserved for the owner stay as they are.
 * @returns those reserved fields that the list would have changed
 */
export async function applyShop(
  trx: Trx,
  wanted: Shop,
  { names, log, isOwner }: { names: Set<string>; log: ChangeLog; isOwner: boolean },
): Promise<string[]> {
  const known = await readShopJson(trx)
  const before = parseShop(known)
  const kept = isOwner ? [] : OWNER_FIELDS.filter((field) => wanted[field] !== before[field])
  const json = JSON.stringify({ ...wanted, ...pick(before, kept) })
  if (known === json) return kept
  await trx
    .insertInto('shop')
    .values({ id: 1, json })
    .onConflict((oc) => oc.column('id').doUpdateSet({ json }))
    .execute()
  log.note('shop', 'shop', known === undefined ? null : { json: known }, { json })
  noteShop(names, known, json)
  return kept
}

/**
 * Adds the names of the fields in which two states of shop.json differ; without a state, it is that of an unnamed
 * shop.
 */
export function noteShop(
  names: Set<string>,
  before: string | undefined,
  after: string | undefined,
): void {
  const fields = new Map<string, unknown>(Object.entries(parseShop(before)))
  for (const [field, value] of Object.entries(parseShop(after))) {
    if (!isSame(fields.get(field), value)) names.add(shopRead(field))
  }
}

type OwnerField = (typeof OWNER_FIELDS)[number]

const pick = (shop: Shop, fields: readonly (OwnerField | DoorField)[]) =>
  Object.fromEntries(fields.map((field) => [field, shop[field]]))

/** Fields reserved for the owner in which two states of shop.json differ. */
export function ownersChanges(before: string, after: string): OwnerField[] {
  const [one, other] = [parseShop(before), parseShop(after)]
  return OWNER_FIELDS.filter((field) => one[field] !== other[field])
}

/** Whether the editor is an owner at this moment. The command line and the first fill count as the owner. */
export async function isOwnersImport(db: Db, editor: string): Promise<boolean> {
  if (editor === '' || editor === FIRST_FILL) return true
  const row = await db
    .selectFrom('user')
    .select('roles')
    .where('email', '=', editor)
    .executeTakeFirst()
  return powersOf(row?.roles).isOwner
}

/** Applies the lines of delivery.csv: afterwards the shop delivers to these PIN codes only. */
export async function applyDelivery(
  trx: Trx,
  lines: readonly string[],
  names: Set<string>,
  log: ChangeLog,
): Promise<void> {
  const known = await loadDeliveryLines(trx)
  const wanted = [...new Set(lines)].sort()
  if (isSame(known, wanted)) return
  log.note('delivery', 'all', { pins: known }, { pins: wanted })
  names.add('delivery')
  await trx.deleteFrom('delivery_pin').execute()
  const rows = wanted.map(readDeliveryLine)
  for (let at = 0; at < rows.length; at += BATCH) {
    await trx
      .insertInto('delivery_pin')
      .values(rows.slice(at, at + BATCH))
      .execute()
  }
}
