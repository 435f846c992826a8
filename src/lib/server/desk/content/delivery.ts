import { csvLine } from '#lib/server/import/read/csv-line.ts'
import { type FormFields, type PartFiles } from './parts.ts'

/** Groups of three digits separated by spaces: PIN codes are printed as `411 101`. */
const GROUPS = /(?<!\d)\d{3}(?: \d{3})+(?!\d)/g

/**
 * Writes delivery.csv with the PIN codes typed into the form, separated by spaces, commas, semicolons, bars or
 * newlines.
 */
export function writeDelivery(fields: FormFields): PartFiles {
  const pins = withoutSpaces(fields['pins'] ?? '')
    .split(/[\s,;|]+/)
    .filter(Boolean)
  return { ok: true, files: { 'delivery.csv': ['pin', ...pins].map((p) => csvLine([p])).join('') } }
}

/**
 * Joins pairs of groups into PIN codes. An odd number of groups cannot be paired, so they stay as typed: they are
 * prefixes of PIN codes.
 */
function withoutSpaces(text: string): string {
  return text.replace(GROUPS, (groups) =>
    groups.split(' ').length % 2 === 0 ? groups.replace(/(\d{3}) (\d{3})/g, '$1$2') : groups,
  )
}
