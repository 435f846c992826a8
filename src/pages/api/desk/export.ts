import { readFile, rm } from 'node:fs/promises'
import { forEditors } from './_desk.ts'

/** GET /api/desk/export: the products as a file that an import takes again. */
export const ALL = forEditors('GET', async ({ desk, user }) => {
  const file = await desk.export(user)
  try {
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="products.csv"',
    }
    return new Response(new Uint8Array(await readFile(file)), { headers })
  } finally {
    await rm(file, { force: true })
  }
})
