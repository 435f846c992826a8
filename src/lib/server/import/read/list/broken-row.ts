import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import type { Separator } from './file-form.ts'

const FIRST_LINE_BYTES = 64 * 1024

/**
 * What can still be read of a broken row: the fields of its first line, for the SKU, and the column of the open
 * quote.
 */
export function readFirstLine(
  bytes: Buffer,
  separator: Separator,
): { fields: string[]; openQuote: number | null } {
  const end = bytes.indexOf(10)
  const line = bytes.subarray(0, Math.min(end < 0 ? bytes.length : end, FIRST_LINE_BYTES))
  try {
    return { fields: split(line.toString('latin1'), separator), openQuote: null }
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error
    const column = error['column']
    const fields = split(`${line.toString('latin1')}"`, separator)
    return { fields, openQuote: typeof column === 'number' ? column : null }
  }
}

function split(line: string, delimiter: Separator): string[] {
  const [fields]: string[][] = parse(line, {
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
  })
  return fields ?? []
}
