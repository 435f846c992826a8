import type { SignInAnswer } from '#lib/account/account-answers.ts'
import { safeNext } from '#lib/account/next-path.ts'
import { beginSession } from '#stores/last-account.ts'
import { alertAndGo } from '#stores/toast.ts'

/**
 * Saves who has signed in, says so, and loads the page that was wanted anew after a while (S-130,
 * S-132); what was refused before and is done now is said in the same breath.
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
