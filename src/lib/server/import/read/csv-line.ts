import { protectFormula } from './text.ts'

/** One line of an RFC 4180 file. Texts are protected, so that no spreadsheet takes them for formulas. */
export function csvLine(texts: readonly string[]): string {
  return `${texts.map(field).join(',')}\r\n`
}

function field(text: string): string {
  const safe = protectFormula(text)
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
