import type { AstroGlobal } from 'astro'
import { noFormCookie, readFormCookie } from '#lib/server/http/form-cookie.ts'

/** A form that came back refused: what was typed, and what is wrong beside which field. */
export type Failed = {
  values: Record<string, string>
  /** What is wrong with a field, if that is known. */
  faultOf: (field: string) => string | undefined
  /** Whether the message stands beside a field; then it need not be said twice. */
  isBeside: boolean
}

/** The refused form of this screen; its cookies, read once, have the screen rendered for this visitor. */
export function failedForm(astro: Pick<AstroGlobal, 'locals' | 'request' | 'response' | 'url'>) {
  const { flash } = astro.locals
  const failed = flash?.error ? readFormCookie(astro.request.headers.get('cookie')) : undefined
  if (failed) astro.response.headers.append('set-cookie', noFormCookie(astro.url.pathname))
  const { values = {}, faulty = [] } = failed ?? {}
  const faultOf = (field: string) => (faulty[0] === field ? flash?.msg : undefined)
  return { values, faultOf, isBeside: faulty.length > 0 } satisfies Failed
}
