import { KEPT_AT, KEPT_TITLE, OFFLINE_PATH, OWN_MS } from '#lib/browser/cache-names.ts'
import { savesData } from '#lib/browser/connection.ts'
import { filesOfPage, keepFiles } from './files.ts'
import { drop, forgetOwn, isCertain, keep, match, openPages, OWN, PAGES, SHELL } from './kept.ts'
import { isPersonal, keyOf, kindOf } from './kinds.ts'

/** How long a page that is kept waits for a slow network. */
const SLOW_MS = 4000

const OFFLINE = new URL(OFFLINE_PATH, location.origin).href

/**
 * A page as the shop has it now; where the network does not answer, or not soon, as it was last seen; and
 * where it never was, one that says so.
 */
export async function answerPage(event: FetchEvent): Promise<Response> {
  const { request } = event
  const key = keyOf(request.url)
  const askedAt = Date.now()
  const fresh = ask(event)
  event.waitUntil(fresh.then((found) => take(key, found.clone(), askedAt)).catch(() => {}))
  const isThere = copyOf(key)
  const first = await Promise.race([
    fresh.catch(() => undefined),
    pause(SLOW_MS).then(() => isThere),
  ])
  const found = first ?? (await isThere) ?? (await fresh.catch(() => undefined))
  if (found) return found
  // A list that is swapped in place: the page itself goes on to the address (swap-listing.ts).
  return request.mode === 'navigate' ? offlinePage() : Response.error()
}

/** The page that says that there is no network; after a form that it was not sent. */
export async function offlinePage(isUnsent = false): Promise<Response> {
  const page = await match(SHELL, OFFLINE)
  if (!page) return Response.error()
  return isUnsent ? marked(page, 'data-unsent') : page
}

async function ask({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const preloaded: unknown = await preloadResponse
  return preloaded instanceof Response ? preloaded : fetch(request)
}

/** Keeps the page that says so: without it there is no worker. @throws when it does not come */
export async function keepOfflinePage(): Promise<void> {
  const response = await fetch(OFFLINE, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`${OFFLINE_PATH} answered ${response.status}`)
  const text = await response.text()
  await keep(SHELL, OFFLINE, copy(response, text))
  await keepFiles(filesOfPage(text))
}

/** Keeps the pages that were open before there was a worker. */
export async function keepOpenPages(): Promise<void> {
  for (const address of await openPages()) await keepPage(address)
}

/** Fetches and keeps a page that is not kept yet. @throws when the network does not answer */
export async function keepPage(address: string): Promise<void> {
  const key = keyOf(address)
  const isKept = (await match(PAGES, key)) ?? (await match(OWN, key))
  if (isKept || !['page', 'own'].includes(kindOf(new URL(address).pathname))) return
  const askedAt = Date.now()
  await take(key, await fetch(address, { priority: 'low' }), askedAt)
}

/** Keeps what may be kept of an answer, and forgets the copy of what is no more. */
async function take(key: string, response: Response, askedAt: number): Promise<void> {
  const { pathname } = new URL(key)
  const isPrivate = /no-store/.test(response.headers.get('cache-control') ?? '')
  if (response.status >= 500) return
  if (response.status !== 200 || response.redirected) {
    await Promise.all([drop(PAGES, key), drop(OWN, key)])
    // Where somebody's own page leads away, their session is over.
    if (response.type === 'opaqueredirect' && isPersonal(pathname)) await forgetOwn()
    return
  }
  const mayStay = () => !isPrivate || (kindOf(pathname) === 'own' && isCertain(askedAt))
  if (!mayStay()) return
  const text = await response.text()
  // A message is said once.
  if (/ class="flash\b/.test(text)) return
  // A copy that is found is whole; where its files do not come it can still be read.
  if (!savesData()) await keepFiles(filesOfPage(text), isPrivate).catch(() => {})
  if (!mayStay()) return
  await keep(isPrivate ? OWN : PAGES, key, copy(response, text))
  await drop(isPrivate ? PAGES : OWN, key)
  // The session may have ended while it was read and put away (A40).
  if (!mayStay()) await drop(OWN, key)
}

function copy(response: Response, text: string): Response {
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  headers.set(KEPT_AT, String(Date.now()))
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(text) ?? []
  headers.set(KEPT_TITLE, encodeURIComponent(title))
  return new Response(text, { headers })
}

/** A page as it was kept; it says itself that it is. */
async function copyOf(key: string): Promise<Response | undefined> {
  const own = await match(OWN, key)
  const isOld = Number(own?.headers.get(KEPT_AT)) < Date.now() - OWN_MS
  const kept = own && !isOld ? own : await match(PAGES, key)
  return kept && marked(kept, `data-kept="${Number(kept.headers.get(KEPT_AT))}"`)
}

/** What scripts ask for says so in a field of its own. */
async function marked(page: Response, mark: string): Promise<Response> {
  const isPage = page.headers.get('content-type')?.startsWith('text/html')
  const text = await page.text()
  const said = isPage
    ? text.replace('<body', `<body ${mark}`)
    : text.replace(/^{/, '{"isKept":true,')
  return new Response(said, { headers: page.headers })
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
