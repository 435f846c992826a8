import { createReadStream, existsSync } from 'node:fs'
import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'
import { rowReasons } from '#lib/texts/page/import/row-reasons.ts'
import { parseTime } from '#lib/server/import/read/product/sale-times.ts'
import { readTable, type Table, type TableRow } from './table.ts'
import { readImage, readPosition } from './table-cells.ts'

export type ImportedBanner = {
  line: number
  image: string
  alt: string
  title: string
  text: string
  link: string
  order: number
  /** When it is shown, in epoch milliseconds; null means no beginning or no end. */
  from: number | null
  until: number | null
  /** Columns that the file lacks. */
  unsaid: readonly BannerColumn[]
}

/** The columns of banners.csv. */
export const BANNER_COLUMNS = [
  ...(['image', 'alt', 'title', 'text', 'link', 'order', 'from', 'until'] as const),
] as const
export type BannerColumn = (typeof BANNER_COLUMNS)[number]

/** The banners of a file, sorted by their order; undefined if there is no file. */
export async function readBanners(file: string): Promise<Table<ImportedBanner> | undefined> {
  if (!existsSync(file)) return undefined
  const table = await readTable(
    () => createReadStream(file),
    BANNER_COLUMNS,
    ['image'],
    (row) => ({
      line: row.line,
      image: readImage(row, row.need('image', 200)),
      alt: row.text('alt', 300),
      title: row.text('title', 120),
      text: row.text('text', 300),
      link: readLink(row),
      order: readPosition(row),
      ...readTimes(row),
      unsaid: BANNER_COLUMNS.filter((column) => !row.has(column)),
    }),
  )
  const rows = table.rows.toSorted((a, b) => a.order - b.order || a.line - b.line)
  return { ...table, rows }
}

/** When a banner is shown; an end without a time of day is the end of that day. */
function readTimes(row: TableRow<'from' | 'until'>): Pick<ImportedBanner, 'from' | 'until'> {
  const read = (column: 'from' | 'until'): number | null => {
    const text = row.text(column, 30)
    const time = text === '' ? null : parseTime(text, column === 'until')
    if (time === undefined) row.fault(column, rowReasons.timeInvalid(column, text))
    return time ?? null
  }
  const times = { from: read('from'), until: read('until') }
  if (times.from !== null && times.until !== null && times.until <= times.from)
    row.fault('until', rowReasons.bannerEndsEarly)
  return times
}

/** Banners may only link to pages of this shop (A02). */
function readLink(row: TableRow<'link'>): string {
  const link = row.text('link', 300)
  if (link === '' || /^\/(?![/\\])[^\s\\]*$/.test(link)) return link
  row.fault('link', fileReasons.linkInvalid(link))
  return ''
}
