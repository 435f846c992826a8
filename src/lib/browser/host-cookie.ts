/** Cookies with this prefix can only be set by this very host over https. */
export const HOST = '__Host-'

/**
 * A cookie as it is to be set: with https under that prefix, so that a neighbouring subdomain
 * cannot plant it (H9).
 */
export function hostCookie(cookie: string, isHttps: boolean): string {
  if (!isHttps) return cookie
  const named = cookie.startsWith(HOST) ? cookie : HOST + cookie
  return /;\s*secure/i.test(named) ? named : `${named}; Secure`
}
