import { hostCookie } from '#lib/browser/host-cookie.ts'
import { persistentAtom } from '@nanostores/persistent'
import { computed } from 'nanostores'
import { post } from '#lib/api-client.ts'
import { locationCookie } from '#lib/catalogue/location.ts'
import { placeCookie } from '#lib/checkout/place.ts'
import { signInPath } from '#lib/account/next-path.ts'
import {
  type AnsweredUser,
  decodeUser,
  GUEST,
  LOGIN_FIRST_MS,
  LOGOUT_MS,
  type StoredUser,
} from '#lib/account/session.ts'
import { sessionTexts } from '#lib/texts/browser/session.ts'
import { alertAndGo, showAlert } from './toast.ts'

/** Who is signed in, for display only; the server trusts nothing but its cookie. */
export const $user = persistentAtom<StoredUser | undefined>('user', undefined, {
  encode: JSON.stringify,
  decode: decodeUser,
})

/** A flag, not a credential: if it is set, this browser counts as logged in (S-114). */
const $token = persistentAtom<string | undefined>('token', undefined)

export const $isLoggedIn = computed($token, Boolean)

/** Whether visitors may shop without an account; each page says so (Document.astro). */
const isOpen = () => globalThis.document?.body.dataset['cart'] === 'open'

/** Whose cart and list these are: the user's or, in an open shop, a visitor's. */
export const $owner = computed($user, (user) => user?.userid ?? (isOpen() ? GUEST : undefined))

/** Saves the answer of a sign-in (S-130, S-132). */
export function saveSession(token: string, { id, name, email }: AnsweredUser): void {
  $user.set({ id, name, email, userid: id })
  $token.set(token)
}

/** Marks this browser as logged out; everything else it stores stays (S-056). */
export function forgetSession(): void {
  $token.set(undefined)
  $user.set(undefined)
}

/** Whether somebody is signed in; else says so and goes to sign in, and from there back to the page (S-148). */
function requireLogin(): boolean {
  if ($isLoggedIn.get() && $user.get()) return true
  askToLogin()
  return false
}

/** Whether somebody may shop here; if not, shows an alert and goes to sign in. */
export const requireShopping = (): boolean => $owner.get() === GUEST || requireLogin()

/**
 * The same for an answer 401: the session has ended elsewhere (F47).
 * @param next where the sign-in leads
 */
export function askToLogin(next = location.pathname + location.search): void {
  forgetSession()
  alertAndGo(sessionTexts.loginFirst, 'error', signInPath(next), LOGIN_FIRST_MS)
}

/**
 * Does the same for a session lost while only reading, but leaves the page only if it is an account
 * page (F47).
 */
export function loseSession(): void {
  // A page that is signing out shows its own message.
  if (isEnding) return
  if (document.querySelector(PERSONAL)) askToLogin()
  else forgetSession()
}
const PERSONAL = '[data-guard=token], [data-guard=user]'

let isEnding = false

/** Whether this page itself is signing out: its guard then does nothing (session-guard.ts). */
export const isSigningOut = (): boolean => isEnding

/** Asks the server to end the session; its answer may clear this browser's storage at once. */
export async function askToEnd(path: string, body: object): Promise<unknown> {
  isEnding = true
  const answer = await post(path, body)
  isEnding = typeof answer === 'object' && answer !== null && !('error' in answer && answer.error)
  return answer
}

/** Ends the session on the server and clears all that this browser stores (S-115). */
export async function logOut(): Promise<void> {
  await askToEnd('/api/user/signout', {})
  // A shopper who wrongly believes to be signed out may leave the account open to the next person.
  if (!isEnding) return showAlert(sessionTexts.notLoggedOut, 'error')
  clearStorage()
  alertAndGo(sessionTexts.loggedOut, 'success', '/signin', LOGOUT_MS)
}

/** Clears all browser storage; other tabs notice by `storage` events. */
export function clearStorage(): void {
  forgetSession()
  localStorage.clear()
  sessionStorage.clear()
  const isHttps = location.protocol === 'https:'
  document.cookie = hostCookie(`${locationCookie('')}; Max-Age=0`, isHttps)
  document.cookie = hostCookie(placeCookie(''), isHttps)
}
