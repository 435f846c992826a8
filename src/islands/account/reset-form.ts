import { accountMessages } from '#lib/texts/browser/account.ts'
import { post } from '#lib/api-client.ts'
import { SIGNED_IN_MS } from '#lib/account/session.ts'
import { forgetSession } from '#stores/session.ts'
import { showAlert } from '#stores/toast.ts'
import { answers, enhanceForm, firstBlank, formOf } from './account-form.ts'

const { password } = accountMessages.blank

/** `<reset-form>`: a new password by the secret of a mailed link, which leaves the address at once. */
class ResetForm extends HTMLElement {
  connectedCallback(): void {
    const form = formOf(this)
    if (!form) return
    const token = form.elements.namedItem('token')
    if (token instanceof HTMLInputElement) takeToken(token)
    enhanceForm(form, {
      check: (values) => firstBlank(values, { token: accountMessages.usedLink, password }),
      send: async (values) => {
        return (await answers()).readAnswer(
          await post('/api/user/reset', Object.fromEntries(values)),
        )
      },
      onDone: ({ msg }) => {
        forgetSession()
        showAlert(msg)
        setTimeout(() => location.assign('/signin'), SIGNED_IN_MS)
      },
    })
  }
}

function takeToken(input: HTMLInputElement): void {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (given) {
    input.value = given
    history.replaceState(history.state, '', location.pathname)
  }
  const isKnown = input.value !== ''
  const field = input.closest('p')
  if (field && isKnown && !input.ariaInvalid) field.hidden = true
  const hint = document.querySelector<HTMLElement>('[data-no-token]')
  if (hint) hint.hidden = isKnown
}

customElements.define('reset-form', ResetForm)
