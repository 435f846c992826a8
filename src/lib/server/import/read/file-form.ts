import { isAscii, isUtf8 } from 'node:buffer'
import { isWorkbook } from './file-kind.ts'
import { guessMatching } from './guess-matching.ts'
import type { Encoding } from './text.ts'

export type Separator = ',' | ';' | '\t'
/** How a file was saved: Excel of other countries writes semicolons, tabs, and other encodings. */
export type FileForm = { encoding: Encoding | 'utf-16le' | 'utf-16be'; separator: Separator }

/** How the fields of a list are read, which UTF-16 has left behind when it was opened. */
export const fieldEncoding = ({ encoding }: FileForm): Encoding =>
  encoding === 'windows-1252' ? 'windows-1252' : 'utf-8'

const LF = 10
/** The first line is expected to end within so much. */
const HEAD = 16 * 1024
const MAX_LINE = 1024 * 1024
/** So many lines that are not UTF-8, and none that is, are no slip. */
const MANY = 3

/** Looks through a file, as far as needed, for how it was saved. */
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

/** The text of a file in UTF-16 as UTF-8; of any other the bytes as they are. */
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

/** What Excel's line `sep=;` names, which may stand before the names of the columns. */
function saidSeparator(line: string): Separator | undefined {
  const [, said] = /^(?:\ufeff|\u00ef\u00bb\u00bf)?sep=(.)$/i.exec(line) ?? []
  return SEPARATORS.find((separator) => separator === said)
}

/** Whether a row is that line. */
export const isSeparatorLine = ([first = '', second, ...others]: string[]): boolean =>
  /^sep=$/i.test(first) && second === '' && others.length === 0

function findUtf16(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (isWorkbook(head)) return undefined
  // Without a mark: Latin letters have a zero in each second byte.
  const start = head.subarray(0, 100)
  const zeros = [0, 1].map((odd) => start.filter((byte, at) => byte === 0 && at % 2 === odd).length)
  const [even = 0, odd = 0] = zeros
  if (even + odd <= start.length / 3) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** Commas, unless the line has none of them outside of quotes, but another between names of columns. */
function findSeparator(line: string): Separator {
  const bare = line.replace(/"[^"]*"/g, '')
  const count = (separator: string) => bare.split(separator).length - 1
  if (count(',') > 0) return ','
  const [semicolons, tabs] = [count(';'), count('\t')]
  const separator = semicolons >= tabs ? ';' : '\t'
  const most = Math.max(semicolons, tabs)
  return most > 1 || (most === 1 && hasColumn(line.split(separator))) ? separator : ','
}

/** Whether one of the names is that of a column, with us or elsewhere. */
function hasColumn(texts: string[]): boolean {
  const names = texts.map((text) => text.replaceAll('"', '').trim())
  return Object.keys(guessMatching({ names, rows: [] }).columns).length > 0
}

/** Which lines of a file are UTF-8 beyond ASCII, and which are not. */
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

/** Bytes that Windows-1252 has no character for. */
const NO_CHARACTER = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/** Accents and curly quotes stand alone between letters; two in a row are rather broken UTF-8. */
function isPlausible(line: Buffer): boolean {
  return line.every((byte, at) => {
    if (byte < 0x80) return true
    return !NO_CHARACTER.has(byte) && (line[at + 1] ?? 0) < 0x80
  })
}
