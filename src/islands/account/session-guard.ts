import { signInPath } from '#lib/account/next-path.ts'
import { forgetSession, isSigningOut } from '#stores/session.ts'

/**
 * `<session-guard needs="token">`: sends a browser without this flag to sign in (S-092); the server
 * has asked for the session before. `needs="user"` reads the stored user (S-056, S-149).
 */
class SessionGuard extends HTMLElement {
  connectedCallback(): void {
    // A form without script has just signed in, and the flags are on their way (account-menu.ts).
    if (!document.querySelector('[data-signed-in]')) this.#check()
    // Another tab has signed out; or the browser brings back a page that it kept (A40, F47).
    addEventListener('storage', () => this.#check())
    addEventListener('pageshow', ({ persisted }) => persisted && this.#check())
  }

  #check(): void {
    const key = this.getAttribute('needs') === 'user' ? 'user' : 'token'
    if (localStorage.getItem(key) || isSigningOut()) return
    forgetSession()
    location.replace(signInPath(location.pathname + location.search))
  }
}

customElements.define('session-guard', SessionGuard)
