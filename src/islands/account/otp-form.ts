import { accountMessages } from '#lib/texts/browser/account.ts'
import { post } from '#lib/api-client.ts'
import { formTexts } from '#lib/texts/browser/form.ts'
import { SIGNED_IN_MS } from '#lib/account/session.ts'
import { showAlert } from '#stores/toast.ts'
import { $userEmail } from '#stores/user-email.ts'
import { answers, enhanceForm, type Fault, firstBlank, formOf, pointOut } from './account-form.ts'

/** Digits of a code (S-147). */
const OTP_LENGTH = 6

/** `<otp-form>`: the code that was mailed; success forgets the mail and leads to sign in (S-134). */
class OtpForm extends HTMLElement {
  connectedCallback(): void {
    const form = formOf(this)
    if (!form) return
    this.#showEmail(form)
    enhanceForm(form, {
      check: checkCode,
      send: async (values) => {
        const body = { email: values.get('email'), otp: digitsOf(values) }
        return (await answers()).readVerified(await post('/api/user/verifyemail', body))
      },
      onDone: ({ msg }) => {
        $userEmail.set(undefined)
        showAlert(msg)
        setTimeout(() => location.assign('/signin'), SIGNED_IN_MS)
      },
    })
    const again = form.querySelector<HTMLButtonElement>('[formaction]')
    again?.addEventListener('click', (event) => {
      event.preventDefault()
      void resend(form, again)
    })
  }

  /** Whoever has just signed up need not say the mail again. */
  #showEmail(form: HTMLFormElement): void {
    const email = $userEmail.get()
    const input = form.elements.namedItem('email')
    const shown = this.querySelector('[data-email]')
    if (!email || !shown || !(input instanceof HTMLInputElement)) return
    input.value = email
    shown.textContent = email
    input.closest('p')?.setAttribute('hidden', '')
    const code = form.elements.namedItem('otp')
    if (code instanceof HTMLInputElement) code.focus()
  }
}

function checkCode(values: FormData): Fault | undefined {
  const blank = firstBlank(values, { email: accountMessages.blank.email })
  if (blank) return blank
  return digitsOf(values).length === OTP_LENGTH
    ? undefined
    : { field: 'otp', msg: formTexts.otpLength }
}

/** What was pasted may have blanks or a dash in it. */
const digitsOf = (values: FormData) => String(values.get('otp') ?? '').replaceAll(/[\s-]/g, '')

async function resend(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const email = new FormData(form).get('email')
  if (!email) return void pointOut(form, { field: 'email', msg: accountMessages.blank.email })
  if (button.ariaDisabled) return
  button.ariaDisabled = 'true'
  const answer = (await answers().catch(() => undefined))?.readAnswer(
    await post('/api/user/resendotp', { email }),
  )
  button.ariaDisabled = null
  if (answer) showAlert(answer.msg, answer.error ? 'error' : 'success')
  else showAlert(formTexts.unreachable, 'error')
}

customElements.define('otp-form', OtpForm)
