import { signInPath } from '../lib/next-path.ts'
import { $token, $user, forgetSession } from '../stores/session.ts'

/**
 * `<session-guard needs="token">`: sends a browser without this flag to sign in (S-092); the server
 * has asked for the session before. `needs="user"` reads the stored user (S-056, S-149).
 */
class SessionGuard extends HTMLElement {
  connectedCallback(): void {
    // A form without script has just signed in, and the flags are on their way (account-menu.ts).
    if (document.querySelector('[data-signed-in]')) return
    const flag = this.getAttribute('needs') === 'user' ? $user : $token
    if (flag.get()) return
    forgetSession()
    location.replace(signInPath(location.pathname + location.search))
  }
}

customElements.define('session-guard', SessionGuard)
