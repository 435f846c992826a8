/** Of a cookie with this prefix a browser knows that this very host set it, over https. */
export const HOST = '__Host-'

/**
 * A cookie of ours as it is set: behind https none is left that a neighbouring site could have planted (H9).
 */
export function hostCookie(cookie: string, isHttps: boolean): string {
  if (!isHttps) return cookie
  const named = cookie.startsWith(HOST) ? cookie : HOST + cookie
  return /;\s*secure/i.test(named) ? named : `${named}; Secure`
}
