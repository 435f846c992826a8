import { firstBlank, FORM, useForm } from '#islands/kit/use-form.ts'
import { useLive } from '#islands/wake/use-live.ts'
import { accountFormMessages } from '#lib/texts/browser/account-form.ts'
import { authTexts } from '#lib/texts/browser/auth-screens.ts'
import { askForLink } from '#stores/account.ts'
import { showAlert } from '#stores/toast.ts'
import { AuthForm } from './AuthForm.tsx'
import { EmailField } from './EmailField.tsx'
import type { FailedForm } from './failed-form.ts'

type Props = { failed: FailedForm; next: string; back: string }

/** Asks for a password-reset link. The answer is the same whether or not the address is known. */
export function ForgotForm({ failed, next, back }: Props) {
  const live = useLive<HTMLDivElement>()
  const { faultOf, formProps, isBusy } = useForm(failed.fault, {
    check: (values) => firstBlank(values, { email: accountFormMessages.blank.email }),
    send: (values) => askForLink(String(values.get('email')), next),
    onDone: ({ msg }) => showAlert(msg, 'success', undefined, FORM),
  })

  return (
    <div ref={live}>
      <AuthForm
        {...{ action: '/api/user/forgot', submit: authTexts.sendLink, back, isBusy }}
        {...formProps}
      >
        <input type="hidden" name="next" value={next} />
        <EmailField
          {...{ form: 'forgot', autoComplete: 'email' }}
          value={failed.values['email']}
          fault={faultOf('email')}
        />
      </AuthForm>
    </div>
  )
}
