import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'
import { importWarnings } from '#lib/texts/page/import/warnings.ts'
import { type CsvRecord, MAX_RECORD_BYTES } from '#lib/server/import/read/list/records.ts'
import { WorkbookArchive } from './archive.ts'
import { readMergedCells } from './merged-cells.ts'
import { readBook, readNumberForms, readSharedTexts } from './parts.ts'
import { ListRefused } from '#lib/server/import/read/list/list-refused.ts'
import { readSheet, type SheetContext } from './sheet.ts'

/** The rows of a workbook's list, and warnings about how it was chosen. */
export type Workbook = { rows: AsyncGenerator<CsvRecord>; warnings: string[] }

/**
 * Opens an .xlsx workbook. The list is its sheet `products`, or else the first sheet with content. Rows read like
 * those of a CSV file (one character per byte), with Excel's row numbers. Formulas count by their stored result;
 * links to other files are never followed.
 * @throws ListRefused with the reason for the editor, also while rows are read
 */
export async function openWorkbook(bytes: Buffer): Promise<Workbook> {
  try {
    const archive = await WorkbookArchive.open(bytes)
    const { sheets, startsIn1904 } = await readBook(archive)
    const texts = await readSharedTexts(archive)
    const context = { texts, forms: await readNumberForms(archive), startsIn1904 }
    const filled: string[] = []
    for (const { name, part } of sheets) {
      if (await hasRows(archive, part, context)) filled.push(name)
    }
    const named = filled.find((name) => name.trim().toLowerCase() === 'products')
    const chosen = sheets.find(({ name }) => name === (named ?? filled[0]))
    if (!chosen) throw new ListRefused(fileReasons.fileEmpty)
    const others = filled.filter((name) => name !== chosen.name)
    const sheet = await archive.part(chosen.part)
    const merged = sheet ? await readMergedCells(sheet) : []
    return {
      rows: toRecords(archive, chosen.part, { ...context, merged }),
      warnings: [
        ...(others.length > 0 ? [importWarnings.oneSheet(chosen.name, others)] : []),
        ...(merged.length > 0 ? [importWarnings.mergedCells] : []),
      ],
    }
  } catch (error) {
    throw asRefusal(error)
  }
}

async function hasRows(archive: WorkbookArchive, part: string, context: SheetContext) {
  const stream = await archive.part(part)
  if (!stream) return false
  const first = await readSheet(stream, context).next()
  stream.destroy()
  return !first.done
}

async function* toRecords(
  archive: WorkbookArchive,
  part: string,
  context: SheetContext,
): AsyncGenerator<CsvRecord> {
  const stream = await archive.part(part)
  let width: number | undefined
  try {
    for await (const { line, cells } of stream ? readSheet(stream, context) : []) {
      width ??= cells.length
      // Empty cells at the end of a row are not stored.
      while (cells.length < width) cells.push('')
      yield toRecord(line, cells)
    }
  } catch (error) {
    throw asRefusal(error)
  } finally {
    stream?.destroy()
  }
}

/** A row that is too large is refused before it is copied; its short cells say which it is. */
function toRecord(line: number, cells: readonly string[]): CsvRecord {
  const bytes = cells.reduce((sum, cell) => sum + Buffer.byteLength(cell), 0)
  if (bytes <= MAX_RECORD_BYTES) return { line, fields: cells.map(asLatin) }
  const fields = cells.map((cell) => (cell.length > MAX_SHORT ? '' : asLatin(cell)))
  return { line, fields, fault: { kind: 'tooLarge', column: null } }
}

const MAX_SHORT = 100
const asLatin = (cell: string) => Buffer.from(cell).toString('latin1')

/** Any fault while reading an uploaded file is treated as the file's fault. */
function asRefusal(error: unknown): ListRefused {
  return error instanceof ListRefused ? error : new ListRefused(fileReasons.workbookBroken)
}
