import { savesData } from '#lib/browser/connection.ts'
import { keep, match, PICTURES, SCRIPTS } from './kept.ts'
import { pictureOf, smallPicture } from './kinds.ts'

/** A script or sheet: named after its content, so that a copy is as good as the file. */
export async function answerScript(event: FetchEvent): Promise<Response> {
  const { request } = event
  const kept = await match(SCRIPTS, request.url)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) event.waitUntil(keep(SCRIPTS, request.url, response.clone()))
  return response
}

/** A picture, likewise; a small one where bytes are few, and one of another width where there is no network. */
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
/** What a script imports at once, not what it loads later. */
const IN_SCRIPT = /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g
const LATER = /\bimport\(\s*["'`]\.\/([\w.-]+\.js)["'`]/g
/** What all pages run; what this loads later comes with a press. */
const OF_ALL = /^page\./

const named = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name)

/** The scripts and sheets that a page names. */
export const filesOfPage = (html: string): string[] => named(html, IN_PAGE)

/**
 * Keeps scripts and sheets by their names, with what they import at once.
 * @param isWhole also what these load once they run: a screen that was never opened has had none of it
 */
export async function keepFiles(names: readonly string[], isWhole = false): Promise<void> {
  const known = new Set(names)
  // Grows while it is walked through.
  for (const name of known) {
    const text = await keepFile(name, isWhole)
    if (!name.endsWith('.js')) continue
    const later = isWhole && !OF_ALL.test(name) ? named(text, LATER) : []
    for (const next of [...named(text, IN_SCRIPT), ...later]) known.add(next)
  }
}

/** The text of a file; of one that was kept before only where more than its imports is wanted. */
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
