/** A message for the next page. */
export type Flash = {
  msg: string
  error: boolean
  /** The event behind it, if the next page needs to know. */
  code?: 'placed' | undefined
  /** Shown beside the form that was sent instead of at the top. */
  isBeside?: boolean | undefined
}

/**
 * The cookie with which the next page shows a message once, as written by a browser
 * (http/cookies.ts reads it).
 */
export function writeFlash(flash: Flash): string {
  const bytes = new TextEncoder().encode(JSON.stringify(flash))
  const text = btoa(String.fromCharCode(...bytes))
  const value = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return `flash=${value}; Path=/; SameSite=Lax; Max-Age=60`
}
