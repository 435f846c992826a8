import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'
import { readImageName } from '#lib/server/import/read/pictures/image-name.ts'
import type { TableRow } from './table.ts'

// Cells that categories.csv and banners.csv have both.

/** Reads the name of a picture; empty if there is none or it is invalid. */
export function readImage(row: TableRow<'image'>, text: string): string {
  if (text === '') return ''
  const name = readImageName(text)
  if (name.ok) return name.value
  row.fault('image', name.error)
  return ''
}

/** Reads the order of a row; without one, its line counts. */
export function readPosition(row: TableRow<'order'>): number {
  const text = row.text('order', 20)
  if (text === '') return row.line
  if (/^\d{1,9}$/.test(text)) return Number(text)
  row.fault('order', fileReasons.orderInvalid(text))
  return 0
}
