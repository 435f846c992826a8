import { type GatewayHosts, isGatewayPage } from './guards/gateway-hosts.ts'
import { isPrivate } from './guards/private-paths.ts'
import { isSecret } from './guards/secret-paths.ts'
import { isShopperPicture } from '#lib/server/shopper-picture.ts'

/** Header names and values alternating, as `res.writeHead` takes them without copying. */
export type HeaderList = string[]

/** What the headers of all answers depend on. */
export type HeaderOrigin = {
  publicUrl: URL
  gateway?: GatewayHosts | undefined
  isTrial?: boolean | undefined
}

const PERMISSIONS = 'microphone=(), geolocation=(self), usb=()'

/** Screens that scan barcodes. */
const CAMERA_SCREENS = new Set(['/desk/stock'])

/** Allows nothing to run or load: for every answer that is not a page (H1). */
export const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"

/** For a picture opened as a document of its own (A13). */
export const UPLOAD_POLICY = `${NO_PAGE_POLICY}; sandbox`

/** The service worker loads no scripts and connects only to the shop; its notices show the shop's icon. */
export const WORKER_POLICY = `${NO_PAGE_POLICY}; connect-src 'self'; img-src 'self'`

/** Screens that open a popup of another origin and talk to it (H4). */
const POPUP_SCREENS = new Set(['/signin', '/signup', '/checkout'])

type Kind = {
  path: string
  policy: string
  /** Catalogue pictures, sitemap and feed may be embedded and fetched by others (H4). */
  isForOtherOrigins?: boolean
}

/** The security headers, which every answer has (H1 to H4, A16). */
export function securityHeaders(origin: HeaderOrigin, kind: Kind): HeaderList {
  const list = [
    ...['Content-Security-Policy', kind.policy],
    ...['X-Content-Type-Options', 'nosniff'],
    ...['Referrer-Policy', referrerPolicy(kind.path)],
    ...['Permissions-Policy', permissions(origin.gateway, kind.path)],
    ...['Cross-Origin-Opener-Policy', openerPolicy(kind.path)],
    ...['Cross-Origin-Resource-Policy', kind.isForOtherOrigins ? 'cross-origin' : 'same-origin'],
    ...['Origin-Agent-Cluster', '?1'],
  ]
  if (origin.publicUrl.protocol === 'https:') {
    list.push('Strict-Transport-Security', 'max-age=63072000; includeSubDomains')
  }
  if (isPrivate(kind.path) || origin.isTrial) list.push('X-Robots-Tag', 'noindex')
  return list
}

/** Catalogue pictures, sitemaps and feeds, which other origins may read; shoppers' own pictures are not. */
export function isForOtherOrigins(path: string): boolean {
  const isPicture =
    path.startsWith('/uploads/') && !isShopperPicture(path.slice('/uploads/'.length))
  return isPicture || /^\/(sitemap[\w-]*|feed|blog\/rss)\.xml$/.test(path)
}

/** The Payment Request API is for us and, on the checkout, for the provider's frame (H4). */
function permissions(gateway: GatewayHosts | undefined, path: string): string {
  const hosts = gateway && isGatewayPage(path) ? gateway.frame : []
  const camera = CAMERA_SCREENS.has(path) ? 'self' : ''
  return `camera=(${camera}), ${PERMISSIONS}, payment=(${['self', ...hosts.map((host) => `"${host}"`)].join(' ')})`
}

const referrerPolicy = (path: string) =>
  isSecret(path) ? 'no-referrer' : 'strict-origin-when-cross-origin'

const openerPolicy = (path: string) =>
  POPUP_SCREENS.has(path) ? 'same-origin-allow-popups' : 'same-origin'

/** For pages, published or rendered: caches may keep them but must check each time (H12). */
export const REVALIDATE = 'public, max-age=0, must-revalidate'
/** For pages that are the same for a whole country: browsers revalidate them, shared caches keep nothing. */
export const REVALIDATE_OWN = 'private, max-age=0, must-revalidate'
export const FOREVER = 'public, max-age=31536000, immutable'
export const NO_CACHE = 'no-cache'
export const ONE_DAY = 'public, max-age=86400'
export const PERSONAL = 'private, no-store'
