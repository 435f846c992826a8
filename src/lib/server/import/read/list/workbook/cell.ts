import { DAY_MS, MINUTE_MS } from '#lib/server/durations.ts'
import type { NumberForm } from './parts.ts'

/** Days from Excel's day 0 to 1970, in its two date systems. */
const EPOCH_1900 = 25_569
const EPOCH_1904 = 24_107

/** A number as an editor sees it in the sheet: dates as in our lists, leading zeros kept. */
export function writeNumber(raw: string, form: NumberForm, startsIn1904: boolean): string {
  const stored = Number(raw)
  if (raw === '' || !Number.isFinite(stored)) return raw
  if (form === 'date') return writeDate(stored, startsIn1904)
  if (form === 'percent') return `${plain(Number((stored * 100).toPrecision(12)))}%`
  const value = withoutNoise(stored)
  if (form === 'plain' || !Number.isInteger(value) || value < 0) return plain(value)
  return plain(value).padStart(form.digits, '0')
}

/** In a formula, 110 × 1.1 comes to 121.00000000000001; spreadsheets show 15 digits of it. Long codes stay whole. */
const withoutNoise = (value: number): number =>
  Number.isInteger(value) ? value : Number(value.toPrecision(15))

/** The number with all its digits, however large or small it is. */
function plain(value: number): string {
  const text = String(value)
  return text.includes('e') ? BigInt(Math.round(value)).toString() : text
}

/** A date, with a time of day if it has one; Excel stores it without a time zone. */
function writeDate(value: number, startsIn1904: boolean): string {
  const days = value - (startsIn1904 ? EPOCH_1904 : EPOCH_1900)
  const time = Math.round((days * DAY_MS) / MINUTE_MS) * MINUTE_MS
  if (Math.abs(time) > 8.64e15) return String(value)
  const text = new Date(time).toISOString()
  return Number.isInteger(value) ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}

/** The column number of a cell, from 0: `A1` is 0, `AB7` is 27; undefined without letters. */
export function columnIndex(reference: string): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference) ?? []
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
