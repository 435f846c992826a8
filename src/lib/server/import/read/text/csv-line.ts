import { protectFormula } from './text.ts'

/** One line of an RFC 4180 file. Texts are protected, so that no spreadsheet takes them for formulas. */
export function csvLine(texts: readonly string[]): string {
  return `${texts.map(field).join(',')}\r\n`
}

/** A file with these columns, but without those that are empty in all rows; the first one stays. */
export function csvOf(columns: readonly string[], rows: readonly string[][]): string {
  const isUsed = (_: string, at: number) => at === 0 || rows.some((row) => row[at] !== '')
  return [columns, ...rows].map((row) => csvLine(row.filter(isUsed))).join('')
}

/** A sum below 0 is no formula, and is to be added up. */
const BELOW_ZERO = /^-\d+\.\d\d$/

function field(text: string): string {
  const safe = BELOW_ZERO.test(text) ? text : protectFormula(text)
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
