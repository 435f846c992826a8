import { isUtf8 } from 'node:buffer'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { repairLetters } from '#lib/server/import/read/text/broken-letters.ts'
import { csvLine } from '#lib/server/import/read/text/csv-line.ts'
import { putWhole } from '#lib/server/write-whole.ts'
import { fieldEncoding, findForm } from './file-form.ts'
import { isXlsx } from './file-kind.ts'
import { ListRefused } from './list-refused.ts'
import { openList } from './open-list.ts'
import { decodeField } from '#lib/server/import/read/text/text.ts'

const LF = 10
/** Text files of a catalogue folder. */
const TEXT_FILE = /\.(csv|json|md)$/

/**
 * Repairs broken letters in a list, or in all text files of a catalogue folder, in place; line numbers stay the
 * same.
 */
export async function repairList(path: string): Promise<void> {
  const found = await stat(path)
  if (found.isFile()) return repairFile(path)
  const names = await readdir(path, { recursive: true, withFileTypes: true })
  for (const entry of names) {
    if (entry.isFile() && TEXT_FILE.test(entry.name)) {
      await repairFile(join(entry.parentPath, entry.name))
    }
  }
}

async function repairFile(path: string): Promise<void> {
  const pieces = (await isPlain(path)) ? plainLines(path) : sheetLines(path)
  try {
    await putWhole(path, (temporary) =>
      pipeline(pieces, createWriteStream(temporary, { mode: 0o600 })),
    )
  } catch (error) {
    // An unreadable file is left as it is; its check says why.
    if (!(error instanceof ListRefused)) throw error
  }
}

/** Whether the file's bytes are its text, unlike in a workbook or UTF-16. */
async function isPlain(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
  if (isXlsx(buffer.subarray(0, bytesRead))) return false
  return !(await findForm(createReadStream(path))).encoding.startsWith('utf-16')
}

/** Repairs the file line by line. A line that is not UTF-8 was not broken in this way. */
async function* plainLines(path: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  const chunks: AsyncIterable<Buffer> = createReadStream(path)
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = bytes.lastIndexOf(LF) + 1
    yield* repaired(bytes.subarray(0, end))
    rest = Buffer.from(bytes.subarray(end))
  }
  yield* repaired(rest)
}

function* repaired(bytes: Buffer): Generator<Buffer> {
  if (isUtf8(bytes)) {
    yield Buffer.from(repairLetters(bytes.toString()))
    return
  }
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(LF, at)
    const line = bytes.subarray(at, end < 0 ? bytes.length : end + 1)
    at += line.length
    yield isUtf8(line) ? Buffer.from(repairLetters(line.toString())) : line
  }
}

/** The rows of a workbook or UTF-16 file as a CSV file with the same line numbers. */
async function* sheetLines(path: string): AsyncGenerator<Buffer> {
  const { form, rows } = await openList(() => createReadStream(path))
  const encoding = fieldEncoding(form)
  let next = 1
  for await (const { line, fields } of rows) {
    yield Buffer.from('\r\n'.repeat(Math.max(0, line - next)))
    const texts = fields.map((field) => repairLetters(decodeField(field, encoding) ?? ''))
    yield Buffer.from(csvLine(texts))
    next = line + 1
  }
}
