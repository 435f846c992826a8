import { CACHE_PREFIX, OWN_CACHE, PAGES_CACHE } from '#lib/browser/cache-names.ts'
import { build, scope } from './scope.ts'

/** A cache and its maximum number of entries; the oldest are removed first. */
export type Store = { name: string; most: number }

// Most caches belong to one build, so that old and new parts are never mixed.
export const PAGES: Store = { name: `${PAGES_CACHE}${build}`, most: 60 }
/** The offline page, the list of pages seen before a deploy, and the times of the last changes. */
export const SHELL: Store = { name: `${CACHE_PREFIX}shell-${build}`, most: 5 }
/** Pages of one shopper, deleted as soon as a session begins or ends. */
export const OWN: Store = { name: `${OWN_CACHE}${build}`, most: 40 }
export const SCRIPTS: Store = { name: `${CACHE_PREFIX}scripts-${build}`, most: 200 }
/** Named after their content, so all builds share them. */
export const PICTURES: Store = { name: `${CACHE_PREFIX}pictures`, most: 150 }

/** The whole address of a path of this shop. */
export const hrefOf = (path: string): string => new URL(path, location.origin).href

/** Finds the stored answer for an address; none if the browser's storage is damaged. */
export const match = (store: Store, address: string): Promise<Response | undefined> =>
  caches.match(address, { cacheName: store.name }).catch(() => undefined)

/**
 * Stores an answer as the newest one, in place of an older one. If there is no room for it, all
 * pictures are deleted first.
 * @returns whether it is stored
 */
export async function keep(store: Store, address: string, response: Response): Promise<boolean> {
  const again = response.clone()
  try {
    await put(store, address, response).catch(async (error: unknown) => {
      // Any other fault is one of the answer, e.g. that it broke off.
      if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error
      await caches.delete(PICTURES.name)
      await put(store, address, again)
    })
    return true
  } catch (error) {
    console.warn('This could not be kept:', error)
    return false
  }
}

async function put(store: Store, address: string, response: Response): Promise<void> {
  const cache = await caches.open(store.name)
  await cache.put(address, response)
  const keys = await cache.keys()
  await Promise.all(
    keys.slice(0, Math.max(0, keys.length - store.most)).map((key) => cache.delete(key)),
  )
}

/** Deletes the stored answer for an address. */
export async function drop(store: Store, address: string): Promise<void> {
  const cache = await caches.open(store.name)
  await cache.delete(address)
}

/**
 * How long after a sign-in or sign-out an answer may still belong to the session before, in
 * milliseconds.
 */
const QUIET_MS = 5000
let forgottenAt = -Infinity

/** Deletes all pages that may be somebody's own. */
export async function forgetOwn(): Promise<void> {
  forgottenAt = Date.now()
  await caches.delete(OWN.name)
}

/** Whether an answer requested at this time certainly belongs to the current session. */
export const isCertain = (askedAt: number): boolean => askedAt > forgottenAt + QUIET_MS

/**
 * Cache keys of the times of the last changes, by the pages that show them: those of one shopper;
 * any, as with the message after a form; or any for a minute, which is as long as a message waits
 * that a page without a form may have left. They are never requested from the server.
 */
const CHANGED = {
  own: hrefOf('/changed-own'),
  all: hrefOf('/changed-all'),
  minute: hrefOf('/changed-minute'),
}
type Reach = keyof typeof CHANGED
const MINUTE_MS = 60_000

/**
 * Notes that the shopper is changing something. The note is in a cache, as browsers stop an idle
 * worker. Copies that it would be missing for are deleted.
 */
export async function noteChange(reach: Reach): Promise<void> {
  const isNoted = await keep(SHELL, CHANGED[reach], new Response(String(Date.now())))
  if (!isNoted) await dropCopies()
}

const dropCopies = () => Promise.all([OWN, PAGES].map(({ name }) => caches.delete(name)))

/**
 * When the shopper last changed something of such a reach, in epoch milliseconds; 0 if never. If the
 * clock was ahead then, no copy would ever be newer: all copies go instead.
 */
export async function changedAt(reach: Reach): Promise<number> {
  const note = await match(SHELL, CHANGED[reach])
  const at = Number((await note?.text().catch(() => '')) ?? 0)
  const age = Date.now() - at
  if (age < -MINUTE_MS) {
    await dropCopies()
    await drop(SHELL, CHANGED[reach])
    // Newer than the copy that whoever asks may have read already.
    return Infinity
  }
  return reach === 'minute' && age > MINUTE_MS ? 0 : at
}

/** Deletes the caches of other builds. */
export async function dropOthers(): Promise<void> {
  const ours = [PAGES, SHELL, OWN, SCRIPTS, PICTURES].map(({ name }) => name)
  const names = await caches.keys()
  const others = names.filter((name) => name.startsWith(CACHE_PREFIX) && !ours.includes(name))
  await Promise.all(others.map((name) => caches.delete(name)))
}

/** Addresses of the shop's pages that are open in this browser. */
export async function openPages(): Promise<string[]> {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return windows.map(({ url }) => url)
}
