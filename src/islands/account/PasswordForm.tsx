import { Field } from '#islands/kit/Field.tsx'
import { type FieldFault, firstBlank, FORM, useForm } from '#islands/kit/use-form.ts'
import { accountFormMessages } from '#lib/texts/browser/account-form.ts'
import { accountFieldTexts } from '#lib/texts/browser/account-fields.ts'
import { accountTexts } from '#lib/texts/browser/account-screens.ts'
import { changePassword } from '#stores/profile.ts'
import { showAlert } from '#stores/toast.ts'
import type { FailedForm } from './failed-form.ts'
import { OwnForm } from './OwnForm.tsx'
import type { OwnProfile } from './ProfileForm.tsx'

type Props = { user: { id: string; email: string }; profile: OwnProfile; failed: FailedForm }

/** Change Password (S-094), with its checks in the required order (S-144, S-145). */
export function PasswordForm({ user, profile, failed }: Props) {
  const { faultOf, formProps, isBusy } = useForm(failed.fault, {
    check: checkPasswords,
    send: (values) => changePassword(user.id, profile, Object.fromEntries(values)),
    onDone({ msg }, form) {
      form.reset()
      showAlert(msg, 'success', undefined, FORM)
    },
  })
  const password = { form: 'change', type: 'password' } as const

  return (
    <OwnForm {...{ user, isBusy }} change="put" tab="password" known="sent" {...formProps}>
      <Field
        {...{ ...password, name: 'password', label: accountTexts.oldPassword }}
        autoComplete="current-password"
        fault={faultOf('password')}
      />
      <Field
        {...{ ...password, name: 'newpass', label: accountFieldTexts.newPassword }}
        {...{ autoComplete: 'new-password', hint: accountFieldTexts.passwordHint }}
        fault={faultOf('newpass')}
      />
      <Field
        {...{ ...password, name: 'confirmpass', label: accountTexts.confirmPassword }}
        {...{ autoComplete: 'new-password', hint: accountTexts.othersEnd }}
        fault={faultOf('confirmpass')}
      />
      <p>
        <button className="btn btn-primary max-sm:btn-block">{accountTexts.changePassword}</button>
      </p>
    </OwnForm>
  )
}

function checkPasswords(values: FormData): FieldFault | undefined {
  const msg = accountFormMessages.fillPassword
  const blank = firstBlank(values, { password: msg, newpass: msg })
  if (blank) return blank
  return values.get('newpass') === values.get('confirmpass')
    ? undefined
    : { field: 'confirmpass', msg: accountFormMessages.notConfirmed }
}
