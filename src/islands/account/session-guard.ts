import { signInPath } from '#lib/account/next-path.ts'
import { $user, forgetSession, isSigningOut } from '#stores/session.ts'

// Sends a browser without the flag that the page names to sign in (S-092); the server has asked for the
// session before. 'user' reads the stored user (S-056, S-149).
const key = document.querySelector<HTMLElement>('[data-guard]')?.dataset['guard']

function check(): void {
  // The session has ended elsewhere: what is shown is the visitor's own.
  if (key === 'nobody') return void ($user.get() && forgetSession())
  if (key === undefined || localStorage.getItem(key) || isSigningOut()) return
  forgetSession()
  location.replace(signInPath(location.pathname + location.search))
}

// A form without script has just signed in, and the flags are on their way (account-menu.ts).
if (!document.querySelector('[data-signed-in]')) check()
// Another tab has signed out; or the browser brings back a page that it kept (A40, F47).
addEventListener('storage', check)
addEventListener('pageshow', ({ persisted }) => persisted && check())
