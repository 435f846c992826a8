import { TOAST_MS } from '../lib/limits.ts'
import { toastMessages } from '../lib/browser-messages.ts'
import { $alert, type Alert, closeAlert, showAlert } from '../stores/toast.ts'

const CONTROLS = 'a, button, input, select, textarea, summary'

/**
 * `<toast-message>`: shows the alerts one after the other for 6000 ms each (S-020), longer while
 * somebody points at it or is in it, and where it covers fewer controls.
 */
class ToastMessage extends HTMLElement {
  #text = document.createElement('p')
  #close = document.createElement('button')
  #timer: ReturnType<typeof setTimeout> | undefined
  #unbind = (): void => {}

  connectedCallback(): void {
    // There before its first text, or a screen reader would not say it.
    this.#text.role = 'status'
    this.#close.type = 'button'
    this.#close.ariaLabel = toastMessages.close
    this.#close.addEventListener('click', closeAlert)
    this.append(this.#text, this.#close)
    for (const type of ['pointerenter', 'focusin']) {
      this.addEventListener(type, () => clearTimeout(this.#timer))
    }
    for (const type of ['pointerleave', 'focusout']) this.addEventListener(type, () => this.#wait())
    this.#unbind = $alert.subscribe((alert) => this.#show(alert))
    this.#takeFlash()
  }

  disconnectedCallback(): void {
    this.#unbind()
    clearTimeout(this.#timer)
  }

  #show({ msg, color, open }: Alert): void {
    if (open) this.classList.toggle('at-top', isBetterAtTop())
    this.classList.toggle('is-open', open)
    this.classList.toggle('is-error', color === 'error')
    this.#text.textContent = msg
    this.#close.hidden = !open
    if (open) this.#wait()
  }

  #wait(): void {
    clearTimeout(this.#timer)
    if (!$alert.get().open) return
    this.#timer = setTimeout(closeAlert, TOAST_MS)
  }

  /** The message of the form that led here, which without script stands in the page. */
  #takeFlash(): void {
    const flash = document.querySelector('.flash')
    // A browser that does not know `scripting` shows it in the page: it stays there.
    if (!flash || getComputedStyle(flash).position !== 'fixed') return
    showAlert(flash.textContent.trim(), flash.matches('.flash-error') ? 'error' : 'success')
    flash.remove()
  }
}

/** Whether fewer controls are at the upper edge of the window than at the lower one. */
function isBetterAtTop(): boolean {
  const countAt = (y: number) => {
    const found = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) =>
      document.elementFromPoint(innerWidth * part, y)?.closest(CONTROLS),
    )
    return new Set(found.filter(Boolean)).size
  }
  return countAt(40) < countAt(innerHeight - 40)
}

customElements.define('toast-message', ToastMessage)
