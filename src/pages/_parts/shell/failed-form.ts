import type { AstroGlobal } from 'astro'
import { type FailedForm, NOT_FAILED } from '#islands/account/failed-form.ts'
import { NO_FORM, readFormCookie } from '#lib/server/http/form-cookie.ts'

/**
 * The form of this screen as it was sent, or what the screen before left for it. Its cookies, read once,
 * have the screen rendered for this visitor.
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
