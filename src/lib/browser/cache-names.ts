// Names shared by the service worker and pages.

/** Prefix of all cache names. */
export const CACHE_PREFIX = 'kirana-'

/** Prefix of the cache for pages that are the same for everybody. */
export const PAGES_CACHE = `${CACHE_PREFIX}pages-`

/** Prefix of the cache for pages that may be a shopper's own. */
export const OWN_CACHE = `${CACHE_PREFIX}own-`

/**
 * How long a shopper's own pages may be shown offline, in milliseconds: the session may have ended
 * elsewhere.
 */
export const OWN_MS = 7 * 86_400_000

/**
 * Headers of a stored copy: when it was requested, in epoch milliseconds, and its title, URI-encoded.
 */
export const KEPT_AT = 'x-kept-at'
export const KEPT_TITLE = 'x-kept-title'

/** The page that says that there is no network. */
export const OFFLINE_PATH = '/offline'
