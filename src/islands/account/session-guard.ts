import { onOtherAccount } from '#islands/kit/other-account.ts'
import { signInPath } from '#lib/account/next-path.ts'
import { forgetSession, isSigningOut } from '#stores/session.ts'
import { checkSession } from './check-session.ts'

// Sends a browser that lacks the flag named by the page to sign in (S-092). The server has checked
// the session already. 'user' reads the stored user (S-056, S-149).
const { guard: key, owner } = document.querySelector<HTMLElement>('[data-guard]')?.dataset ?? {}
// A form without script has just signed in: the flags are about to be set (account-menu.ts).
const isComing = document.querySelector('[data-signed-in]') !== null

function check(): void {
  if (key === undefined || localStorage.getItem(key) || isSigningOut()) return
  forgetSession()
  location.replace(signInPath(location.pathname + location.search))
}

if (key === 'nobody') {
  // The session was ended elsewhere, so the page shows a visitor's own things. Flags set later come
  // from a new sign-in.
  if (!isComing) void checkSession()
} else {
  if (!isComing) check()
  // Another tab may have signed out, or the browser may restore a page from its back/forward cache
  // (A40, F47).
  addEventListener('storage', check)
  addEventListener('pageshow', ({ persisted }) => persisted && check())
  // What stands here is not for the next to sign in (A40): they get their own page.
  if (owner !== undefined) onOtherAccount(owner, () => location.reload())
}
