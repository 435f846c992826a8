import { fileReasons } from '#lib/texts/page/import/file-reasons.ts'

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf])
const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04])
const OLD_EXCEL = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

/**
 * The first bytes of a file, and the whole file without a byte order mark. `close` must be called if the rest is
 * not read.
 */
export async function withoutMark(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let first = Buffer.alloc(0)
  while (first.length < UTF8_MARK.length) {
    const next = await chunks.next()
    if (next.done) break
    first = Buffer.concat([first, next.value])
  }
  const hasMark = first.subarray(0, 3).equals(UTF8_MARK)
  const head = hasMark ? first.subarray(3) : first
  async function* bytes(): AsyncGenerator<Buffer> {
    if (head.length > 0) yield head
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  return { head: head.subarray(0, 4096), bytes: bytes(), close: async () => void chunks.return?.() }
}

/** Whether a file is an Excel file or a zip; their many zeros do not mean UTF-16. */
export function isWorkbook(head: Buffer): boolean {
  return [ZIP, OLD_EXCEL].some((mark) => head.subarray(0, mark.length).equals(mark))
}

/** Names of the parts with which an .xlsx workbook begins, which no zip of a catalogue has. */
const XLSX_PART = /\[Content_Types\]\.xml|(^|[^\w/])(xl|_rels|docProps)\//

/** Whether a file with these first bytes is an .xlsx workbook. */
export function isXlsx(head: Buffer): boolean {
  return head.subarray(0, ZIP.length).equals(ZIP) && XLSX_PART.test(head.toString('latin1', 26))
}

/** Why a file with these first bytes is not a readable CSV file; undefined if it may be. */
export function findWrongKind(head: Buffer): string | undefined {
  const starts = (mark: Buffer) => head.subarray(0, mark.length).equals(mark)
  if (starts(Buffer.from([0xff, 0xfe])) || starts(Buffer.from([0xfe, 0xff])))
    return fileReasons.utf16
  if (isWorkbook(head)) return fileReasons.notText
  // In UTF-16, every second byte of Latin letters is 0.
  const zeros = head.subarray(0, 100).filter((byte) => byte === 0).length
  return zeros > Math.min(head.length, 100) / 3 ? fileReasons.utf16 : undefined
}
