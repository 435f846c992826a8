import { BOUGHT_KEY, RECENTLY_VIEWED_KEY } from '#lib/browser/storage-keys.ts'
import { COMPARED_KEY, LAST_ACCOUNT_KEY, SEARCH_RESULTS_KEY } from '#lib/browser/trace-keys.ts'
import type { AnsweredUser } from '#lib/account/session.ts'
import { $user, saveSession } from './session.ts'

/** What this browser keeps by itself of what somebody did. */
const TRACES = [RECENTLY_VIEWED_KEY, COMPARED_KEY, SEARCH_RESULTS_KEY, BOUGHT_KEY]

/**
 * Saves what a sign-in answered. Whoever signs in after another account's session has ended sees nothing
 * of what that one looked at; a visitor's traces go along into the account.
 */
export function beginSession(token: string, user: AnsweredUser): void {
  try {
    const last = localStorage.getItem(LAST_ACCOUNT_KEY) ?? $user.get()?.userid ?? user.id
    if (last !== user.id) for (const key of TRACES) localStorage.removeItem(key)
    localStorage.setItem(LAST_ACCOUNT_KEY, user.id)
  } catch {
    // A browser that keeps nothing has no traces.
  }
  saveSession(token, user)
}
