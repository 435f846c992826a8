import type { BannerTable, Trx } from '#lib/server/database/schema.ts'
import type { ImportedBanner } from '#lib/server/import/read/banners-file.ts'
import type { KeptPicture } from '#lib/server/import/read/pictures/pictures.ts'
import type { ChangeLog } from './change-log.ts'

/** A banner as it is remembered: all but whether it is shown just now. */
export type BannerRow = Omit<BannerTable, 'is_shown'>
type Note = { names: Set<string>; log: ChangeLog; now: number }

/** The rows of banners.csv; one whose picture could not be read is none. */
export const bannerRows = (
  banners: readonly ImportedBanner[],
  pictures: Map<string, KeptPicture>,
): BannerRow[] =>
  banners.flatMap(({ image, alt, title, text, link, ...times }, position) => {
    const picture_id = pictures.get(image)?.id
    const { from: shown_from, until: shown_until } = times
    const row = { position, image, alt, title, text, link, shown_from, shown_until }
    return picture_id === undefined ? [] : [{ ...row, picture_id }]
  })

/** Takes over banners.csv: the shop has these banners and no others. */
export async function applyBanners(trx: Trx, rows: BannerRow[], note: Note): Promise<void> {
  const known = await loadBannerRows(trx)
  if (bannerKey(known) !== bannerKey(rows)) await applyBannerRows(trx, known, rows, note)
}

/** The banners of the shop in their order. */
export async function loadBannerRows(trx: Trx): Promise<BannerRow[]> {
  const rows = await trx.selectFrom('banner').selectAll().orderBy('position').execute()
  return rows.map(({ is_shown: _, ...row }) => row)
}

/** Puts these banners in place of those that the shop has. */
export async function applyBannerRows(
  trx: Trx,
  known: BannerRow[],
  rows: BannerRow[],
  { names, log, now }: Note,
): Promise<void> {
  log.note('banners', 'all', { rows: known }, { rows })
  await trx.deleteFrom('banner').execute()
  const shown = rows.map((row) => ({ ...row, is_shown: Number(isBannerShown(row, now)) }))
  if (shown.length > 0) await trx.insertInto('banner').values(shown).execute()
  names.add('banners')
}

/** Whether a banner is shown at that moment. */
export const isBannerShown = (
  { shown_from, shown_until }: Pick<BannerRow, 'shown_from' | 'shown_until'>,
  now: number,
): boolean => (shown_from ?? 0) <= now && (shown_until === null || now < shown_until)

/** Banners as imports of before their times remember them, too. */
export const readBannerRows = (rows: unknown): BannerRow[] =>
  Array.isArray(rows) ? rows.map((row) => ({ shown_from: null, shown_until: null, ...row })) : []

/** What a visitor sees of banners, and when, to compare. */
export function bannerKey(rows: BannerRow[]): string {
  return JSON.stringify(
    rows.map(({ picture_id, alt, title, text, link, shown_from, shown_until }) => [
      ...[picture_id, alt, title, text, link, shown_from, shown_until],
    ]),
  )
}
