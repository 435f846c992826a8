import { post } from '#lib/api-client.ts'
import { formTexts } from '#lib/texts/browser/form.ts'
import { authorizeAddress, GOOGLE_CHANNEL, type GoogleReport } from '#lib/account/google-report.ts'
import { GOOGLE_SIGNED_IN_MS } from '#lib/account/session.ts'
import { showAlert } from '#stores/toast.ts'
import { answers } from './account-form.ts'
import { enterShop } from './enter-shop.ts'
import { fetchPage } from '#islands/kit/fetch-page.ts'

/** What goes along with the token (S-105); the server reads the token alone. */
const PROFILE = { name: '', email: '', password: null, images: '', phone: '' }

/** Longest wait for a new nonce; the button answers again afterwards. */
const RENEW_MS = 10_000

/**
 * `<google-button>`: the issuer's own page in a popup of ours (S-079, A33). The popup's last page is
 * ours again and reports by a channel that only this origin has; a report is believed when it
 * repeats the state that was made for this popup.
 */
class GoogleButton extends HTMLElement {
  #channel: BroadcastChannel | undefined
  #isSending = false

  connectedCallback(): void {
    this.hidden = false
    this.querySelector('button')?.addEventListener('click', () => this.#open())
  }

  #open(): void {
    if (this.#isSending) return
    const { endpoint = '', client = '', nonce = '' } = this.dataset
    const state = crypto.randomUUID()
    this.#channel?.close()
    this.#channel = new BroadcastChannel(GOOGLE_CHANNEL)
    this.#channel.addEventListener('message', ({ data, origin }) => {
      if (origin === location.origin) void this.#hear(data, state)
    })
    const address = authorizeAddress(endpoint, { client, origin: location.origin, nonce, state })
    const popup = open(address, 'google', 'popup,width=480,height=640')
    if (!popup) showAlert(formTexts.popupBlocked, 'error')
  }

  async #hear(data: unknown, state: string): Promise<void> {
    const read = await answers().catch(() => undefined)
    if (!read) return showAlert(formTexts.loginFailed, 'error')
    const report = read.readReport(data)
    if (report?.state === state) await this.#finish(report)
  }

  async #finish({ credential, error }: GoogleReport): Promise<void> {
    this.#channel?.close()
    if (!credential) return showAlert(error ?? formTexts.loginFailed, 'error')
    this.#isSending = true
    this.ariaBusy = 'true'
    const answer = (await answers().catch(() => undefined))?.readSignIn(
      await post('/api/user/authwithgoogle', { credential, ...PROFILE }),
    )
    const isIn = answer && !answer.error
    if (isIn) enterShop(answer, GOOGLE_SIGNED_IN_MS)
    else showAlert(answer?.msg || formTexts.loginFailed, 'error')
    if (!isIn) await this.#renew().catch(() => {})
    this.ariaBusy = null
    this.#isSending = false
  }

  /** A refused token may have used its nonce up: the next try has the one that the screen offers now. */
  async #renew(): Promise<void> {
    const page = await fetchPage(location.href, AbortSignal.timeout(RENEW_MS))
    const nonce = page?.querySelector<HTMLElement>('google-button')?.dataset['nonce']
    if (nonce) this.dataset['nonce'] = nonce
  }
}

customElements.define('google-button', GoogleButton)
