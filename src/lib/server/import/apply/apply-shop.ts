import type { Selectable, Transaction } from 'kysely'
import type { Shop } from '#lib/shop.ts'
import type { BannerTable, Database } from '#lib/server/database/schema.ts'
import { type ChangeLog, isSame } from './change-log.ts'
import type { ImportedBanner } from '#lib/server/import/read/folder.ts'
import type { KeptPicture } from './pictures.ts'

const BATCH = 500

/** Records pictures by content; their files are there already. */
export async function keepPictures(
  trx: Transaction<Database>,
  pictures: Iterable<KeptPicture>,
): Promise<void> {
  const rows = [...new Map([...pictures].map((picture) => [picture.id, picture])).values()]
  for (let at = 0; at < rows.length; at += BATCH) {
    await trx
      .insertInto('picture')
      .values(rows.slice(at, at + BATCH))
      .onConflict((oc) => oc.doNothing())
      .execute()
  }
}

/** Takes over shop.json. */
export async function applyShop(
  trx: Transaction<Database>,
  shop: Shop,
  names: Set<string>,
  log: ChangeLog,
): Promise<void> {
  const json = JSON.stringify(shop)
  const known = await trx.selectFrom('shop').select('json').executeTakeFirst()
  if (known?.json === json) return
  await trx
    .insertInto('shop')
    .values({ id: 1, json })
    .onConflict((oc) => oc.column('id').doUpdateSet({ json }))
    .execute()
  log.note('shop', 'shop', known ? { json: known.json } : null, { json })
  names.add('shop')
}

/** Takes over banners.csv: the shop has these banners and no others. */
export async function applyBanners(
  trx: Transaction<Database>,
  banners: ImportedBanner[],
  pictures: Map<string, KeptPicture>,
  names: Set<string>,
  log: ChangeLog,
): Promise<void> {
  const rows = banners.flatMap(({ image, alt, title, text, link }, position) => {
    const picture_id = pictures.get(image)?.id
    return picture_id === undefined ? [] : [{ position, image, picture_id, alt, title, text, link }]
  })
  const known = await trx.selectFrom('banner').selectAll().orderBy('position').execute()
  if (seen(known) !== seen(rows)) await applyBannerRows(trx, known, rows, names, log)
}

/** Puts these banners in place of those that the shop has. */
export async function applyBannerRows(
  trx: Transaction<Database>,
  known: Selectable<BannerTable>[],
  rows: Selectable<BannerTable>[],
  names: Set<string>,
  log: ChangeLog,
): Promise<void> {
  log.note('banners', 'all', { rows: known }, { rows })
  await trx.deleteFrom('banner').execute()
  if (rows.length > 0) await trx.insertInto('banner').values(rows).execute()
  names.add('banners')
}

/** Takes over delivery.csv: the shop brings there and nowhere else; no page shows the list. */
export async function applyDelivery(
  trx: Transaction<Database>,
  pins: readonly string[],
  names: Set<string>,
  log: ChangeLog,
): Promise<void> {
  const known = await deliveryPins(trx)
  const wanted = [...new Set(pins)].sort()
  if (isSame(known, wanted)) return
  log.note('delivery', 'all', { pins: known }, { pins: wanted })
  names.add('delivery')
  await trx.deleteFrom('delivery_pin').execute()
  const rows = wanted.map((prefix) => ({ prefix }))
  for (let at = 0; at < rows.length; at += BATCH) {
    await trx
      .insertInto('delivery_pin')
      .values(rows.slice(at, at + BATCH))
      .execute()
  }
}

/** The beginnings of PIN codes that the shop brings to, in order; none when it brings everywhere. */
export async function deliveryPins(trx: Transaction<Database>): Promise<string[]> {
  const rows = await trx.selectFrom('delivery_pin').select('prefix').execute()
  return rows.map(({ prefix }) => prefix).sort()
}

type Row = Omit<ImportedBanner, 'line' | 'order'> & { picture_id: string }

/** What a visitor sees of banners, to compare. */
function seen(rows: Row[]): string {
  return JSON.stringify(rows.map((row) => [row.picture_id, row.alt, row.title, row.text, row.link]))
}
