import { formTexts } from '#lib/texts/browser/form.ts'

/** `<password-field>`: a button to see what was typed. */
class PasswordField extends HTMLElement {
  connectedCallback(): void {
    const input = this.querySelector('input')
    if (!input || this.querySelector('button')) return
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'auth-eye'
    button.setAttribute('aria-controls', input.id)
    const show = (isShown: boolean) => {
      input.type = isShown ? 'text' : 'password'
      button.ariaPressed = String(isShown)
      button.ariaLabel = isShown ? formTexts.hideTyped : formTexts.showTyped
    }
    button.addEventListener('click', () => show(input.type === 'password'))
    // A password manager learns from fields of this type.
    input.form?.addEventListener('submit', () => show(false), true)
    show(false)
    this.append(button)
  }
}

customElements.define('password-field', PasswordField)
