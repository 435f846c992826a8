import { Field } from '#islands/kit/Field.tsx'
import { firstBlank, useForm } from '#islands/kit/use-form.ts'
import { LOGOUT_MS } from '#lib/account/session.ts'
import { accountFormMessages } from '#lib/texts/browser/account-form.ts'
import { accountTexts } from '#lib/texts/browser/account-screens.ts'
import { deleteAccount } from '#stores/profile.ts'
import { clearStorage } from '#stores/session.ts'
import { alertAndGo } from '#stores/toast.ts'
import type { FailedForm } from './failed-form.ts'
import { OwnForm } from './OwnForm.tsx'

type Props = { user: { id: string; email: string }; failed: FailedForm }

/** Deletes the account after asking for the password again, and clears this browser's storage. */
export function DeleteForm({ user, failed }: Props) {
  const { faultOf, formProps, isBusy } = useForm(failed.fault, {
    check: (values) => firstBlank(values, { password: accountFormMessages.blank.password }),
    send: (values) => deleteAccount(user.id, String(values.get('password'))),
    onDone({ msg }) {
      clearStorage()
      alertAndGo(msg, 'success', '/', LOGOUT_MS)
    },
  })

  return (
    <div className="grid gap-4">
      <p>{accountTexts.deleteLead}</p>
      <OwnForm {...{ user, isBusy }} change="delete" tab="delete" known="shown" {...formProps}>
        <Field
          {...{ form: 'delete', name: 'password', label: accountTexts.confirmByPassword }}
          {...{ type: 'password', autoComplete: 'current-password' }}
          fault={faultOf('password')}
        />
        <p>
          <button className="btn btn-outline btn-error max-sm:btn-block">
            {accountTexts.deleteForGood}
          </button>
        </p>
      </OwnForm>
    </div>
  )
}
