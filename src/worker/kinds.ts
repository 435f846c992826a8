/**
 * What an address means to the worker: a page anybody may see, one that may be a shopper's own, a
 * script or sheet, a picture of the catalogue, or none of its business.
 */
export type Kind = 'page' | 'own' | 'script' | 'picture' | 'none'

/** Screens of accounts, sign-in and payment: never stored. */
const NEVER =
  /^\/(api|desk|checkout|signin|signup|verifyotp|forgot|reset|google|myaccount|track|location|healthz|readyz)(\/|$)|\/invoice$/

/**
 * Pages that may be stored although the server marks them as private, until somebody else signs in.
 */
const OWN =
  /^\/(|cart|mylist|orders(\/[^/]+)?|search|quick\/[^/]+|(category|subcat|brand|product)\/.+|offers(\/.+)?)$/

const SCRIPT = /^\/static\/js\/[\w.-]+\.(js|css)$/
const PICTURE = /^(\/uploads\/[0-9a-f]{16}-)(\d+)(\.(avif|webp))$/

/** Pictures at least this wide also exist in this width (lib/catalogue/picture.ts). */
const SMALL_PX = 320

/** Tells which kind a path is. */
export function kindOf(path: string): Kind {
  if (SCRIPT.test(path)) return 'script'
  if (PICTURE.test(path)) return 'picture'
  if (NEVER.test(path) || /\.\w+$/.test(path) || path.startsWith('/uploads/')) return 'none'
  return OWN.test(path) ? 'own' : 'page'
}

/** Pages that only a signed-in shopper has: if one redirects, the session is over. */
export const isPersonal = (path: string): boolean => /^\/(cart|mylist|orders)(\/|$)/.test(path)

/**
 * Whether a request begins or ends a session, so that later answers may belong to somebody else.
 */
export function endsSession(method: string, path: string): boolean {
  return method !== 'GET' && path.startsWith('/api/user/')
}

/**
 * Whether the offline page may stand in for a form's answer; payment and desk forms are left to the
 * browser.
 */
export function isPlainForm(path: string): boolean {
  return !/^\/(api\/(desk|checkout|orders|demo|user\/uploadfiles)|desk|checkout)(\/|$)/.test(path)
}

/** The address under which a page is stored: without its hash and tracking parameters. */
export function keyOf(address: string): string {
  const url = new URL(address)
  url.hash = ''
  for (const name of [...url.searchParams.keys()]) {
    if (/^(utm_\w+|gclid|fbclid)$/.test(name)) url.searchParams.delete(name)
  }
  return url.href
}

/** The address of a picture in a small width. */
export function smallPicture(address: string): string {
  const url = new URL(address)
  url.pathname = url.pathname.replace(PICTURE, (all, start: string, width: string, end: string) =>
    Number(width) > SMALL_PX ? `${start}${SMALL_PX}${end}` : all,
  )
  return url.href
}

/** Identifies a picture regardless of width and format. */
export function pictureOf(address: string): string {
  return new URL(address).pathname.replace(/-\d+\.\w+$/, '')
}
