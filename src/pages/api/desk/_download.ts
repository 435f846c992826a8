import type { ListKind } from '#lib/desk/uploads.ts'

/** Without it, Excel reads a CSV file in the computer's legacy encoding. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff')
const TYPES: Record<ListKind, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** A file for a spreadsheet, which the browser saves as `name` with the extension of its kind. */
export function download(name: string, kind: ListKind, bytes: Buffer): Response {
  const headers = {
    'content-type': TYPES[kind],
    'content-disposition': `attachment; filename="${name}.${kind}"`,
  }
  const whole = kind === 'csv' ? Buffer.concat([BYTE_ORDER_MARK, bytes]) : bytes
  return new Response(new Uint8Array(whole), { headers })
}
