import type { IncomingHttpHeaders } from 'node:http'

/**
 * Calls signed by the payment provider, one-click unsubscriptions by mail programs (RFC 8058), and other links that
 * the shop signed; cookies are irrelevant to them (H8).
 */
const IS_SIGNED =
  /^\/(api\/(webhooks\/|orders\/callback$)|newsletter\/(confirm|unsubscribe|alerts)$)/

/**
 * Whether an unsafe request did not come from our own pages (H8). Browsers state their origin; a request that
 * states none may not bring a cookie.
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
  // Forms on screens with a secret address send `Origin: null` (no-referrer, H4); Sec-Fetch-Site vouches for them.
  if (site === 'same-origin' && origin === 'null') return false
  if (origin !== undefined && !origins.has(origin)) return true
  return site === undefined && origin === undefined && headers.cookie !== undefined
}
