/** Longest address accepted for after a sign-in, in characters. */
const MAX_LENGTH = 1000
/** Only used to parse paths; never requested. */
const ANY_ORIGIN = 'http://shop.invalid'
/** Screens that redirect themselves, and API calls, which show nothing. */
const NO_GOAL = /^\/(signin|signup|verifyotp|forgot|reset|google|api)(\/|$)/

/**
 * Where a sign-in leads: always a page of this shop, whatever an address or form says (A02). Only a
 * path that every browser reads the same way is accepted: without `//`, backslash, control
 * character, escaped slash or dot segment, which some browsers turn into another site's name.
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

/** The sign-in screen, leading back to `next`. */
export const signInPath = (next: string): string => `/signin${nextQuery(next)}`

/** The screen for the mailed code, likewise. */
export const codePath = (next: string): string => `/verifyotp${nextQuery(next)}`

/** The sign-up screen, likewise. */
export const signUpPath = (next: string): string => `/signup${nextQuery(next)}`
/** The screen that asks for a password-reset link, likewise. */
export const forgotPath = (next: string): string => `/forgot${nextQuery(next)}`
/** The screen for a new password, likewise. */
export const resetPath = (next: string): string => `/reset${nextQuery(next)}`

/** The query of these screens' addresses that names where to go on to. */
export function nextQuery(next: string | undefined): string {
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
