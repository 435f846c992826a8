import { Field } from '#islands/kit/Field.tsx'
import { firstBlank, useForm } from '#islands/kit/use-form.ts'
import { useLive } from '#islands/wake/use-live.ts'
import { ACCOUNT_LENGTHS as lengths } from '#lib/lengths.ts'
import type { SignInAnswer } from '#lib/account/account-answers.ts'
import { codePath, signInPath } from '#lib/account/next-path.ts'
import { SIGNED_IN_MS } from '#lib/account/session.ts'
import { accountFormMessages } from '#lib/texts/browser/account-form.ts'
import { accountFieldTexts } from '#lib/texts/browser/account-fields.ts'
import { authTexts } from '#lib/texts/browser/auth-screens.ts'
import { joinShop, signUp } from '#stores/account.ts'
import { alertAndGo } from '#stores/toast.ts'
import { $userEmail } from '#stores/user-email.ts'
import { AuthForm } from './AuthForm.tsx'
import { EmailField } from './EmailField.tsx'
import { enterShop } from './enter-shop.ts'
import type { FailedForm } from './failed-form.ts'
import { ForgotLink } from './ForgotLink.tsx'
import { GoogleButton, type GoogleOffer } from './GoogleButton.tsx'

type Props = {
  failed: FailedForm
  next: string
  back: string
  google: GoogleOffer | undefined
  /** What follows: signing in, entering the mailed code, or straight into the shop. */
  then: 'signin' | 'code' | 'shop'
}

const { name, email, phone, password } = accountFormMessages.blank

/** Sign up (S-081): makes an account, confirms it, and leads on after a second (S-131). */
export function SignUpForm({ failed, next, back, google, then }: Props) {
  const live = useLive<HTMLDivElement>()
  const { faultOf, formProps, isBusy } = useForm(failed.fault, {
    check: (values) => firstBlank(values, { name, email, phone, password }),
    send: (values): Promise<SignInAnswer | undefined> =>
      (then === 'shop' ? joinShop : signUp)(Object.fromEntries(values)),
    onDone(answer, form) {
      if (answer.token) return enterShop(answer, next, SIGNED_IN_MS)
      $userEmail.set(String(new FormData(form).get('email')).trim().toLowerCase())
      const path = (then === 'code' ? codePath : signInPath)(next)
      alertAndGo(answer.msg, 'success', path, SIGNED_IN_MS)
    },
    isAlerted: true,
  })

  return (
    <div ref={live}>
      <AuthForm
        {...{ action: '/api/user/signup', submit: authTexts.signUp, back, isBusy }}
        {...formProps}
      >
        <input type="hidden" name="isadmin" value="false" />
        <input type="hidden" name="next" value={next} />
        <Field
          {...{ form: 'signup', name: 'name', label: accountFieldTexts.name, autoComplete: 'name' }}
          maxLength={lengths.name}
          value={failed.values['name']}
          fault={faultOf('name')}
        />
        <Field
          {...{ form: 'signup', name: 'phone', label: accountFieldTexts.phone, type: 'tel' }}
          {...{ autoComplete: 'tel', inputMode: 'numeric', maxLength: lengths.phone }}
          value={failed.values['phone']}
          fault={faultOf('phone')}
        />
        <EmailField
          {...{ form: 'signup', autoComplete: 'username' }}
          value={failed.values['email']}
          fault={faultOf('email')}
        />
        <Field
          {...{
            form: 'signup',
            name: 'password',
            label: accountFieldTexts.password,
            type: 'password',
          }}
          {...{ autoComplete: 'new-password', hint: accountFieldTexts.passwordHint }}
          fault={faultOf('password')}
        />
        <ForgotLink next={next} />
      </AuthForm>
      {google && <GoogleButton {...google} label={authTexts.googleSignUp} next={next} />}
    </div>
  )
}
