import type { APIRoute } from 'astro'
import { deskListTexts } from '#lib/texts/browser/desk.ts'
import { isShopPage, isSide, isUploadId } from '#lib/desk/uploads.ts'
import { framedNote } from '#lib/server/desk/framed-page.ts'

/**
 * GET: one side of the comparison, for a frame: a page as it is or as it would be, without scripts
 * and working links.
 */
export const GET: APIRoute = async ({ locals, params, rewrite, url }) => {
  const { desk, user } = locals
  const { id } = params
  const path = url.searchParams.get('path') ?? ''
  const side = url.searchParams.get('as')
  if (!desk || !user || !isUploadId(id) || !isShopPage(path) || !isSide(side)) {
    return rewrite('/404')
  }
  const upload = await desk.find(user, id)
  if (upload?.state !== 'checked') return rewrite('/404')
  const page = await desk.preview(user, upload, { path, side })
  const reason = 'refusal' in page ? page.refusal : deskListTexts.sideNone[side]
  const isThere = !('refusal' in page) && page.html !== '' && page.status !== 404
  const type = { 'content-type': 'text/html; charset=utf-8' }
  return new Response(isThere ? page.html : framedNote(deskListTexts.compare, reason), {
    headers: { ...type, 'cache-control': 'private, no-store' },
  })
}
