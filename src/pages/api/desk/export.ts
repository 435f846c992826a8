import { readFile, rm } from 'node:fs/promises'
import { forEditors } from './_desk.ts'

/** Without it Excel reads a file in the letters of its machine, and breaks all others. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff')

/** GET /api/desk/export: the products as a file that an import takes again. */
export const GET = forEditors(async ({ desk, user }) => {
  const file = await desk.export(user)
  try {
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="products.csv"',
    }
    const bytes = Buffer.concat([BYTE_ORDER_MARK, await readFile(file)])
    return new Response(new Uint8Array(bytes), { headers })
  } finally {
    await rm(file, { force: true })
  }
})
