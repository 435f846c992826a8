import type { Picture } from '#lib/catalogue/product.ts'
import type { Db } from '#lib/server/database/schema.ts'
import { csvLine } from '#lib/server/import/read/text/csv-line.ts'
import { BANNER_COLUMNS } from '#lib/server/import/read/folder/banners-file.ts'
import { ImageNames } from '#lib/server/import/read/pictures/image-names.ts'
import { saleTime } from '#lib/server/import/read/product/sale-times.ts'
import { deskContentTexts } from '#lib/texts/page/desk-content.ts'
import { type FormFields, line, type PartFiles, type PicturesFrom } from './parts.ts'

export type BannerForm = Record<(typeof BANNER_COLUMNS)[number], string> & {
  picture: Picture
  isShown: boolean
}
/** How many banners the form has rows for; a list may bring more. */
export const BANNER_ROWS = 8

/** The text of banners.csv. */
export const bannersFile = (rows: readonly Record<(typeof BANNER_COLUMNS)[number], string>[]) =>
  [
    csvLine(BANNER_COLUMNS),
    ...rows.map((row) => csvLine(BANNER_COLUMNS.map((column) => row[column]))),
  ].join('')

/** The banners as banners.csv would list them. */
export async function readBannerForms(db: Db): Promise<BannerForm[]> {
  const names = await ImageNames.load(db)
  const rows = await db
    .selectFrom('banner')
    .innerJoin('picture', 'picture.id', 'banner.picture_id')
    .selectAll('banner')
    .select(['width', 'height'])
    .orderBy('position')
    .execute()
  return rows.map(({ image, picture_id, alt, title, text, link, ...row }, at) => ({
    ...{ image: names.of(image, picture_id), alt, title, text, link },
    ...{ order: String(at + 1), from: saleTime(row.shown_from), until: saleTime(row.shown_until) },
    picture: { id: picture_id, width: row.width, height: row.height, alt: '' },
    isShown: row.is_shown === 1,
  }))
}

/** Writes banners.csv from the rows of the form. Empty rows, and rows marked for removal, are left out. */
export function writeBanners(fields: FormFields, picturesFrom: PicturesFrom): PartFiles {
  const rows = Array.from({ length: rowsOf(fields) }, (_, at) => {
    const [added] = picturesFrom(`${at}.picture`)
    const row = BANNER_COLUMNS.map((column) => {
      const text = line(fields, `${at}.${column}`)
      return column === 'from' || column === 'until' ? text.replace('T', ' ') : text
    })
    const [image, ...rest] = row
    return fields[`${at}.gone`] === 'yes' ? [] : [added ?? image ?? '', ...rest]
  })
  const bare = rows.findIndex(([image, ...rest]) => image === '' && rest.some(Boolean))
  if (bare >= 0) return { ok: false, error: deskContentTexts.bannerBare(bare + 1) }
  const text = [csvLine(BANNER_COLUMNS), ...rows.filter(([image]) => image).map(csvLine)].join('')
  return { ok: true, files: { 'banners.csv': text } }
}

/** How many rows the form had: as many as it sent, at least `BANNER_ROWS`. */
function rowsOf(fields: FormFields): number {
  const named = Object.keys(fields).map((name) => Number(/^(\d{1,3})\./.exec(name)?.[1] ?? 0))
  return Math.max(BANNER_ROWS, ...named.map((at) => at + 1))
}
