import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { useOneAtATime } from '#islands/kit/use-one-at-a-time.ts'
import { Field } from '#islands/kit/Field.tsx'
import { type FieldFault, firstBlank, useForm } from '#islands/kit/use-form.ts'
import { useLive } from '#islands/wake/use-live.ts'
import { signInPath } from '#lib/account/next-path.ts'
import { SIGNED_IN_MS } from '#lib/account/session.ts'
import { accountFormMessages } from '#lib/texts/browser/account-form.ts'
import { authTexts } from '#lib/texts/browser/auth-screens.ts'
import { formMessages } from '#lib/texts/browser/form.ts'
import { resendCode, verifyEmail } from '#stores/account.ts'
import { alertAndGo, showAlert } from '#stores/toast.ts'
import { $userEmail } from '#stores/user-email.ts'
import { AuthForm } from './AuthForm.tsx'
import { EmailField } from './EmailField.tsx'
import { enterShop } from './enter-shop.ts'
import type { FailedForm } from './failed-form.ts'

/** Number of digits in a code (S-147). */
const OTP_LENGTH = 6

type Props = {
  failed: FailedForm
  /** The address the code was sent to, if the server knows it. */
  email: string | undefined
  isSignedIn: boolean
  /** `next`: where success leads on to; `back`: where Cancel leads. */
  next: string
  back: string
}

/**
 * Asks for the code that was mailed. On success it forgets the address and leads to sign in
 * (S-134), or to `next` for a shopper who is signed in already.
 */
export function OtpForm({ failed, email: known, isSignedIn, next, back }: Props) {
  const live = useLive<HTMLDivElement>()
  const awaited = useStore($userEmail, { ssr: () => undefined })
  const [isAsking, setAsking] = useState(false)
  const once = useOneAtATime()
  const form = useRef<HTMLDivElement>(null)
  const email = known ?? awaited
  const { faultOf, formProps, isBusy, pointOut } = useForm(failed.fault, {
    check: checkCode,
    send: (values) => verifyEmail(String(values.get('email')), digitsOf(values)),
    onDone(answer) {
      $userEmail.set(undefined)
      if (answer.token) return enterShop(answer, next, SIGNED_IN_MS)
      alertAndGo(answer.msg, 'success', isSignedIn ? next : signInPath(next), SIGNED_IN_MS)
    },
    isAlerted: true,
  })

  useEffect(() => {
    // A shopper who has just signed up need not type the address again.
    if (awaited !== undefined) form.current?.querySelector<HTMLElement>('[name=otp]')?.focus()
  }, [awaited])

  async function resend({ form: asking }: HTMLButtonElement): Promise<void> {
    if (!asking) return
    const typed = String(new FormData(asking).get('email'))
    const fault = { field: 'email', msg: accountFormMessages.blank.email }
    if (!typed) return void pointOut(asking, fault)
    setAsking(true)
    const answer = await resendCode(typed)
    setAsking(false)
    const { msg, error } = answer ?? { msg: formMessages.unreachable, error: true }
    showAlert(msg, error ? 'error' : 'success', undefined, 'code')
  }

  return (
    <div ref={live}>
      <p className="mt-1">
        {authTexts.otpSentTo} <b>{email ?? authTexts.yourEmail}</b>
      </p>
      <div ref={form}>
        <AuthForm
          {...{ action: '/api/user/verifyemail', submit: authTexts.verifyOtp, back, isBusy }}
          {...formProps}
          after={
            <p className="text-muted">
              {authTexts.noOtp}{' '}
              <button
                className="btn btn-link px-0"
                formAction="/api/user/resendotp"
                aria-disabled={isAsking || undefined}
                onClick={(event) => {
                  event.preventDefault()
                  const button = event.currentTarget
                  once(() => resend(button))
                }}
              >
                {authTexts.resendOtp}
              </button>
            </p>
          }
        >
          <input type="hidden" name="next" value={next} />
          <EmailField
            {...{ form: 'otp', autoComplete: 'email' }}
            value={failed.values['email'] ?? known}
            known={awaited}
            fault={faultOf('email')}
          />
          <Field
            {...{ form: 'otp', name: 'otp', label: authTexts.otp, autoComplete: 'one-time-code' }}
            {...{ inputMode: 'numeric', maxLength: 12 }}
            className="[&_input]:text-center [&_input]:text-2xl [&_input]:tracking-[0.4em]"
            fault={faultOf('otp')}
          />
        </AuthForm>
      </div>
    </div>
  )
}

function checkCode(values: FormData): FieldFault | undefined {
  const blank = firstBlank(values, { email: accountFormMessages.blank.email })
  if (blank) return blank
  return digitsOf(values).length === OTP_LENGTH
    ? undefined
    : { field: 'otp', msg: accountFormMessages.otpLength }
}

/** A pasted code may contain blanks or dashes. */
const digitsOf = (values: FormData) => String(values.get('otp') ?? '').replaceAll(/[\s-]/g, '')
