import { accountMessages } from '#lib/texts/browser/account.ts'
import { post } from '#lib/api-client.ts'
import { showAlert } from '#stores/toast.ts'
import { answers, enhanceForm, firstBlank, formOf } from './account-form.ts'

/** `<forgot-form>`: asks for a link; the answer is the same whether the mail is known or not. */
class ForgotForm extends HTMLElement {
  connectedCallback(): void {
    const form = formOf(this)
    if (!form) return
    enhanceForm(form, {
      check: (values) => firstBlank(values, { email: accountMessages.blank.email }),
      send: async (values) => {
        return (await answers()).readAnswer(
          await post('/api/user/forgot', { email: values.get('email') }),
        )
      },
      onDone: ({ msg }) => showAlert(msg),
    })
  }
}

customElements.define('forgot-form', ForgotForm)
