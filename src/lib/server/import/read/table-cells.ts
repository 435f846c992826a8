import { fileReasons } from '#lib/texts/page/file-reasons.ts'
import { readImageName } from './pictures/image-name.ts'
import type { TableRow } from './table.ts'

// Cells that categories.csv and banners.csv have both.

/** The name of a picture; empty where there is none, or none that can be. */
export function readImage(row: TableRow<'image'>, text: string): string {
  if (text === '') return ''
  const name = readImageName(text)
  if (name.ok) return name.value
  row.fault('image', name.error)
  return ''
}

/** Without an order the order of the lines counts. */
export function readPosition(row: TableRow<'order'>): number {
  const text = row.text('order', 20)
  if (text === '') return row.line
  if (/^\d{1,9}$/.test(text)) return Number(text)
  row.fault('order', fileReasons.orderInvalid(text))
  return 0
}
