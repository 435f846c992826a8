import { savesData } from '#lib/browser/connection.ts'
import { pause } from '#lib/pause.ts'
import { keep, match, PICTURES, SCRIPTS } from './kept.ts'
import { pictureOf, smallPicture } from './kinds.ts'

/** Wait before a script that was lost is asked for again. */
const RETRY_MS = 1000

/**
 * Answers a request for a script or sheet. These are named after their content, so a copy never
 * goes stale.
 */
export async function answerScript(event: FetchEvent): Promise<Response> {
  const { request } = event
  const kept = await match(SCRIPTS, request.url)
  if (kept) return kept
  // A lost script is asked for again here: to a page, many browsers answer a second import without asking anybody.
  const again = () => pause(RETRY_MS).then(() => fetch(request))
  const response = await fetch(request).catch((error: unknown) => {
    if (navigator.onLine) return again()
    throw error
  })
  if (response.ok) event.waitUntil(keep(SCRIPTS, request.url, response.clone()))
  return response
}

/**
 * Answers a request for a picture: from the cache if possible, in a small width if data is to be
 * saved, and offline in any width that is stored.
 */
export async function answerPicture(event: FetchEvent): Promise<Response> {
  const { url } = event.request
  const kept = await match(PICTURES, url)
  if (kept) return kept
  const address = savesData() ? smallPicture(url) : url
  const small = address === url ? undefined : await match(PICTURES, address)
  if (small) return small
  try {
    const response = await fetch(address === url ? event.request : address)
    if (response.ok) event.waitUntil(keep(PICTURES, address, response.clone()))
    return response.ok || address === url ? response : await fetch(event.request)
  } catch (error) {
    const other = await otherWidth(url)
    if (other) return other
    throw error
  }
}

async function otherWidth(address: string): Promise<Response | undefined> {
  const cache = await caches.open(PICTURES.name)
  const keys = await cache.keys()
  const other = keys.find(({ url }) => pictureOf(url) === pictureOf(address))
  return other && cache.match(other)
}

const IN_PAGE = /\/static\/js\/([\w.-]+\.(?:js|css))/g
/** Static imports of a script. */
const IN_SCRIPT = /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g
const LATER = /\bimport\(\s*["'`]\.\/([\w.-]+\.js)["'`]/g
/**
 * The script of all pages: its dynamic imports are loaded after a press only, so they are not
 * stored ahead.
 */
const OF_ALL = /^page\./

const named = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name)

/** Names of the scripts and sheets that a page refers to. */
export const filesOfPage = (html: string): string[] => named(html, IN_PAGE)

/**
 * Stores scripts and sheets by name, with their static imports.
 * @param isWhole also with their dynamic imports, for a screen that was never opened
 */
export async function keepFiles(names: readonly string[], isWhole = false): Promise<void> {
  const known = new Set(names)
  // The set grows during the loop, which also visits what is added.
  for (const name of known) {
    const text = await keepFile(name, isWhole)
    if (!name.endsWith('.js')) continue
    const later = isWhole && !OF_ALL.test(name) ? named(text, LATER) : []
    for (const next of [...named(text, IN_SCRIPT), ...later]) known.add(next)
  }
}

/**
 * Stores a file.
 * @returns its text; empty if it was stored before and only static imports are wanted
 */
async function keepFile(name: string, isWhole: boolean): Promise<string> {
  const { href } = new URL(`/static/js/${name}`, location.origin)
  const kept = await match(SCRIPTS, href)
  if (kept) return isWhole ? kept.text() : ''
  const response = await fetch(href, { priority: 'low' })
  if (!response.ok) return ''
  const copy = response.clone()
  await keep(SCRIPTS, href, copy)
  return response.text()
}
