import type { Db } from '#lib/server/database/schema.ts'
import { csvLine } from '#lib/server/import/read/csv-line.ts'
import { ImageNames } from '#lib/server/import/read/image-names.ts'
import { type Fields, line, type PartFiles } from './parts.ts'

const COLUMNS = ['image', 'alt', 'title', 'text', 'link', 'order'] as const
export type BannerRow = Record<(typeof COLUMNS)[number], string>
/** Banners that a home page can bear. */
export const BANNER_ROWS = 8

/** The banners as banners.csv has them, with room for one more. */
export async function readBanners(db: Db): Promise<BannerRow[]> {
  const names = await ImageNames.load(db)
  const rows = await db.selectFrom('banner').selectAll().orderBy('position').execute()
  return rows.map(({ image, picture_id, alt, title, text, link }, at) => ({
    ...{ image: names.of(image, picture_id), alt, title, text, link },
    order: String(at + 1),
  }))
}

/** banners.csv with the rows of the form; a row without a picture is none. */
export function writeBanners(fields: Fields): PartFiles {
  const rows = Array.from({ length: BANNER_ROWS }, (_, at) =>
    COLUMNS.map((column) => line(fields, `${at}.${column}`)),
  ).filter(([image]) => image !== '')
  const text = [csvLine(COLUMNS), ...rows.map((row) => csvLine(row))].join('')
  return { ok: true, files: { 'banners.csv': text } }
}
