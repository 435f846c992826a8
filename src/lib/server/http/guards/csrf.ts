import type { IncomingHttpHeaders } from 'node:http'

/**
 * Signed calls of the payment provider, and of mail programs whose reader leaves the newsletter (RFC 8058); no cookie
 * counts in them (H8).
 */
const IS_SIGNED = /^\/(api\/(webhooks\/|orders\/callback$)|newsletter\/unsubscribe$)/

/**
 * Whether an unsafe request may come from elsewhere than our own pages (H8): a browser
 * says where it comes from, and whoever says nothing may not bring a cookie.
 */
export function isForged(
  path: string,
  headers: IncomingHttpHeaders,
  origins: ReadonlySet<string>,
): boolean {
  if (IS_SIGNED.test(path)) return false
  const site = headers['sec-fetch-site']
  const { origin } = headers
  if (site !== undefined && site !== 'same-origin') return true
  // A form of a screen whose address stays secret says null (no-referrer, H4); the browser vouches.
  if (site === 'same-origin' && origin === 'null') return false
  if (origin !== undefined && !origins.has(origin)) return true
  return site === undefined && origin === undefined && headers.cookie !== undefined
}
