/** The cookie that has the next page show a message once, as a browser writes it (http/cookies.ts reads it). */
export function writeFlash(flash: { msg: string; error: boolean }): string {
  const bytes = new TextEncoder().encode(JSON.stringify(flash))
  const text = btoa(String.fromCharCode(...bytes))
  const value = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return `flash=${value}; Path=/; SameSite=Lax; Max-Age=60`
}
