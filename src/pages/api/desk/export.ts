import { readFile, rm } from 'node:fs/promises'
import { isListKind, type ListKind } from '#lib/desk/uploads.ts'
import { forEditors } from './_desk.ts'

/** Without it Excel reads a file in the letters of its machine, and breaks all others. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff')
const TYPES: Record<ListKind, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** GET /api/desk/export: the products as a file that an import takes again. */
export const GET = forEditors(async ({ desk, user, url }) => {
  const as = url.searchParams.get('as')
  const kind = isListKind(as) ? as : 'csv'
  const file = await desk.export(user, kind)
  try {
    const headers = {
      'content-type': TYPES[kind],
      'content-disposition': `attachment; filename="products.${kind}"`,
    }
    const bytes = await readFile(file)
    const whole = kind === 'csv' ? Buffer.concat([BYTE_ORDER_MARK, bytes]) : bytes
    return new Response(new Uint8Array(whole), { headers })
  } finally {
    await rm(file, { force: true })
  }
})
