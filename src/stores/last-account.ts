import { BOUGHT_KEY, DESK_KEY, RECENTLY_VIEWED_KEY } from '#lib/browser/storage-keys.ts'
import { COMPARED_KEY, LAST_ACCOUNT_KEY, SEARCH_RESULTS_KEY } from '#lib/browser/trace-keys.ts'
import type { AnsweredUser } from '#lib/account/session.ts'
import { $user, saveSession } from './session.ts'
import { $userEmail } from './user-email.ts'

/** What this browser stores of its own accord about somebody's visits. */
const TRACES = [RECENTLY_VIEWED_KEY, COMPARED_KEY, SEARCH_RESULTS_KEY, BOUGHT_KEY, DESK_KEY]

/**
 * Saves the answer of a sign-in. If another account used this browser before, that account's traces
 * are deleted; a visitor's traces go along into the account.
 */
export function beginSession(token: string, user: AnsweredUser): void {
  try {
    const last = localStorage.getItem(LAST_ACCOUNT_KEY) ?? $user.get()?.userid ?? user.id
    if (last !== user.id) for (const key of TRACES) localStorage.removeItem(key)
    localStorage.setItem(LAST_ACCOUNT_KEY, user.id)
  } catch {
    // Without storage there are no traces.
  }
  try {
    // From now on the server knows whose address is to be confirmed.
    $userEmail.set(undefined)
    saveSession(token, user)
  } catch {
    // Storage is full. The session is the server's cookie, so the shopper goes on as signed in.
  }
}
