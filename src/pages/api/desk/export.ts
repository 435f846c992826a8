import { readFile, rm } from 'node:fs/promises'
import { isListKind } from '#lib/desk/uploads.ts'
import { forEditors } from './_desk.ts'
import { download } from './_download.ts'

/** GET /api/desk/export: the products as a file that can be imported again. */
export const GET = forEditors(async ({ desk, user, url }) => {
  const as = url.searchParams.get('as')
  const kind = isListKind(as) ? as : 'csv'
  const file = await desk.export(user, kind)
  try {
    return download('products', kind, await readFile(file))
  } finally {
    await rm(file, { force: true })
  }
})
