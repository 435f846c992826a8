import type { APIRoute } from 'astro'
import { deskListTexts } from '#lib/texts/browser/desk.ts'
import { isShopPage, isUploadId, uploadPath } from '#lib/desk/uploads.ts'
import { flashCookie } from '#lib/server/http/cookies.ts'

/** GET: a page as it would be with a list, only for the editor who uploaded it. */
export const GET: APIRoute = async ({ locals, params, rewrite, url }) => {
  const { desk, user } = locals
  const { id } = params
  const path = url.searchParams.get('path') ?? ''
  if (!desk || !user || !isUploadId(id) || !isShopPage(path)) return rewrite('/404')
  const upload = await desk.find(user, id)
  if (upload?.state !== 'checked') return rewrite('/404')
  const page = await desk.preview(user, upload, { path })
  if (!('refusal' in page) && page.html !== '') {
    const type = { 'content-type': 'text/html; charset=utf-8' }
    return new Response(page.html, { headers: { ...type, 'cache-control': 'private, no-store' } })
  }
  const msg = 'refusal' in page ? page.refusal : deskListTexts.previewNone
  const cookie = flashCookie({ msg, error: true })
  return new Response(null, {
    status: 303,
    headers: { location: uploadPath(id), 'set-cookie': cookie },
  })
}
