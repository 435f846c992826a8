import type { SignInAnswer } from '#lib/account/account-answers.ts'
import { safeNext } from '#lib/account/next-path.ts'
import { beginSession } from '#stores/last-account.ts'
import { alertAndGo } from '#stores/toast.ts'

/**
 * Stores who has signed in, confirms it, and after `waitMs` loads the wanted page (S-130, S-132).
 * If an action that had been refused for lack of a sign-in has now been done, the same message says
 * so, and its page comes next.
 */
export function enterShop(
  { token, user, msg, merged, pending }: SignInAnswer,
  wanted: string,
  waitMs: number,
): void {
  if (!token || !user) return
  beginSession(token, user)
  const said = [msg, merged, pending?.msg].filter(Boolean).join(' ')
  alertAndGo(said, 'success', safeNext(pending?.msg ? pending.next : wanted), waitMs)
}
