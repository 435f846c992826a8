import { csvLine } from '#lib/server/import/read/csv-line.ts'
import { type Fields, type PartFiles } from './parts.ts'

/** delivery.csv with the PIN codes of the form, which stand between spaces, commas or lines. */
export function writeDelivery(fields: Fields): PartFiles {
  const pins = (fields['pins'] ?? '').split(/[\s,;|]+/).filter(Boolean)
  return { ok: true, files: { 'delivery.csv': ['pin', ...pins].map((p) => csvLine([p])).join('') } }
}
