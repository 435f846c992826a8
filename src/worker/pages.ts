import { KEPT_AT, KEPT_TITLE, OFFLINE_PATH, OWN_MS } from '#lib/browser/cache-names.ts'
import { savesData } from '#lib/browser/connection.ts'
import { filesOfPage, keepFiles } from './files.ts'
import {
  changedAt,
  drop,
  forgetOwn,
  hrefOf,
  isCertain,
  keep,
  match,
  openPages,
  OWN,
  PAGES,
  SHELL,
} from './kept.ts'
import { isPersonal, keyOf, kindOf } from './kinds.ts'

/**
 * After this time in milliseconds, a stored copy is shown instead of waiting for a slow network.
 */
const SLOW_MS = 4000
/**
 * The same for a page of which a script wants a part: it takes no copy, but then goes to the address
 * (kit/fetch-page.ts), and asks once more.
 */
const PART_MS = 15_000

/** Leaves a message that waits for the next page to that page. */
const AHEAD = { priority: 'low', headers: { purpose: 'prefetch' } } as const

const OFFLINE = hrefOf(OFFLINE_PATH)

/**
 * Answers a page request: from the network; from the stored copy if the network fails or is slow;
 * else with the offline page.
 */
export async function answerPage(event: FetchEvent): Promise<Response> {
  const { request } = event
  const key = keyOf(request.url)
  const askedAt = Date.now()
  const fresh = ask(event)
  event.waitUntil(fresh.then((found) => take(key, found.clone(), askedAt)).catch(() => {}))
  const kept = copyOf(key).catch(() => undefined)
  const isPart = request.headers.get('accept') === 'text/html'
  const first = await Promise.race([
    fresh.catch(() => undefined),
    pause(isPart ? PART_MS : SLOW_MS).then(() => unlessChanged(key, kept)),
  ])
  const found = first ?? (await fresh.catch(() => undefined)) ?? (await kept)
  if (found) return found
  // An error, too, makes the page go to the address itself.
  return request.mode === 'navigate' ? offlinePage() : Response.error()
}

/**
 * The copy that may be shown although the shop may still answer: not one from before the last form
 * or, of cart, list and orders, the last change. The answer shows it, and its message only once.
 */
async function unlessChanged(
  key: string,
  kept: Promise<Response | undefined>,
): Promise<Response | undefined> {
  const found = await kept
  const ofAll = Math.max(await changedAt('all'), await changedAt('minute'))
  const ofOwn = isPersonal(new URL(key).pathname) ? await changedAt('own') : 0
  return Number(found?.headers.get(KEPT_AT)) > Math.max(ofAll, ofOwn) ? found : undefined
}

/** The page that says that there is no network; with `isUnsent`, that the form was not sent. */
export async function offlinePage(isUnsent = false): Promise<Response> {
  const page = await match(SHELL, OFFLINE)
  if (!page) return Response.error()
  return isUnsent ? marked(page, 'data-unsent') : page
}

async function ask({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const preloaded: unknown = await preloadResponse
  return preloaded instanceof Response ? preloaded : fetch(request)
}

/**
 * Stores the offline page, without which the worker is not installed.
 * @throws if it cannot be fetched
 */
export async function keepOfflinePage(): Promise<void> {
  const response = await fetch(OFFLINE, { ...AHEAD, cache: 'no-cache' })
  if (!response.ok) throw new Error(`${OFFLINE_PATH} answered ${response.status}`)
  const text = await response.text()
  await keep(SHELL, OFFLINE, copy(response, text, Date.now()))
  await keepFiles(filesOfPage(text))
}

/** Stores the pages that were open before the worker was. */
export async function keepOpenPages(): Promise<void> {
  for (const address of await openPages()) await keepPage(address)
}

/**
 * Fetches and stores a page unless it is stored already.
 * @throws if the network fails
 */
export async function keepPage(address: string): Promise<void> {
  const key = keyOf(address)
  const isKept = (await match(PAGES, key)) ?? (await match(OWN, key))
  if (isKept || !['page', 'own'].includes(kindOf(new URL(address).pathname))) return
  const askedAt = Date.now()
  await take(key, await fetch(address, AHEAD), askedAt)
}

/** Stores an answer if that is allowed, and deletes the copy of a page that no longer exists. */
async function take(key: string, response: Response, askedAt: number): Promise<void> {
  const { pathname } = new URL(key)
  const isPrivate = /no-store/.test(response.headers.get('cache-control') ?? '')
  if (response.status >= 500) return
  if (response.status !== 200 || response.redirected) {
    await Promise.all([drop(PAGES, key), drop(OWN, key)])
    // If a personal page redirects, the session is over.
    if (response.type === 'opaqueredirect' && isPersonal(pathname)) await forgetOwn()
    return
  }
  const mayStay = () => !isPrivate || (kindOf(pathname) === 'own' && isCertain(askedAt))
  if (!mayStay()) return
  const text = await response.text()
  // A page with a one-time message is not stored. With some, such as the thanks for an order, it
  // names the account, which the copy would sign in again (Document.astro, account-menu.ts).
  if (/ class="flash\b| data-signed-in\b/.test(text)) return
  // Store its files too; without them the copy can still be read.
  const isWhole = isPrivate || isPersonal(pathname)
  if (!savesData()) await keepFiles(filesOfPage(text), isWhole).catch(() => {})
  if (!mayStay()) return
  await keep(isPrivate ? OWN : PAGES, key, copy(response, text, askedAt))
  await drop(isPrivate ? PAGES : OWN, key)
  // The session may have ended while it was being read and stored (A40).
  if (!mayStay()) await drop(OWN, key)
}

function copy(response: Response, text: string, askedAt: number): Response {
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  headers.set(KEPT_AT, String(askedAt))
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(text) ?? []
  headers.set(KEPT_TITLE, encodeURIComponent(title))
  return new Response(text, { headers })
}

/** The stored copy of a page, marked as such. */
async function copyOf(key: string): Promise<Response | undefined> {
  const own = await match(OWN, key)
  const isOld = Number(own?.headers.get(KEPT_AT)) < Date.now() - OWN_MS
  const kept = own && !isOld ? own : await match(PAGES, key)
  return kept && marked(kept, `data-kept="${Number(kept.headers.get(KEPT_AT))}"`)
}

/** Marks a stored page on its `body`; stored JSON gets a field of its own. */
async function marked(page: Response, mark: string): Promise<Response> {
  const isPage = page.headers.get('content-type')?.startsWith('text/html')
  const text = await page.text()
  const said = isPage
    ? text.replace('<body', `<body ${mark}`)
    : text.replace(/^{/, '{"isKept":true,')
  return new Response(said, { headers: page.headers })
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
