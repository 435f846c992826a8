/**
 * What an address is to the worker: a page anybody may see, one that may be somebody's own, a script or
 * sheet, a picture of the catalogue, or nothing that it touches.
 */
export type Kind = 'page' | 'own' | 'script' | 'picture' | 'none'

/** Screens of accounts and of money, and what is signed in to: of these no copy is kept. */
const NEVER =
  /^\/(api|desk|checkout|signin|signup|verifyotp|forgot|reset|google|myaccount|track|location|healthz|readyz)(\/|$)|\/invoice$/

/** What may be kept although the server calls it personal, as long as nobody else signs in. */
const OWN =
  /^\/(|cart|mylist|orders(\/[^/]+)?|search|quick\/[^/]+|(category|subcat|brand|product)\/.+|offers(\/.+)?)$/

const SCRIPT = /^\/static\/js\/[\w.-]+\.(js|css)$/
const PICTURE = /^(\/uploads\/[0-9a-f]{16}-)(\d+)(\.(avif|webp))$/

/** From this width on a picture also lies there in this one (lib/catalogue/picture.ts). */
const SMALL_PX = 320

export function kindOf(path: string): Kind {
  if (SCRIPT.test(path)) return 'script'
  if (PICTURE.test(path)) return 'picture'
  if (NEVER.test(path) || /\.\w+$/.test(path) || path.startsWith('/uploads/')) return 'none'
  return OWN.test(path) ? 'own' : 'page'
}

/** What is nobody's but the shopper's: where it leads away, the session is over. */
export const isPersonal = (path: string): boolean => /^\/(cart|mylist|orders)(\/|$)/.test(path)

/** Whether an answer to it may go to somebody else than the last one: a session begins or ends. */
export function endsSession(method: string, path: string): boolean {
  return method !== 'GET' && path.startsWith('/api/user/')
}

/** Forms whose answer a page may stand in for; those of money and of the desk are the browser's own. */
export function isPlainForm(path: string): boolean {
  return !/^\/(api\/(desk|checkout|orders|demo|user\/uploadfiles)|desk|checkout)(\/|$)/.test(path)
}

/** The address under which a page is kept: without what only counts where somebody came from. */
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

/** Names the picture itself, in whichever width and form. */
export function pictureOf(address: string): string {
  return new URL(address).pathname.replace(/-\d+\.\w+$/, '')
}
