import { extname, join } from 'node:path'
import { FACETS } from '#lib/catalogue/facets.ts'
import { withStandIns } from '#lib/catalogue/picture.ts'

/** Names that a listing, a search or a product page knows in its query. */
const KNOWN_QUERIES = new Set<string>([
  ...FACETS,
  ...['minprice', 'maxprice', 'rating', 'location', 'view', 'page', 'sort', 'q'],
  ...['variant', 'reviews', 'tab', 'catname', 'category', 'subcatid', 'perpage'],
])

/**
 * The folders from which files are served, the published ones first, scripts of older builds last; and the
 * build's file that browsers get as their service worker.
 */
export type Folders = {
  site: string
  client: string
  uploads: string
  scripts?: string
  worker?: string
}

/** Where browsers look for the service worker: whoever has one asks for it anew at each visit. */
export const WORKER_PATH = '/sw.js'

/** Content types of what is served; a file of any other kind is not (A19, A38). */
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
}

/** Pictures lie in the folder itself: what is below it (originals) is never served. */
const UPLOAD = /^\/uploads\/[\w-]+\.(avif|webp|jpg|png)$/

export function contentType(file: string): string {
  return TYPES[extname(file)] ?? 'application/octet-stream'
}

/** The files that may answer a path, best first; none for what is never a file. */
export function filesOf(folders: Folders, path: string): string[] {
  if (path.startsWith('/uploads/')) {
    const names = UPLOAD.test(path) ? withStandIns(path.slice('/uploads/'.length)) : []
    return names.map((name) => join(folders.uploads, name))
  }
  if (/[^\w/.~+-]|\/\./.test(path)) return []
  if (path === WORKER_PATH) return [join(folders.client, folders.worker ?? 'sw.js')]
  const extension = extname(path)
  if (extension === '') {
    return [join(folders.site, path === '/' ? 'index.html' : `${path}.html`)]
  }
  if (!(extension in TYPES) || extension === '.html') return []
  const older = /^\/static\/js\/([\w.-]+)$/.exec(path)?.[1]
  const kept = older && folders.scripts ? [join(folders.scripts, older)] : []
  return [join(folders.site, path), join(folders.client, path), ...kept]
}

/** Whether a file is sent in the place of a picture that is not made yet. */
export const isStandIn = (file: string, path: string): boolean =>
  path.startsWith('/uploads/') && extname(file) !== extname(path)

/** Whether a query changes what the page shows, so that it is rendered and not sent from its file. */
export function isOwnPage(query: URLSearchParams): boolean {
  return query.keys().some((name) => KNOWN_QUERIES.has(name))
}

/** Addresses that are written small; a page of the shop's own words has one segment. */
const CATALOGUE = /^\/(product|category|subcat|brand|blog)(\/|$)|^\/[a-z\d-]+$/i

/**
 * The one spelling of a page's address: the way there is a single redirect.
 * @returns undefined when the address is spelled right
 */
export function oneSpelling(rawPath: string, path: string, query: string): string | undefined {
  let wanted = path.replace(/\/index(\.html)?$/, '/').replace(/\.html$/, '')
  if (wanted.length > 1) wanted = wanted.replace(/\/$/, '')
  if (CATALOGUE.test(wanted)) wanted = wanted.toLowerCase()
  wanted = wanted.replace(/^(\/(?:category|subcat|brand)\/[^/]+|\/offers)\/page\/1$/, '$1')
  const parameters = new URLSearchParams(query)
  const page = pageAlone(wanted, parameters)
  if (page !== undefined) {
    parameters.delete('page')
    if (page !== '1') wanted += `/page/${page}`
  }
  const isPlain = /^[\w/.~-]*$/.test(wanted)
  const isSpelled = wanted === path && page === undefined && (!isPlain || rawPath === wanted)
  if (isSpelled) return undefined
  const rest = page === undefined ? query : parameters.toString()
  return encodeURI(wanted) + (rest && `?${rest}`)
}

/** The number of a plain listing's page that stands in the query: it has a file of its own. */
function pageAlone(path: string, query: URLSearchParams): string | undefined {
  const page = query.get('page')
  if (page === null || !/^\/((category|subcat|brand)\/[^/]+|offers)$/.test(path)) return undefined
  if (query.getAll('page').length > 1 || !/^[1-9]\d{0,5}$/.test(page)) return undefined
  const others = [...query].filter(([name, value]) => KNOWN_QUERIES.has(name) && value !== '')
  return others.length === 1 ? page : undefined
}
