import type { AstroGlobal } from 'astro'
import { type FailedForm, NOT_FAILED } from '#islands/account/failed-form.ts'
import { NO_FORM, readFormCookie } from '#lib/server/http/form-cookie.ts'

/**
 * The values of this screen's form when it was refused, or values that the previous screen passed
 * on. Read once; the cookies have the screen rendered for this visitor.
 */
export function failedForm(
  astro: Pick<AstroGlobal, 'locals' | 'request' | 'response' | 'url'>,
): FailedForm {
  const { flash } = astro.locals
  const { pathname } = astro.url
  const cookies = astro.request.headers.get('cookie')
  const failed = readFormCookie(cookies, pathname)
  if (!failed) return NOT_FAILED
  astro.response.headers.append('set-cookie', NO_FORM)
  const { values, faulty } = failed
  const [field] = faulty
  return { values, fault: field && flash?.error ? { field, msg: flash.msg } : undefined }
}
