import type { ListKind } from '#lib/desk/uploads.ts'
import { streamOf } from '#pages/api/_stream.ts'

/** Without it, Excel reads a CSV file in the computer's legacy encoding. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff')
const TYPES: Record<ListKind, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** A CSV file for a spreadsheet, sent in pieces as they are read. */
export function downloadPieces(name: string, pieces: AsyncGenerator<string>): Response {
  return new Response(streamOf(encoded(pieces)), { headers: headersOf(name, 'csv') })
}

async function* encoded(pieces: AsyncGenerator<string>) {
  yield BYTE_ORDER_MARK
  for await (const piece of pieces) yield Buffer.from(piece)
}

/** A file for a spreadsheet, which the browser saves as `name` with the extension of its kind. */
export function download(name: string, kind: ListKind, bytes: Buffer): Response {
  const whole = kind === 'csv' ? Buffer.concat([BYTE_ORDER_MARK, bytes]) : bytes
  return new Response(new Uint8Array(whole), { headers: headersOf(name, kind) })
}

const headersOf = (name: string, kind: ListKind) => ({
  'content-type': TYPES[kind],
  'content-disposition': `attachment; filename="${name}.${kind}"`,
})
