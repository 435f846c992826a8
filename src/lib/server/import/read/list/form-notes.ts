import type { Encoding } from '#lib/server/import/read/text/text.ts'
import { importWarnings } from '#lib/texts/page/import/warnings.ts'
import type { FileForm } from './file-form.ts'

const ENCODINGS = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
}
const SEPARATORS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' }

/** What an editor is told about a file that is not saved as ours are; `said` is the encoding that they named. */
export function formNotes({ encoding, separator }: FileForm, said?: Encoding): string[] {
  const isExpected = encoding === 'utf-8' || encoding === said
  return [
    ...(isExpected ? [] : [importWarnings.readAs(ENCODINGS[encoding])]),
    ...(separator === ',' ? [] : [importWarnings.separatedBy(SEPARATORS[separator])]),
  ]
}
