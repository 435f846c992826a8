import { useState } from 'react'
import { firstBlank, FORM, useForm } from '#islands/kit/use-form.ts'
import { useLive } from '#islands/wake/use-live.ts'
import { forgotPath } from '#lib/account/next-path.ts'
import { accountFormMessages } from '#lib/texts/browser/account-form.ts'
import { authTexts } from '#lib/texts/browser/auth-screens.ts'
import { askForLink } from '#stores/account.ts'
import { showAlert } from '#stores/toast.ts'
import { AuthForm } from './AuthForm.tsx'
import { EmailField } from './EmailField.tsx'
import type { FailedForm } from './failed-form.ts'

type Props = { failed: FailedForm; next: string; back: string }

/**
 * Asks for a password-reset link. The answer is the same whether or not the address is known; it
 * stays in place of the field, with a button that asks again.
 */
export function ForgotForm({ failed, next, back }: Props) {
  const live = useLive<HTMLDivElement>()
  const [askedFor, setAskedFor] = useState<string>()
  const { faultOf, formProps, isBusy } = useForm(failed.fault, {
    check: (values) => firstBlank(values, { email: accountFormMessages.blank.email }),
    send: (values) => askForLink(String(values.get('email')), next),
    onDone({ msg }, form) {
      setAskedFor(String(new FormData(form).get('email')).trim())
      showAlert(msg, 'success', undefined, FORM)
    },
  })

  return (
    <div ref={live}>
      {askedFor === undefined ? (
        <p className="mt-1 text-muted">{authTexts.forgotLead}</p>
      ) : (
        <p className="mt-4 alert alert-soft wrap-anywhere alert-info text-base-content">
          {authTexts.linkAsked(askedFor)}
        </p>
      )}
      <AuthForm
        {...{ action: '/api/user/forgot', back, isBusy }}
        submit={askedFor === undefined ? authTexts.sendLink : authTexts.sendLinkAgain}
        {...formProps}
        after={
          askedFor !== undefined && (
            <a className="inline-flex min-h-11 link items-center" href={forgotPath(next)}>
              {authTexts.otherEmail}
            </a>
          )
        }
      >
        <input type="hidden" name="next" value={next} />
        <EmailField
          {...{ form: 'forgot', autoComplete: 'email' }}
          value={failed.values['email']}
          isHidden={askedFor !== undefined}
          fault={faultOf('email')}
        />
      </AuthForm>
    </div>
  )
}
