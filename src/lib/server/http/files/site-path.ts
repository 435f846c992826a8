import { extname, join } from 'node:path'
import { FACETS } from '#lib/catalogue/facets.ts'
import { withStandIns } from '#lib/catalogue/picture.ts'
import { WORKER_PATH } from '#lib/server/build/worker-file.ts'

/** Query names that a listing, a search or a product page understands. */
const KNOWN_QUERIES = new Set<string>([
  ...FACETS,
  ...['minprice', 'maxprice', 'rating', 'location', 'view', 'page', 'sort', 'q'],
  ...['variant', 'reviews', 'tab', 'catname', 'category', 'subcatid', 'perpage'],
])

/**
 * The folders that files are served from: published pages come first, scripts of older builds last. `worker`
 * is the build's file that is served as the service worker.
 */
export type Folders = {
  site: string
  client: string
  uploads: string
  scripts?: string
  worker?: string
}

/** Content types of what is served; files of any other kind are not (A19, A38). */
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

/** Pictures directly in the folder: subfolders (with originals) are never served. */
const UPLOAD = /^\/uploads\/[\w-]+\.(avif|webp|jpg|png)$/

/** The Content-Type of a file, by its extension. */
export function contentType(file: string): string {
  return TYPES[extname(file)] ?? 'application/octet-stream'
}

/** The files that may answer a path, best first; empty if the path can never be a file. */
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

/** Whether a file is a substitute for a picture that has not been made yet. */
export const isStandIn = (file: string, path: string): boolean =>
  path.startsWith('/uploads/') && extname(file) !== extname(path)

/** Whether a query changes what the page shows, so that it must be rendered instead of sent from its file. */
export function isOwnPage(query: URLSearchParams): boolean {
  return query.keys().some((name) => KNOWN_QUERIES.has(name))
}

/** Addresses that are lower-cased; a page of the shop's own texts has a single segment. */
const CATALOGUE = /^\/(product|category|subcat|brand|blog)(\/|$)|^\/[a-z\d-]+$/i

/**
 * The canonical spelling of a page's address, reached by a single redirect.
 * @returns undefined if the address is spelled that way already
 */
export function canonicalUrl(rawPath: string, path: string, query: string): string | undefined {
  let wanted = path.replace(/^\/index(\.html)?$/, '/').replace(/\.html$/, '')
  if (wanted.length > 1) wanted = wanted.replace(/\/$/, '')
  if (CATALOGUE.test(wanted)) wanted = wanted.toLowerCase()
  wanted = wanted.replace(/^(\/(?:category|subcat|brand)\/[^/]+|\/offers)\/page\/1$/, '$1')
  const parameters = new URLSearchParams(query)
  const page = pageNumberOf(wanted, parameters)
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

/** The path of a later page of a list; undefined for other addresses. */
export function laterPageOf(address: string): string | undefined {
  const [path = ''] = address.split('?')
  return /\/page\/\d+$/.test(path) ? decodeURI(path) : undefined
}

/** The page number in the query of an otherwise unfiltered listing: that page has a file of its own. */
function pageNumberOf(path: string, query: URLSearchParams): string | undefined {
  const page = query.get('page')
  if (page === null || !/^\/((category|subcat|brand)\/[^/]+|offers)$/.test(path)) return undefined
  if (query.getAll('page').length > 1 || !/^[1-9]\d{0,5}$/.test(page)) return undefined
  const others = [...query].filter(([name, value]) => KNOWN_QUERIES.has(name) && value !== '')
  return others.length === 1 ? page : undefined
}
