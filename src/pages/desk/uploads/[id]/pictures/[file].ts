import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { APIRoute } from 'astro'
import { withStandIns } from '#lib/catalogue/picture.ts'
import { isUploadId } from '#lib/desk/uploads.ts'

const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
}

/**
 * GET: a picture that came with a list and is not in the shop yet, for previews; otherwise
 * redirects to the shop's.
 */
export const GET: APIRoute = async ({ locals, params, redirect, rewrite }) => {
  const { desk, user } = locals
  const { id, file = '' } = params
  const [, ending = ''] = /^[0-9a-f]{16}-(?:\d{1,4}|og)\.(avif|webp|jpg)$/.exec(file) ?? []
  if (!desk || !user || !isUploadId(id) || !ending) return rewrite('/404')
  if (!(await desk.find(user, id))) return rewrite('/404')
  for (const name of withStandIns(file)) {
    const bytes = await readFile(desk.pictureFile(id, name)).catch(() => undefined)
    const type = TYPES[extname(name)] ?? ''
    if (bytes) return new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
  }
  return redirect(`/uploads/${file}`)
}
