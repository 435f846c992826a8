import { atom } from 'nanostores'

/** The token of a mailed link, held only in this page's memory (A39). */
export const $resetToken = atom<string | undefined>(undefined)

/** Moves the token out of the address, so that it stays out of history and screenshots (A39). */
export function takeResetToken(): void {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (!given) return
  $resetToken.set(given)
  history.replaceState(history.state, '', location.pathname)
}
