/** Longest address that is kept for after sign-in. */
const MAX_LENGTH = 1000
/** Only there to read a path by; nothing is ever asked of it. */
const ANY_ORIGIN = 'http://shop.invalid'
/** Screens that lead on themselves, and calls, which show nothing. */
const NO_GOAL = /^\/(signin|signup|verifyotp|forgot|reset|google|api)(\/|$)/

/**
 * Where sign-in leads to: a page of this shop, whatever an address or a form says (A02).
 * Only a path that every browser reads as one is taken: no `//`, backslash, control character,
 * escaped slash or dot segment, from which some make the name of another site.
 */
export function safeNext(wanted: string | null | undefined, fallback = '/'): string {
  if (!wanted || wanted.length > MAX_LENGTH || !wanted.startsWith('/')) return fallback
  if (/[\\\p{Cc}\p{Cf}\p{Z}]/u.test(wanted)) return fallback
  const [path = ''] = wanted.split(/[?#]/)
  if (/\/\/|%(2f|5c|2e|25|[01][\da-f]|7f)|\/\.{1,2}(\/|$)/i.test(path) || NO_GOAL.test(path)) {
    return fallback
  }
  const url = parse(wanted)
  return url && url.origin === ANY_ORIGIN ? url.pathname + url.search + url.hash : fallback
}

/** The sign-in screen that leads back to a page. */
export const signInPath = (next: string): string => `/signin${nextQuery(next)}`

/** The screen of the mailed code, likewise. */
export const codePath = (next: string): string => `/verifyotp${nextQuery(next)}`

/** Sign up, a forgotten password, and the new one, likewise. */
export const signUpPath = (next: string): string => `/signup${nextQuery(next)}`
export const forgotPath = (next: string): string => `/forgot${nextQuery(next)}`
export const resetPath = (next: string): string => `/reset${nextQuery(next)}`

/** What an address of these screens says of where to go on to. */
export function nextQuery(next: string): string {
  const path = safeNext(next)
  return path === '/' ? '' : `?next=${encodeURIComponent(path)}`
}

function parse(path: string): URL | undefined {
  try {
    return new URL(path, ANY_ORIGIN)
  } catch {
    return undefined
  }
}
