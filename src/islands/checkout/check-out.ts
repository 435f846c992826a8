import { checkoutMessages as messages } from '#lib/texts/browser/checkout.ts'
import { announce } from '#islands/kit/announce.ts'
import { startCountdown } from './hold-countdown.ts'
import { watchPayment } from './watch-payment.ts'

/**
 * `<check-out>`: BILLING DETAILS and YOUR ORDER with the payment window. The form works without it;
 * what checks, asks and pays comes with the first touch.
 */
class CheckOut extends HTMLElement {
  connectedCallback(): void {
    const form = this.querySelector('form')
    if (!form) return
    const flow = () => import('./checkout-flow.ts')
    const prepare = () => void flow().catch(() => {})
    form.addEventListener('focusin', prepare, { once: true })
    form.addEventListener('pointerdown', prepare, { once: true })
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      // On a weak line, or after a new deploy, it is sent as without script.
      void flow().then(
        ({ submit }) => submit(this, form),
        () => form.submit(),
      )
    })
    form.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
        void flow().then(
          ({ showFault }) => showFault(target, ''),
          () => {},
        )
      }
    })
    this.addEventListener('click', (event) => fillAddress(form, event))
    form.querySelector('#billing-country')?.addEventListener('change', () => setKeyboard(form))
    setKeyboard(form)
    startCountdown(this)
  }
}

/** A saved address goes into the form; without script the link loads the page with it. */
function fillAddress(form: HTMLFormElement, event: MouseEvent): void {
  if (!(event.target instanceof Element)) return
  const link = event.target.closest<HTMLElement>('a[data-address]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const fields: unknown = JSON.parse(link.dataset['address'] ?? '{}')
  for (const [name, value] of Object.entries(fields ?? {})) {
    const input = form.elements.namedItem(name)
    if (!(input instanceof HTMLInputElement)) continue
    input.value = String(value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  for (const other of form.querySelectorAll('a[data-address]'))
    other.removeAttribute('aria-current')
  link.setAttribute('aria-current', 'true')
  setKeyboard(form)
  announce(messages.addressFilled(link.querySelector('b')?.textContent ?? ''))
}

/** Indian PIN codes are digits; other countries have letters in theirs. */
function setKeyboard(form: HTMLFormElement): void {
  const country = form.elements.namedItem('country')
  const pin = form.elements.namedItem('zipcode')
  if (!(country instanceof HTMLInputElement) || !(pin instanceof HTMLInputElement)) return
  pin.inputMode = /^(india)?$/i.test(country.value.trim()) ? 'numeric' : 'text'
}

customElements.define('check-out', CheckOut)
watchPayment()
