import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Field } from '#islands/kit/Field.tsx'
import { firstBlank, useForm } from '#islands/kit/use-form.ts'
import { useLive } from '#islands/wake/use-live.ts'
import { codePath } from '#lib/account/next-path.ts'
import { type AnsweredUser, SIGNED_IN_MS } from '#lib/account/session.ts'
import { accountFormMessages } from '#lib/texts/browser/account-form.ts'
import { accountFieldTexts } from '#lib/texts/browser/account-fields.ts'
import { authTexts } from '#lib/texts/browser/auth-screens.ts'
import { signIn } from '#stores/account.ts'
import { beginSession } from '#stores/last-account.ts'
import { $userEmail } from '#stores/user-email.ts'
import { AuthForm } from './AuthForm.tsx'
import { EmailField } from './EmailField.tsx'
import { enterShop } from './enter-shop.ts'
import type { FailedForm } from './failed-form.ts'
import { checkSession } from './check-session.ts'
import { ForgotLink } from './ForgotLink.tsx'
import { GoogleButton, type GoogleOffer } from './GoogleButton.tsx'

type Props = {
  /** The shopper who is signed in already, according to the server. */
  user: AnsweredUser | undefined
  failed: FailedForm
  /** `next`: where signing in leads on to; `back`: where Cancel leads. */
  next: string
  back: string
  google: GoogleOffer | undefined
}

const { email, password } = accountFormMessages.blank

/** Sign in (S-078): confirms it, and loads the next page after a second (S-130). */
export function SignInForm({ user, failed, next, back, google }: Props) {
  const live = useLive<HTMLDivElement>()
  const awaited = useStore($userEmail, { ssr: () => undefined })
  const { faultOf, formProps, isBusy, refusal } = useForm(failed.fault, {
    check: (values) => firstBlank(values, { email, password }),
    send: (values) => signIn(Object.fromEntries(values)),
    onDone: (answer) => enterShop(answer, next, SIGNED_IN_MS),
    onRefused(msg, values) {
      if (msg !== accountFormMessages.verifyFirst) {
        live.current?.querySelector<HTMLElement>('[name=password]')?.focus()
        return
      }
      $userEmail.set(String(values.get('email')).trim().toLowerCase())
    },
    failed: accountFormMessages.userNotFound,
    isAlerted: true,
  })

  useEffect(() => {
    if (!user) void checkSession()
  }, [user])

  return (
    <div ref={live}>
      {user && (
        <p className="mt-4 alert">
          <span className="min-w-0 wrap-anywhere">
            {authTexts.signedInAs} <b>{user.email}</b>.{' '}
            <a
              className="link font-semibold"
              href={next === '/' ? '/myaccount' : next}
              // This browser has lost the session flags although the server knows the shopper: set
              // them again.
              onClick={() => beginSession('session', user)}
            >
              {authTexts.goOn}
            </a>
          </span>
        </p>
      )}
      <AuthForm
        {...{ action: '/api/user/signin', submit: authTexts.signIn, back, isBusy }}
        {...formProps}
      >
        <input type="hidden" name="isadmin" value="false" />
        <input type="hidden" name="next" value={next} />
        <EmailField
          {...{ form: 'signin', autoComplete: 'username' }}
          value={failed.values['email']}
          // A shopper who has just signed up need not type the address again.
          known={awaited}
          fault={faultOf('email')}
        />
        <Field
          {...{
            form: 'signin',
            name: 'password',
            label: accountFieldTexts.password,
            type: 'password',
          }}
          autoComplete="current-password"
          fault={faultOf('password')}
        />
        <ForgotLink next={next} />
        {refusal !== undefined && (
          // The toast has it read out.
          <p className="font-semibold text-error">{refusal}</p>
        )}
      </AuthForm>
      {google && <GoogleButton {...google} label={authTexts.googleSignIn} next={next} />}
      {awaited !== undefined && (
        <p className="mt-4 alert">
          <a className="link font-semibold" href={codePath(next)}>
            {authTexts.verifyLink}
          </a>
        </p>
      )}
    </div>
  )
}
