import { atom } from 'nanostores'

/** The secret of a mailed link; it is kept in this page alone (A39). */
export const $resetToken = atom<string | undefined>(undefined)

/** Takes the secret out of the address, and so out of history and any screenshot (A39). */
export function takeResetToken(): void {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (!given) return
  $resetToken.set(given)
  history.replaceState(history.state, '', location.pathname)
}
