import { CACHE_PREFIX } from '#lib/browser/cache-names.ts'
import { savesData } from '#lib/browser/connection.ts'
import { drop, hrefOf, keep, match, OWN, PAGES, SHELL } from './kept.ts'
import { keepPage } from './pages.ts'

/** How many of the last pages of each cache are fetched again after a deploy. */
const MAX_AGAIN = 12
/** Wait in milliseconds, so that the page being opened and its files come first. */
const CALM_MS = 3000
const PERSONAL = ['/cart', '/mylist', '/orders']
const MAX_ORDERS = 3

/** Cache key of the list of pages to fetch again; it is never requested from the server. */
const SEEN = hrefOf('/seen-before')

/** Notes which pages older builds had stored, before those caches are deleted. */
export async function noteSeen(): Promise<void> {
  const names = await caches.keys()
  const older = names.filter(
    (name) =>
      name.startsWith(CACHE_PREFIX) &&
      /-(pages|own)-/.test(name) &&
      ![PAGES.name, OWN.name].includes(name),
  )
  const seen = await Promise.all(
    older.map(async (name) => (await (await caches.open(name)).keys()).slice(-MAX_AGAIN)),
  )
  const list = seen.flat().map(({ url }) => url)
  if (list.length > 0) await keep(SHELL, SEEN, new Response(list.join('\n')))
}

let isBusy = false

/**
 * Fetches the pages again that were seen before a deploy, one at a time after a pause, since old
 * copies are never shown.
 */
export async function fetchSeen(): Promise<void> {
  if (isBusy || savesData()) return
  isBusy = true
  try {
    const list = await match(SHELL, SEEN)
    if (!list) return
    await new Promise((resolve) => setTimeout(resolve, CALM_MS))
    for (const address of (await list.text()).split('\n')) await keepPage(address)
    await drop(SHELL, SEEN)
  } finally {
    isBusy = false
  }
}

/**
 * Stores cart, wishlist and last orders of the signed-in shopper, even if they were never opened.
 */
export async function keepPersonal(): Promise<void> {
  if (savesData()) return
  for (const path of PERSONAL) await keepPage(hrefOf(path))
  const text = (await (await match(OWN, hrefOf('/orders')))?.text()) ?? ''
  const orders = [...text.matchAll(/href="(\/orders\/[\w-]+)"/g)].map(([, path = '']) => path)
  for (const path of [...new Set(orders)].slice(0, MAX_ORDERS)) await keepPage(hrefOf(path))
}
