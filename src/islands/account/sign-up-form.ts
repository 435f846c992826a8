import { accountMessages } from '#lib/texts/browser/account.ts'
import { post } from '#lib/api-client.ts'
import { signInPath } from '#lib/account/next-path.ts'
import { SIGNED_IN_MS } from '#lib/account/session.ts'
import { showAlert } from '#stores/toast.ts'
import { $userEmail } from '#stores/user-email.ts'
import { answers, enhanceForm, firstBlank, formOf } from './account-form.ts'
import './google-button.ts'

const { name, email, phone, password } = accountMessages.blank

/** `<sign-up-form>`: makes an account, says so, and leads to sign in after a second (S-131). */
class SignUpForm extends HTMLElement {
  connectedCallback(): void {
    const form = formOf(this)
    if (!form) return
    const text = (field: string) => String(new FormData(form).get(field) ?? '')
    enhanceForm(form, {
      check: (values) => firstBlank(values, { name, email, phone, password }),
      send: async (values) => {
        const { next: _, ...fields } = Object.fromEntries(values)
        return (await answers()).readAnswer(
          await post('/api/user/signup', { ...fields, isadmin: false }),
        )
      },
      onDone: ({ msg }) => {
        $userEmail.set(text('email').trim().toLowerCase())
        showAlert(msg)
        setTimeout(() => location.assign(signInPath(text('next'))), SIGNED_IN_MS)
      },
    })
  }
}

customElements.define('sign-up-form', SignUpForm)
