import type { BannerTable, Trx } from '#lib/server/database/schema.ts'
import type { BannerColumn, ImportedBanner } from '#lib/server/import/read/folder/banners-file.ts'
import type { KeptPicture } from '#lib/server/import/read/pictures/pictures.ts'
import type { ChangeLog } from './change-log.ts'

/** A banner as the history keeps it: without whether it is shown right now. */
export type BannerRow = Omit<BannerTable, 'is_shown'>
type Note = { names: Set<string>; log: ChangeLog; now: number }

/**
 * The rows of banners.csv; those whose picture could not be read are left out. What the file has no column for stays as
 * it is with the banner of that picture.
 */
export const bannerRows = (
  banners: readonly ImportedBanner[],
  pictures: Map<string, KeptPicture>,
  known: readonly BannerRow[],
): BannerRow[] =>
  banners.flatMap(({ image, alt, title, text, link, unsaid, ...times }, position) => {
    const picture_id = pictures.get(image)?.id
    const { from: shown_from, until: shown_until } = times
    const row = { position, image, alt, title, text, link, shown_from, shown_until }
    const before = known.find((one) => one.picture_id === picture_id)
    return picture_id === undefined ? [] : [{ ...row, ...keptOf(before, unsaid), picture_id }]
  })

function keptOf(before: BannerRow | undefined, unsaid: readonly BannerColumn[]) {
  if (!before) return {}
  const { alt, title, text, link, shown_from, shown_until } = before
  const fields: Partial<Record<BannerColumn, Partial<BannerRow>>> = {
    ...{ alt: { alt }, title: { title }, text: { text }, link: { link } },
    ...{ from: { shown_from }, until: { shown_until } },
  }
  return unsaid.reduce<Partial<BannerRow>>((kept, one) => ({ ...kept, ...fields[one] }), {})
}

/** Applies banners.csv: afterwards the shop has exactly these banners. */
export async function applyBanners(trx: Trx, rows: BannerRow[], note: Note): Promise<void> {
  const known = await loadBannerRows(trx)
  if (bannerKey(known) !== bannerKey(rows)) await applyBannerRows(trx, known, rows, note)
}

/** The shop's banners, in order. */
export async function loadBannerRows(trx: Trx): Promise<BannerRow[]> {
  const rows = await trx.selectFrom('banner').selectAll().orderBy('position').execute()
  return rows.map(({ is_shown: _, ...row }) => row)
}

/** Replaces the shop's banners. */
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

/** Whether a banner is shown at the time `now` (epoch milliseconds). */
export const isBannerShown = (
  { shown_from, shown_until }: Pick<BannerRow, 'shown_from' | 'shown_until'>,
  now: number,
): boolean => (shown_from ?? 0) <= now && (shown_until === null || now < shown_until)

/** Reads banners from the history; old imports kept them without times. */
export const readBannerRows = (rows: unknown): BannerRow[] =>
  Array.isArray(rows) ? rows.map((row) => ({ shown_from: null, shown_until: null, ...row })) : []

/** What visitors see of banners, and when, as text to compare. */
export function bannerKey(rows: BannerRow[]): string {
  return JSON.stringify(
    rows.map(({ picture_id, alt, title, text, link, shown_from, shown_until }) => [
      ...[picture_id, alt, title, text, link, shown_from, shown_until],
    ]),
  )
}
