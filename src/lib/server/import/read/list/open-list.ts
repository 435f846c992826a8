import { MAX_LIST_MIB } from '#lib/limits.ts'
import { type FileForm, findForm, inUtf8, isSeparatorLine } from './file-form.ts'
import { findWrongKind, isXlsx, withoutMark } from './file-kind.ts'
import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'
import { type CsvRecord, readRecords } from './records.ts'
import { ListRefused } from './list-refused.ts'
import { openWorkbook } from './workbook/workbook.ts'

/** The largest workbook in bytes: it has to be kept in memory, while CSV is read piece by piece. */
const MAX_WORKBOOK = MAX_LIST_MIB * 2 ** 20

/** The rows of a list, however it was saved. Reading them may still throw ListRefused. */
export type OpenList = {
  form: FileForm
  rows: AsyncIterable<CsvRecord>
  warnings: string[]
  close: () => Promise<void>
}

/**
 * Opens a CSV file in any common form, or an .xlsx workbook.
 * @throws ListRefused with the reason for the editor
 */
export async function openList(open: () => AsyncIterable<Buffer>): Promise<OpenList> {
  const begin = await withoutMark(open())
  await begin.close()
  if (isXlsx(begin.head)) return openSheet(await readWhole(open()))
  const form = await findForm(open())
  const start = await withoutMark(inUtf8(open(), form.encoding))
  const wrongKind = findWrongKind(start.head)
  if (wrongKind !== undefined) {
    await start.close()
    throw new ListRefused(wrongKind)
  }
  const rows = withoutSeparatorLine(readRecords(start.bytes, form.separator))
  return { form, rows, warnings: [], close: start.close }
}

async function* withoutSeparatorLine(rows: AsyncIterable<CsvRecord>): AsyncGenerator<CsvRecord> {
  for await (const row of rows) if (row.line > 1 || !isSeparatorLine(row.fields)) yield row
}

async function openSheet(bytes: Buffer): Promise<OpenList> {
  const { rows, warnings } = await openWorkbook(bytes)
  const form = { encoding: 'utf-8', separator: ',' } as const
  return { form, rows, warnings, close: async () => void (await rows.return(undefined)) }
}

async function readWhole(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > MAX_WORKBOOK) throw new ListRefused(fileReasons.workbookLarge)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
