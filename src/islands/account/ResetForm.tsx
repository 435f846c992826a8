import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Field } from '#islands/kit/Field.tsx'
import { firstBlank, useForm } from '#islands/kit/use-form.ts'
import { useIsLive } from '#islands/wake/use-is-live.ts'
import { useLive } from '#islands/wake/use-live.ts'
import { forgotPath, signInPath } from '#lib/account/next-path.ts'
import { SIGNED_IN_MS } from '#lib/account/session.ts'
import { accountFormMessages } from '#lib/texts/browser/account-form.ts'
import { accountFieldTexts } from '#lib/texts/browser/account-fields.ts'
import { authTexts } from '#lib/texts/browser/auth-screens.ts'
import { resetPassword } from '#stores/account.ts'
import { $resetToken, takeResetToken } from '#stores/reset-token.ts'
import { forgetSession } from '#stores/session.ts'
import { alertAndGo } from '#stores/toast.ts'
import { AuthForm } from './AuthForm.tsx'
import type { FailedForm } from './failed-form.ts'

type Props = { failed: FailedForm; next: string; back: string }

const { password } = accountFormMessages.blank

/**
 * Sets a new password with the token of a mailed link. Without script, the token is pasted into a
 * field. That a link is of no use any more stays on the page, with the way to a new one.
 */
export function ResetForm({ failed, next, back }: Props) {
  const live = useLive<HTMLDivElement>()
  const isLive = useIsLive()
  const token = useStore($resetToken, { ssr: () => undefined }) ?? failed.values['token']
  const isKnown = token !== undefined
  const { faultOf, formProps, isBusy, refusal } = useForm(failed.fault, {
    check: (values) => firstBlank(values, { token: accountFormMessages.usedLink, password }),
    send: (values) => resetPassword(String(values.get('token')), String(values.get('password'))),
    onDone({ msg }) {
      forgetSession()
      alertAndGo(msg, 'success', signInPath(next), SIGNED_IN_MS)
    },
  })

  useEffect(takeResetToken, [])

  /** What was pasted is of no use; its field says why. */
  const hasOtherToken = faultOf('token') !== undefined
  const newLink = (
    <a className="link font-semibold" href={forgotPath(next)}>
      {authTexts.newLink}
    </a>
  )

  return (
    <div ref={live}>
      {refusal !== undefined && (
        // The toast has it read out.
        <p className="mt-4 alert">
          <span>
            <b className="text-error">{refusal}</b>{' '}
            {refusal === accountFormMessages.usedLink && newLink}
          </span>
        </p>
      )}
      {(hasOtherToken || (isLive && !isKnown)) && (
        <p className="mt-4 alert">
          <span>
            {authTexts.noToken} {newLink}
          </span>
        </p>
      )}
      <AuthForm
        {...{ action: '/api/user/reset', submit: authTexts.setPassword, back, isBusy }}
        {...formProps}
      >
        <input type="hidden" name="next" value={next} />
        <Field
          {...{ form: 'reset', name: 'token', label: authTexts.token, autoComplete: 'off' }}
          {...{ hint: authTexts.tokenHint, maxLength: 100 }}
          key={token}
          value={token}
          isHidden={isLive && isKnown && !hasOtherToken}
          fault={faultOf('token')}
        />
        <Field
          {...{
            form: 'reset',
            name: 'password',
            label: accountFieldTexts.newPassword,
            type: 'password',
          }}
          {...{ autoComplete: 'new-password', hint: accountFieldTexts.passwordHint }}
          fault={faultOf('password')}
        />
      </AuthForm>
    </div>
  )
}
