import { signInPath } from '#lib/account/next-path.ts'
import { $user, forgetSession, isSigningOut } from '#stores/session.ts'

// Sends a browser without the flag that the page names to sign in (S-092); the server has asked for the
// session before. 'user' reads the stored user (S-056, S-149).
const key = document.querySelector<HTMLElement>('[data-guard]')?.dataset['guard']
// A form without script has just signed in, and the flags are on their way (account-menu.ts).
const isComing = document.querySelector('[data-signed-in]') !== null

function check(): void {
  if (key === undefined || localStorage.getItem(key) || isSigningOut()) return
  forgetSession()
  location.replace(signInPath(location.pathname + location.search))
}

if (key === 'nobody') {
  // The session has ended elsewhere: what is shown is the visitor's own. Flags that come later are of a sign-in.
  if (!isComing && $user.get()) forgetSession()
} else {
  if (!isComing) check()
  // Another tab has signed out; or the browser brings back a page that it kept (A40, F47).
  addEventListener('storage', check)
  addEventListener('pageshow', ({ persisted }) => persisted && check())
}
