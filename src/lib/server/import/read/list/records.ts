import { CsvError, parse, type Parser } from 'csv-parse'
import { readFirstLine } from './broken-row.ts'
import type { Separator } from './file-form.ts'

/** A longer row is refused: it is a mistake, mostly a quote that is never closed. */
export const MAX_RECORD_BYTES = 1024 * 1024

/** What is wrong with the form of a row; `column` counts from 0. */
export type ShapeFault =
  | { kind: 'openQuote'; column: number }
  | { kind: 'strayQuote'; column: number; line: number }
  | { kind: 'tooLarge'; column: number | null }

/**
 * A row of a CSV file. `line` is the physical line on which it begins. Fields have one character per byte, so that
 * each can be decoded strictly and a faulty one be named.
 */
export type CsvRecord = { line: number; fields: string[]; fault?: ShapeFault }

const LF = 10
const CR = 13

/** Splits a CSV file into rows (RFC 4180) with little memory, and continues after a broken row. */
class RecordReader {
  #parser: Parser
  #found: { fields: string[]; end: number }[] = []
  #failure: CsvError | undefined
  /** Bytes that are not part of a finished row yet; they begin at #offset in what the parser got. */
  #pending: Buffer = Buffer.alloc(0)
  #offset = 0
  #line = 1
  #isSkipping = false
  #separator: Separator

  constructor(separator: Separator) {
    this.#separator = separator
    this.#parser = this.#open()
  }

  /** Takes the next bytes of the file and yields the rows that they complete. */
  async *read(bytes: Buffer): AsyncGenerator<CsvRecord> {
    let chunk: Buffer | undefined = bytes
    while (chunk) {
      const rest = this.#isSkipping ? this.#skipLine(chunk) : chunk
      if (rest.length === 0) return
      this.#pending = this.#pending.length === 0 ? rest : Buffer.concat([this.#pending, rest])
      await this.#feed(rest)
      yield* this.#finished()
      chunk = yield* this.#recover()
    }
  }

  /** Yields the last row at the end of the file. */
  async *end(): AsyncGenerator<CsvRecord> {
    for (let isOver = false; !isOver;) {
      await this.#finish()
      yield* this.#finished()
      const again: Buffer | undefined = yield* this.#recover()
      isOver = again === undefined
      if (again) yield* this.read(again)
    }
  }

  #open(): Parser {
    const parser = parse({
      encoding: 'latin1',
      delimiter: this.#separator,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (fields: string[], { bytes }) => {
        this.#found.push({ fields, end: bytes })
        return null
      },
    })
    parser.on('error', (error) => {
      if (!(error instanceof CsvError)) throw error
      this.#failure = error
    })
    parser.resume()
    return parser
  }

  async #feed(bytes: Buffer): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#parser.write(bytes, (error) => {
        if (error instanceof CsvError) this.#failure = error
        resolve()
      })
    })
  }

  async #finish(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#parser.once('close', resolve)
      this.#parser.end()
    })
  }

  *#finished(): Generator<CsvRecord> {
    for (const { fields, end } of this.#found.splice(0)) {
      this.#skipEmptyLines()
      const line = this.#line
      this.#consume(end - this.#offset)
      yield { line, fields }
    }
  }

  /**
   * Reports a broken row.
   * @returns the bytes from which to continue; undefined to wait for more, or if no row is broken
   */
  *#recover(): Generator<CsvRecord, Buffer | undefined> {
    const failure = this.#failure
    const isTooLarge = this.#pending.length > MAX_RECORD_BYTES
    if (!failure && !isTooLarge) return undefined
    this.#failure = undefined
    this.#skipEmptyLines()
    const line = this.#line
    const { fields, openQuote } = readFirstLine(this.#pending, this.#separator)
    if (isTooLarge) {
      yield { line, fields, fault: { kind: 'tooLarge', column: openQuote } }
      return this.#restartAfterLine()
    }
    const column = failure?.['column']
    const at = typeof column === 'number' ? column : 0
    if (failure?.code === 'CSV_QUOTE_NOT_CLOSED') {
      yield { line, fields, fault: { kind: 'openQuote', column: at } }
      this.#consume(this.#pending.length)
      return undefined
    }
    const bytes = failure?.['bytes']
    const fieldStart = typeof bytes === 'number' ? Math.max(0, bytes - this.#offset) : 0
    const strayLine = line + countLines(this.#pending.subarray(0, this.#findStray(fieldStart)))
    yield { line, fields, fault: { kind: 'strayQuote', column: at, line: strayLine } }
    this.#consumeLines(strayLine - line)
    return this.#restartAfterLine(strayLine > line)
  }

  /** The position of the quote that closes a field but is followed by more text. */
  #findStray(fieldStart: number): number {
    const first =
      this.#pending[fieldStart] === this.#separator.charCodeAt(0) ? fieldStart + 1 : fieldStart
    if (this.#pending[first] !== 34) return first
    let at = this.#pending.indexOf(34, first + 1)
    while (at >= 0 && this.#pending[at + 1] === 34) at = this.#pending.indexOf(34, at + 2)
    return at < 0 ? first : at
  }

  /** Restarts the parser at the next line, or at this one if a new row may begin here. */
  #restartAfterLine(isNewRow = false): Buffer | undefined {
    const end = isNewRow ? 0 : this.#pending.indexOf(LF) + 1
    const hasLine = isNewRow || end > 0
    this.#isSkipping = !hasLine
    if (hasLine) this.#consume(end)
    const rest = this.#pending
    this.#pending = Buffer.alloc(0)
    this.#offset = 0
    this.#parser.destroy()
    this.#parser = this.#open()
    return hasLine && rest.length > 0 ? rest : undefined
  }

  /** Drops the rest of a line that is too long to keep. */
  #skipLine(bytes: Buffer): Buffer {
    const end = bytes.indexOf(LF)
    if (end < 0) return Buffer.alloc(0)
    this.#isSkipping = false
    this.#line++
    return bytes.subarray(end + 1)
  }

  #skipEmptyLines(): void {
    let end = 0
    while (
      this.#pending[end] === LF ||
      (this.#pending[end] === CR && this.#pending[end + 1] === LF)
    )
      end++
    this.#consume(end)
  }

  #consumeLines(count: number): void {
    for (let line = 0; line < count; line++) this.#consume(this.#pending.indexOf(LF) + 1)
  }

  #consume(length: number): void {
    this.#line += countLines(this.#pending.subarray(0, length))
    this.#pending = this.#pending.subarray(length)
    this.#offset += length
  }
}

function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) count++
  return count
}

/** All rows of a file, including the header. */
export async function* readRecords(
  source: AsyncIterable<Buffer>,
  separator: Separator = ',',
): AsyncGenerator<CsvRecord> {
  const reader = new RecordReader(separator)
  for await (const chunk of source) yield* reader.read(chunk)
  yield* reader.end()
}
