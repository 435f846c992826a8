import { isAscii, isUtf8 } from 'node:buffer'
import { isWorkbook } from './file-kind.ts'
import { guessMatching } from '#lib/server/import/read/columns/guess-matching.ts'
import type { Encoding } from '#lib/server/import/read/text/text.ts'

export type Separator = ',' | ';' | '\t'
/** How a file was saved: Excel in other countries writes semicolons, tabs and other encodings. */
export type FileForm = { encoding: Encoding | 'utf-16le' | 'utf-16be'; separator: Separator }

/** The encoding of a list's fields; UTF-16 was converted to UTF-8 when the list was opened. */
export const fieldEncoding = ({ encoding }: FileForm): Encoding =>
  encoding === 'windows-1252' ? 'windows-1252' : 'utf-8'

const LF = 10
/** The header is expected to end within this many bytes. */
const HEAD = 16 * 1024
const MAX_LINE = 1024 * 1024
/** This many lines that are not UTF-8, and none that is, are not a coincidence. */
const MANY = 3

/** Reads a file, as far as needed, to find out how it was saved. */
export async function findForm(bytes: AsyncIterable<Buffer>): Promise<FileForm> {
  const lines = new LineStatistics()
  let head = Buffer.alloc(0)
  let form: FileForm | undefined
  for await (const chunk of bytes) {
    lines.add(chunk)
    if (!form) {
      head = Buffer.concat([head, chunk])
      if (head.length < HEAD) continue
      form = fromHead(head)
    }
    if (form.encoding !== 'utf-8' || lines.hasUtf8) return form
  }
  lines.end()
  const { encoding, separator } = form ?? fromHead(head)
  if (encoding !== 'utf-8') return { encoding, separator }
  return { separator, encoding: lines.isWindows ? 'windows-1252' : 'utf-8' }
}

/** The text of a UTF-16 file as UTF-8; other files stay as they are. */
export async function* inUtf8(
  bytes: AsyncIterable<Buffer>,
  encoding: FileForm['encoding'],
): AsyncGenerator<Buffer> {
  if (encoding === 'utf-8' || encoding === 'windows-1252') {
    yield* bytes
    return
  }
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}

function fromHead(head: Buffer): FileForm {
  const wide = findUtf16(head)
  const text = new TextDecoder(wide ?? 'latin1').decode(head)
  const [line = ''] = text.split(/\r?\n/, 1)
  return { encoding: wide ?? 'utf-8', separator: saidSeparator(line) ?? findSeparator(line) }
}

const SEPARATORS: readonly Separator[] = [',', ';', '\t']

/** The separator named by Excel's line `sep=;`, which may precede the header. */
function saidSeparator(line: string): Separator | undefined {
  const [, said] = /^(?:\ufeff|\u00ef\u00bb\u00bf)?sep=(.)$/i.exec(line) ?? []
  return SEPARATORS.find((separator) => separator === said)
}

/** Whether a row is such a line. */
export const isSeparatorLine = ([first = '', second, ...others]: string[]): boolean =>
  /^sep=$/i.test(first) && second === '' && others.length === 0

function findUtf16(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (isWorkbook(head)) return undefined
  // Without a byte order mark, UTF-16 shows by every second byte of Latin letters being zero.
  const start = head.subarray(0, 100)
  const zeros = [0, 1].map((odd) => start.filter((byte, at) => byte === 0 && at % 2 === odd).length)
  const [even = 0, odd = 0] = zeros
  if (even + odd <= start.length / 3) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/**
 * The separator is a comma, unless the header has none outside quotes, but another separator between names of
 * columns.
 */
function findSeparator(line: string): Separator {
  const bare = line.replace(/"[^"]*"/g, '')
  const count = (separator: string) => bare.split(separator).length - 1
  if (count(',') > 0) return ','
  const [semicolons, tabs] = [count(';'), count('\t')]
  const separator = semicolons >= tabs ? ';' : '\t'
  const most = Math.max(semicolons, tabs)
  return most > 1 || (most === 1 && hasColumn(line.split(separator))) ? separator : ','
}

/** The columns that the files beside products.csv must have. */
const OF_TABLES = ['category', 'image', 'pin', 'names']

/** Whether one of the names is that of a column, ours or another shop's. */
function hasColumn(texts: string[]): boolean {
  const names = texts.map((text) => text.replaceAll('"', '').trim())
  if (names.some((name) => OF_TABLES.includes(name.toLowerCase()))) return true
  return Object.keys(guessMatching({ names, rows: [] }).columns).length > 0
}

/** Finds lines of a file that are UTF-8 beyond ASCII, and lines that are not. */
class LineStatistics {
  hasUtf8 = false
  #bad = 0
  #isPlausible = true
  #rest: Buffer = Buffer.alloc(0)

  add(chunk: Buffer): void {
    if (this.#rest.length === 0 && isAscii(chunk)) return
    const bytes = Buffer.concat([this.#rest, chunk])
    const end = bytes.lastIndexOf(LF) + 1
    const isLong = end === 0 && bytes.length > MAX_LINE
    this.#rest = isLong ? Buffer.alloc(0) : Buffer.from(bytes.subarray(end))
    this.#look(isLong ? bytes : bytes.subarray(0, end))
  }

  end(): void {
    this.#look(this.#rest)
  }

  get isWindows(): boolean {
    return !this.hasUtf8 && this.#bad > 0 && (this.#isPlausible || this.#bad >= MANY)
  }

  #look(lines: Buffer): void {
    for (let at = 0; at < lines.length;) {
      const end = lines.indexOf(LF, at)
      const line = lines.subarray(at, end < 0 ? lines.length : end)
      at += line.length + 1
      if (isAscii(line)) continue
      if (isUtf8(line)) this.hasUtf8 = true
      else {
        this.#bad++
        this.#isPlausible &&= isPlausible(line)
      }
    }
  }
}

/** Bytes without a character in Windows-1252. */
const NO_CHARACTER = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/** Accents and curly quotes stand alone between letters; two in a row are more likely broken UTF-8. */
function isPlausible(line: Buffer): boolean {
  return line.every((byte, at) => {
    if (byte < 0x80) return true
    return !NO_CHARACTER.has(byte) && (line[at + 1] ?? 0) < 0x80
  })
}
