// What the service worker keeps of the shop in a browser, and what pages may know of it.

/** Begins the name of each of its caches. */
export const CACHE_PREFIX = 'kirana-'

/** Begins the name of the cache of pages that are the same for everybody. */
export const PAGES_CACHE = `${CACHE_PREFIX}pages-`

/** Begins the name of the cache of what may be somebody's own. */
export const OWN_CACHE = `${CACHE_PREFIX}own-`

/** A session may have ended elsewhere: what is somebody's own is not shown for longer. */
export const OWN_MS = 7 * 86_400_000

/** On a copy: when it was kept, in epoch milliseconds, and its title, as an address spells it. */
export const KEPT_AT = 'x-kept-at'
export const KEPT_TITLE = 'x-kept-title'

/** The page that says that there is no network. */
export const OFFLINE_PATH = '/offline'
