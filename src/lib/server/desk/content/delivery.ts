import { csvLine } from '#lib/server/import/read/csv-line.ts'
import { type FormFields, type PartFiles } from './parts.ts'

/** Groups of three digits one after another: `411 101` as PIN codes are printed. */
const GROUPS = /(?<!\d)\d{3}(?: \d{3})+(?!\d)/g

/** delivery.csv with the PIN codes of the form, which stand between spaces, commas or lines. */
export function writeDelivery(fields: FormFields): PartFiles {
  const pins = withoutSpaces(fields['pins'] ?? '')
    .split(/[\s,;|]+/)
    .filter(Boolean)
  return { ok: true, files: { 'delivery.csv': ['pin', ...pins].map((p) => csvLine([p])).join('') } }
}

/** Two groups are one code; an odd number of them are beginnings of codes. */
function withoutSpaces(text: string): string {
  return text.replace(GROUPS, (groups) =>
    groups.split(' ').length % 2 === 0 ? groups.replace(/(\d{3}) (\d{3})/g, '$1$2') : groups,
  )
}
