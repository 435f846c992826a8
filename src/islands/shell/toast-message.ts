import { KEPT_ALERT_KEY } from '#lib/browser/storage-keys.ts'
import { firstInput } from '#islands/wake/first-input.ts'
import { loadWhenOnline } from '#islands/wake/load-on-input.ts'

/**
 * `<toast-message>`: where alerts appear. Before the first input only the message of the form that
 * led here may be there to show; what shows it comes then, or with the input.
 */
class ToastMessage extends HTMLElement {
  #isThere = false

  async connectedCallback(): Promise<void> {
    // It moves into dialogs and back (toast-box.ts).
    if (this.#isThere) return
    this.#isThere = true
    const text = this.querySelector('p')
    const message = document.querySelector('.flash') ?? kept()
    if (!message) await Promise.race([firstInput(), firstAlert()])
    const { openToast } = await loadWhenOnline(() => import('./toast-box.ts'))
    if (text) openToast(this, text)
  }
}

/** A message that the page before had no time to show. */
function kept(): string | null {
  try {
    return sessionStorage.getItem(KEPT_ALERT_KEY)
  } catch {
    return null // Storage may be closed to pages altogether.
  }
}

/** Something is to be said without an input (stores/toast.ts). */
const firstAlert = () =>
  new Promise((resolve) => addEventListener('alert', resolve, { once: true }))

customElements.define('toast-message', ToastMessage)
