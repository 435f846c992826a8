/** A message for the next page; `code` says what has happened, where that page asks. */
export type Flash = { msg: string; error: boolean; code?: 'placed' | undefined }

/** The cookie that has the next page show a message once, as a browser writes it (http/cookies.ts reads it). */
export function writeFlash(flash: Flash): string {
  const bytes = new TextEncoder().encode(JSON.stringify(flash))
  const text = btoa(String.fromCharCode(...bytes))
  const value = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return `flash=${value}; Path=/; SameSite=Lax; Max-Age=60`
}
