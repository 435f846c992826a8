/** A message for the next page. */
export type Flash = {
  msg: string
  error: boolean
  /** What has happened, where that page asks. */
  code?: 'placed' | undefined
  /** It stands beside the form that was sent, and not at the top. */
  isBeside?: boolean | undefined
}

/** The cookie that has the next page show a message once, as a browser writes it (http/cookies.ts reads it). */
export function writeFlash(flash: Flash): string {
  const bytes = new TextEncoder().encode(JSON.stringify(flash))
  const text = btoa(String.fromCharCode(...bytes))
  const value = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return `flash=${value}; Path=/; SameSite=Lax; Max-Age=60`
}
