import type { AstroGlobal } from 'astro'
import { productPath } from '#lib/catalogue/variant.ts'
import { NO_FORM, readFormCookie } from '#lib/server/http/form-cookie.ts'

/**
 * The values of a review form that was refused, read once; the message cookie has the page rendered
 * for this visitor.
 */
export function takeRefusedReview(page: AstroGlobal) {
  if (!page.locals.flash?.error) return undefined
  const { params, request, response } = page
  const path = productPath(params['id'] ?? '')
  const failed = readFormCookie(request.headers.get('cookie'), path)
  if (!failed) return undefined
  response.headers.append('set-cookie', NO_FORM)
  const { review = '', customerrating = '1' } = failed.values
  return { review, customerrating }
}
