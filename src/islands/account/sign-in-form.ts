import type { SignInAnswer } from '#lib/account/account-answers.ts'
import { accountMessages } from '#lib/texts/browser/account.ts'
import { post } from '#lib/api-client.ts'
import { formTexts } from '#lib/texts/browser/form.ts'
import { SIGNED_IN_MS } from '#lib/account/session.ts'
import { forgetSession, saveSession } from '#stores/session.ts'
import { $userEmail } from '#stores/user-email.ts'
import { answers, enhanceForm, firstBlank, formOf } from './account-form.ts'
import './google-button.ts'
import { enterShop } from './enter-shop.ts'

const { email, password } = accountMessages.blank

/** `<sign-in-form>`: signs in, says so, and loads the next page anew after a second (S-130). */
class SignInForm extends HTMLElement {
  connectedCallback(): void {
    // The server knows nobody here, whatever this browser remembers.
    if (this.dataset['visitor'] !== undefined) forgetSession()
    showVerifyLink()
    rememberWhoGoesOn()
    const form = formOf(this)
    if (!form) return
    enhanceForm<SignInAnswer>(form, {
      check: (values) => firstBlank(values, { email, password }),
      send: async (values) =>
        (await answers()).readSignIn(await post('/api/user/signin', signInBody(values))),
      onDone: (answer) => enterShop(answer, SIGNED_IN_MS),
      onRefused: (msg) => {
        if (msg !== accountMessages.verifyFirst) return
        $userEmail.set(String(new FormData(form).get('email')).trim().toLowerCase())
        showVerifyLink()
      },
      failed: formTexts.userNotFound,
    })
  }
}

const signInBody = (values: FormData) => ({
  email: values.get('email'),
  password: values.get('password'),
  isadmin: false,
})

/** Somebody who has signed up here may still have a code to enter. */
function showVerifyLink(): void {
  const link = document.querySelector<HTMLElement>('[data-verify]')
  if (link && $userEmail.get() !== undefined) link.hidden = false
}

/** The server knows who is signed in, but this browser has forgotten: its flags come back. */
function rememberWhoGoesOn(): void {
  const link = document.querySelector<HTMLElement>('[data-go-on]')
  const { id = '', name = '', email = '' } = link?.dataset ?? {}
  link?.addEventListener('click', () => saveSession('session', { id, name, email }))
}

customElements.define('sign-in-form', SignInForm)
