import { KEPT_ALERT_KEY } from '#lib/browser/storage-keys.ts'
import { firstInput } from '#islands/wake/first-input.ts'
import { loadWhenOnline } from '#islands/wake/load-on-input.ts'

/**
 * `<toast-message>`: where alerts appear. Its code is loaded at the first input or alert, or at
 * once if the form that led here left a message.
 */
class ToastMessage extends HTMLElement {
  #isThere = false

  async connectedCallback(): Promise<void> {
    // It is moved into dialogs and back (toast-box.ts), which connects it again.
    if (this.#isThere) return
    this.#isThere = true
    const text = this.querySelector('p')
    const message = document.querySelector('.flash') ?? kept()
    if (!message) await Promise.race([firstInput(), firstAlert()])
    const { openToast } = await loadWhenOnline(() => import('./toast-box.ts'))
    if (text) openToast(this, text)
  }
}

/** An alert that the previous page had no time to show. */
function kept(): string | null {
  try {
    return sessionStorage.getItem(KEPT_ALERT_KEY)
  } catch {
    return null // Storage may be blocked.
  }
}

/** Resolves when an alert is raised without input (stores/toast.ts). */
const firstAlert = () =>
  new Promise((resolve) => addEventListener('alert', resolve, { once: true }))

customElements.define('toast-message', ToastMessage)
