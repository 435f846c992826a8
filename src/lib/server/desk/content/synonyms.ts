import { csvLine } from '#lib/server/import/read/text/csv-line.ts'
import { type FormFields, splitLines, type PartFiles } from './parts.ts'

/** Writes synonyms.csv from the form: one line per thing, its names separated by commas or bars. */
export function writeSynonyms(fields: FormFields): PartFiles {
  const lines = splitLines(fields['synonyms'] ?? '').map((one) =>
    one.replaceAll(/\s*[,|]\s*/g, '|'),
  )
  const all = ['names', ...lines].map((names) => csvLine([names]))
  return { ok: true, files: { 'synonyms.csv': all.join('') } }
}
