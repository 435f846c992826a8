import { createReadStream, existsSync } from 'node:fs'
import { SEARCH_TEXT_LENGTH } from '#lib/limits.ts'
import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'
import { readTable } from './table.ts'

/** Limits of names per line, and of lines. */
export const MAX_SYNONYMS = 20
const MAX_LINES = 5000

/** Reads synonyms.csv, which has a line of names for each thing; undefined if there is no such file. */
export async function readSynonyms(file: string) {
  if (!existsSync(file)) return undefined
  let lines = 0
  return readTable(
    () => createReadStream(file),
    ['names'] as const,
    ['names'],
    (row) => {
      const text = row.need('names', MAX_SYNONYMS * SEARCH_TEXT_LENGTH)
      const names = [...new Set(text.split('|').map((name) => name.trim()))].filter(Boolean)
      const isLong = names.some((name) => name.length > SEARCH_TEXT_LENGTH)
      const isWrong = names.length < 2 || names.length > MAX_SYNONYMS || isLong
      if (text !== '' && isWrong) row.fault('names', fileReasons.notSynonyms(MAX_SYNONYMS))
      if (++lines === MAX_LINES + 1) row.fault(null, fileReasons.tooManySynonyms(MAX_LINES))
      return names.join('|')
    },
  )
}
